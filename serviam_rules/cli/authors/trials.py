"""A card file, and the prepared tables on which its card shows what it does.

On them no phase but the one that resolves the card has an effect: there is no expansion, reward or draw, and
whoever is offered the gift has no EFFETTO ORDINE unless it is theirs that is tried. Markers stand in the middle of
their tracks, rows hold gifts, and hands hold gifts to part with.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from serviam_rules.actions import Offer
from serviam_rules.effects.node import Node, walk
from serviam_rules.effects.trees import effects
from serviam_rules.errors import PackError, Problem, UsageError
from serviam_rules.kinds import CARDS, kind_of_file
from serviam_rules.loading import load_ruleset
from serviam_rules.model import Card, Gift, Icon, Powerholder, Rival, Ruleset
from serviam_rules.state import GameState
from serviam_rules.strict_yaml.source import Source, read
from serviam_rules.testing.situation import situation
from serviam_rules.testing.variant import patched
from serviam_rules.values import evolve, value

# ---- the file

#: By which key a file is known to hold a card of a kind.
_MARKS: Final = {"icons": "gift", "effetto_ordine": "powerholder", "ability": "rival", "effect": "icon"}
_MANIFEST: Final = 'id: tried\nversion: "1"\ntitle: A card by itself\nformat: 1\n'


def load_card(written: str, packs: Sequence[str], shown: str = "") -> tuple[Ruleset, Card]:
    """The card of a file, in the ruleset of the packs given and the file's own. UsageError, PackError."""
    path = Path(written)
    if not path.is_file():
        raise UsageError(f"{written}: there is no such file")
    folder = path.absolute().parent
    kind = kind_of_file(f"{folder.name}/{path.name}")
    if kind is not None and kind in CARDS and (folder.parent / "pack.yaml").is_file():
        rules = load_ruleset(*packs, folder.parent)
        return rules, card_of(rules, kind, path.stem)
    return _alone(path, shown or written, packs)


def card_of(rules: Ruleset, kind: str, card_id: str) -> Card:
    """A card of a ruleset by kind and id."""
    found: Mapping[str, Card] = getattr(rules, CARDS[kind])
    if card_id not in found:
        raise UsageError(f"the pack has no {kind} {card_id!r} in the end; another file of it may take it out")
    return found[card_id]


def _alone(path: Path, written: str, packs: Sequence[str]) -> tuple[Ruleset, Card]:
    source, problems = read(path, written)
    if source is None:
        raise PackError(problems)
    base = load_ruleset(*packs)
    kind, card_id = _what(source, base), str(source.data.get("id", path.stem))
    text, card_id = _fitted(source, base, kind, card_id)
    with tempfile.TemporaryDirectory(prefix="serviam-rules-try-") as place:
        target = Path(place, CARDS[kind], f"{Path(card_id).name}.yaml")
        target.parent.mkdir()
        target.write_text(text, encoding="utf-8")
        Path(place, "pack.yaml").write_text(_MANIFEST, encoding="utf-8")
        try:
            rules = load_ruleset(*packs, place)
        except PackError as error:
            raise PackError([_renamed(problem, str(target), written) for problem in error.problems]) from None
    return rules, card_of(rules, kind, card_id)


def _what(source: Source, base: Ruleset) -> str:
    """Which kind of card a file holds."""
    for mark, kind in _MARKS.items():
        if mark in source.data:
            return kind
    for kind, folder in CARDS.items():
        if source.data.get("id") in getattr(base, folder):
            return kind
    wanted = ", ".join(f"{kind} ({mark})" for mark, kind in _MARKS.items())
    raise UsageError(f"{source.path}: this is no card file; a card is known by a key of its own: {wanted}")


def _fitted(source: Source, base: Ruleset, kind: str, card_id: str) -> tuple[str, str]:
    """The text of the file as it fits onto the ruleset, line by line as it was, and the id in it."""
    text = source.text
    if kind == "powerholder" and card_id not in base.powerholders:
        seat = _same_seat(base, source.data)
        text = (
            re.sub(rf"^id: *{re.escape(card_id)}\b", f"id: {seat}", text, count=1, flags=re.MULTILINE) if seat else text
        )
        card_id = seat or card_id
    declared = {"replaces", "patches"} & set(source.data)
    if not declared and card_id in getattr(base, CARDS[kind]):
        text = f"{text.rstrip()}\nreplaces: true\n"
    return text, card_id


