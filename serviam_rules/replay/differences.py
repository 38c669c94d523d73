"""How two games of one replay come apart, and which cards are to blame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from serviam_rules import plain
from serviam_rules.actions import Action
from serviam_rules.errors import RulesetMismatch, ServiamError
from serviam_rules.events import CardResolved, Event
from serviam_rules.kinds import NAMED
from serviam_rules.model import Ruleset
from serviam_rules.plain import RulesetStamp
from serviam_rules.state import GameState

#: How much of a digest marks the table after each action.
MARK: Final = 8
_MOST_NAMED: Final = 12


class ReplayParted(ServiamError, ValueError):
    """A replay, played again, is no longer the game that was recorded.

    `step` is the number of the action at which they part (from 1; 0 is the setup), `action` that action, `cards` the
    changed cards that took part in it, or all changed ones if none is known to have.
    """

    def __init__(self, step: int, action: Action | None, reason: str, cards: tuple[str, ...] = ()) -> None:
        self.step = step
        self.action = action
        self.reason = reason
        self.cards = cards
        where = f"at action {step} ({plain.text(action)})" if action is not None else "at the setup"
        blame = f"; changed: {named(cards)}" if cards else ""
        super().__init__(f"the games part {where}: {reason}{blame}")

    def __reduce__(self) -> tuple[type[ReplayParted], tuple[Any, ...]]:
        return ReplayParted, (self.step, self.action, self.reason, self.cards)


def named(differences: Iterable[str]) -> str:
    """Differences as a list for a sentence, cut when it is long."""
    words = list(differences)
    more = len(words) - _MOST_NAMED
    return ", ".join(words[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def table_digest(state: GameState) -> str:
    """The digest of everything in a state but its ruleset: the same for the same table under other rules."""
    data = plain.unfold(state)
    return plain.digest({key: item for key, item in data.items() if key != "ruleset"})


def mark(state: GameState) -> str:
    """The mark of a table in an action's line."""
    return table_digest(state)[:MARK]


def changed_cards(recorded: Mapping[str, str], rules: Ruleset) -> tuple[str, ...]:
    """The cards, by `kind/id`, that are not what they were when the game was recorded; those of the record first."""
    here = rules.card_prints
    changed = [card for card in recorded if here.get(card) != recorded[card]]
    return (*changed, *(card for card in here if card not in recorded))


def mismatch(recorded: RulesetStamp, cards: Mapping[str, str], rules: Ruleset) -> RulesetMismatch:
    """The error for a replay of other rules: it names the packs and cards that differ."""
    then = {pack.id: pack for pack in recorded.packs}
    now = {pack.id: pack for pack in rules.packs}
    told = [f"pack {one.id} {one.version} is not loaded" for one in recorded.packs if one.id not in now]
    told += [f"pack {one.id} {one.version} is new" for one in rules.packs if one.id not in then]
    told += [
        f"pack {one.id} was {one.version} and is {now[one.id].version}"
        for one in recorded.packs
        if one.id in now and now[one.id].version != one.version
    ]
    told += [_difference(card, cards, rules) for card in changed_cards(cards, rules)]
    kept = told if len(told) <= _MOST_NAMED else [*told[:_MOST_NAMED], f"{len(told) - _MOST_NAMED} more"]
    return RulesetMismatch(recorded.fingerprint, rules.fingerprint, kept)


def _difference(card: str, recorded: Mapping[str, str], rules: Ruleset) -> str:
    if card not in recorded:
        return f"{card} is new"
    return f"{card} has changed" if card in rules.card_prints else f"{card} is gone"


def blamed(changed: tuple[str, ...], events: Iterable[Event], rules: Ruleset) -> tuple[str, ...]:
    """Of the changed cards, those that took part in these events; all of them if none is known to have."""
    involved: set[str] = set()
    for told in events:
        if isinstance(told, CardResolved):
            kind, _, card = told.source.partition("/")
            involved.add(f"{NAMED.get(kind, kind)}/{card}")
            involved.update(_icons(kind, card, rules))
    return tuple(card for card in changed if card in involved) or changed


def _icons(kind: str, card: str, rules: Ruleset) -> set[str]:
    """The icons of a gift: a key of an icon's use that names an icon."""
    if kind != "gift" or card not in rules.gifts:
        return set()
    return {f"icons/{key}" for use in rules.gifts[card].icons for key in use if key in rules.icons}