def _same_seat(base: Ruleset, data: Mapping[str, Any]) -> str | None:
    """The powerholder of the same organisation and rank."""
    for card in base.powerholders.values():
        if (card.organisation, card.rank) == (data.get("organisation"), data.get("rank")):
            return card.id
    return None


def _renamed(problem: Problem, inner: str, written: str) -> Problem:
    return evolve(problem, path=written) if Path(problem.path) == Path(inner) else problem


# ---- the tables

#: Words of the language that mean something only in the solo game.
_SOLO_WORDS = frozenset({"solo", "rival", "rival_deck", "named"})


@value
class Trial:
    """A table, the offer by which the card is set off, and which program is the card's."""

    name: str
    state: GameState
    offer: Offer
    program: str


def trials(rules: Ruleset, card: Card) -> tuple[Trial, ...]:
    """The tables for a card. UsageError if the ruleset has nothing by which it could be set off."""
    match card:
        case Gift():
            return (_gift_trial(rules, card.id),)
        case Icon():
            return (_icon_trial(rules, card),)
        case Powerholder():
            return tuple(_powerholder_trials(rules, card))
        case Rival():
            return tuple(_rival_trials(rules, card))


def _gift_trial(rules: Ruleset, gift: str) -> Trial:
    recipient = _bystander(rules, gift)
    quiet = patched(rules, _quiet(rules) | {"powerholders": {recipient: {"effetto_ordine": []}}})
    return _trial(quiet, "players", gift, recipient, f"gift/{gift}")


def _icon_trial(rules: Ruleset, icon: Icon) -> Trial:
    """The icon alone on a gift; as the first gift that has it uses it, if one does."""
    carrier = (*rules.numbers.hand.given, *rules.gifts)[0]
    change = {"icons": [dict(sample_use(rules, icon))], "conspiracy": False}
    return _gift_trial(patched(rules, {"gifts": {carrier: change}}), carrier)


def _powerholder_trials(rules: Ruleset, card: Powerholder) -> Iterator[Trial]:
    marked = next((gift for gift in (*rules.numbers.hand.given, *rules.gifts) if rules.gifts[gift].conspiracy), None)
    if marked is None:
        raise UsageError("no gift has the conspiracy mark, so nothing ever sets off an EFFETTO ORDINE [T-7]")
    quiet = patched(rules, _quiet(rules) | {"gifts": {marked: {"icons": []}}})
    yield _trial(quiet, "players", marked, card.id, f"powerholder/{card.id}")
    if rules.numbers.solo and _SOLO_WORDS & set(_tags(effects(rules)[f"powerholder/{card.id}"])):
        yield _trial(quiet, "solo", marked, card.id, f"powerholder/{card.id}")


def _rival_trials(rules: Ruleset, card: Rival) -> Iterator[Trial]:
    """One table early in the tracks and the scores, and one late."""
    solo = rules.numbers.solo
    if solo is None:
        raise UsageError("this ruleset has no solo game, so a rival does nothing")
    offered = (*rules.numbers.hand.given, *rules.gifts)[0]
    every_round = {"ability_rounds": list(range(1, rules.numbers.turn.turns + 1))}
    change: dict[str, Any] = _quiet(rules) | {"gifts": {offered: {"icons": [], "conspiracy": False}}}
    change["set"] = {**change["set"], "solo": {**change["set"]["solo"], **every_round}}
    quiet = patched(rules, change)
    recipient = next(who for who in rules.powerholders if who not in card.names)
    for name, late in (("solo-early", False), ("solo-late", True)):
        yield _trial(quiet, name, offered, recipient, f"rival/{card.id}", rival=card.id, late=late)


def sample_use(rules: Ruleset, icon: Icon) -> Mapping[str, Any]:
    """How a gift uses an icon: the first one that does, or with the first value of each parameter."""
    for gift in rules.gifts.values():
        for use in gift.icons:
            if icon.id in use:
                return use
    samples = {
        "powerholder": next(iter(rules.powerholders)),
        "organisation": next(iter(rules.organisations)),
        "gift": next(iter(rules.gifts)),
    }
    values = {name: samples.get(kind, 1) for name, kind in icon.parameters.items()}
    return {icon.id: values.pop(icon.id, True), **values}


# ---- the table


def _quiet(rules: Ruleset) -> dict[str, Any]:
    """The change under which nothing happens by itself."""
    silent: dict[str, Any] = {"turn": {"expansion": [], "reward": []}, "hand": {"drawn": 0}}
    if rules.numbers.solo:
        silent["solo"] = {"turn": [], "income": [], "ability_rounds": []}
    return {"set": silent}


def _trial(
    rules: Ruleset,
    name: str,
    gift: str,
    recipient: str,
    program: str,
    *,
    rival: str | None = None,
    late: bool = False,
) -> Trial:
    solo = name != "players"
    slot = rules.numbers.row.places // 2
    given: dict[str, Any] = {"seats": _seats(rules, gift, recipient, 1 if solo else 2, late), "markers": {}}
    for who, track in rules.numbers.tracks.items():
        given["markers"][who] = len(track.spaces) - 1 if late else (len(track.spaces) - 1) // 2
    if solo:
        given |= {"mode": "solo", "bazzi_betti": {"vp": 5}, "difficulty": next(iter(_difficulties(rules)))}
        given |= {"rival": rival} if rival else {}
    return Trial(name, situation(rules, given), Offer(gift, slot), program)


def _difficulties(rules: Ruleset) -> Mapping[str, int]:
    assert rules.numbers.solo is not None
    return rules.numbers.solo.difficulties


def _seats(rules: Ruleset, gift: str, recipient: str, seats: int, late: bool) -> list[dict[str, Any]]:
    """A row with gifts on it, all but one card face up, and a hand; for every seat."""
    stock = _Stock(rules, seats, gift)
    described: list[dict[str, Any]] = []
    for seat in range(seats):
        row = _row(rules, stock, recipient if seat == 0 else None)
        hand = ([gift] if seat == 0 else []) + stock.take(2)
        described.append({"row": row, "hand": hand, "vp": min(rules.numbers.vp.most, 20 if late else 5)})
    return described


def _row(rules: Ruleset, stock: _Stock, recipient: str | None) -> list[Any]:
    """The recipient in the middle; others around, with gifts on every other place and one place face down."""
    others = [who for who in rules.powerholders if who != recipient]
    middle = rules.numbers.row.places // 2
    row: list[Any] = []
    for slot in range(rules.numbers.row.places):
        if slot == middle and recipient is not None:
            row.append({"up": recipient})
        elif slot == middle - 1:
            row.append({"down": others.pop(0)})
        else:
            row.append({"up": others.pop(0), "gifts": stock.take(1) if slot % 2 == 0 else []})
    return row


class _Stock:
    """Gifts to lay on a table: every other one conspiracy-marked, none a threat letter, until they run out."""

    def __init__(self, rules: Ruleset, seats: int, tried: str) -> None:
        given = rules.numbers.hand.given
        left = Counter({card.id: card.copies * (seats if card.id in given else 1) for card in rules.gifts.values()})
        left[tried] -= 1
        usable = [card for card in rules.gifts.values() if not card.threat_letter and card.id not in (*given, tried)]
        usable.sort(key=lambda card: card.conspiracy)
        plain = [card.id for card in usable if not card.conspiracy]
        marked = [card.id for card in usable if card.conspiracy]
        self._gifts = [gift for gift in _alternately(marked, plain) if left[gift] > 0]

    def take(self, count: int) -> list[str]:
        """So many gifts, or fewer if there are no more."""
        taken, self._gifts = self._gifts[:count], self._gifts[count:]
        return taken


def _alternately(first: Sequence[str], second: Sequence[str]) -> list[str]:
    longest = max(len(first), len(second))
    return [gifts[at] for at in range(longest) for gifts in (first, second) if at < len(gifts)]


def _bystander(rules: Ruleset, gift: str) -> str:
    """A recipient whom the gift does not name, so that it shows what happens to the recipient as such."""
    values = [item for use in rules.gifts[gift].icons for item in use.values()]
    everyone = list(rules.powerholders)
    return next((who for who in reversed(everyone) if who not in values), everyone[0])


def _tags(steps: Sequence[Node]) -> Iterator[str]:
    for step in steps:
        yield from (node.tag for node in walk(step))
