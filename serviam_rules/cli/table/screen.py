"""What the table looks like to a seat: a view as lines of text, and the words of the table.

Every line fits the width that is asked for, in every language: widths are counted in cells, before looks are added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from serviam_rules.cli.cards import MASK, STAR, effect_text, icon_text
from serviam_rules.cli.cells import cells, cut, pad, wrap
from serviam_rules.cli.terminal import Style
from serviam_rules.effects.force import InForce, in_force
from serviam_rules.faces.names import name_of, say
from serviam_rules.model import Card, Ruleset
from serviam_rules.text import things
from serviam_rules.text.language import Value, language_of
from serviam_rules.text.localised import Text, number
from serviam_rules.values import PowerholderId, Seat, Side
from serviam_rules.views import BazziBettiView, PlaceView, PlayerView, View

# ---- words


class Words:
    """A ruleset and its words in one language, and how they look."""

    def __init__(self, rules: Ruleset, locale: str, style: Style) -> None:
        self.rules = rules
        self.locale = locale
        self.style = style
        self._language = language_of(rules, locale)

    @property
    def comma(self) -> str:
        """What stands between the things of a list."""
        return say(self.rules, "comma", self.locale)

    def __call__(self, key: str, **facts: Value) -> Text:
        """A word, or a sentence with facts in it; in the next language, and marked so, if this one lacks it."""
        return self._language.say(f"table.{key}", **facts)

    def describe(self, thing: object) -> str:
        """An event, option, action or decision in words."""
        return str(self.rules.describe(thing, self.locale))

    def text(self, card: Card) -> str:
        """What a card does."""
        return effect_text(self.rules, card, self.locale)

    def gift(self, gift: str) -> str:
        return name_of(self.rules, "gifts", gift, self.locale)

    def powerholder(self, who: str) -> str:
        return name_of(self.rules, "powerholders", who, self.locale)

    def rival(self, rival: str) -> str:
        return name_of(self.rules, "rivals", rival, self.locale)

    def phase(self, phase: str) -> str:
        return say(self.rules, f"phases.{phase}", self.locale)

    def organisation(self, organisation: str) -> str:
        return name_of(self.rules, "organisations", organisation, self.locale)

    def family(self, family: str) -> str:
        return name_of(self.rules, "families", family, self.locale)

    def rule(self, one: InForce) -> str:
        """A rule that holds, with the card whose it is or whom it means."""
        words = things.in_force(self._language, one)
        return f"{words} ({things.source(self._language, one.rule.program)})"

    def side(self, view: View, side: Side) -> str:
        """A player, or Bazzi-Betti, by family."""
        return self.family(view.side(side).family)

    def player(self, seat: Seat, family: str) -> str:
        """A player by number and family."""
        return self("player", number=seat + 1, family=self.family(family))


# ---- lines

_MARGIN: Final = "  "
#: Cells of one space of a track.
_SPACE: Final = 4


def table_lines(view: View, words: Words, width: int, height: int = 0) -> list[str]:
    """The whole table: what is going on, the others, and last what the seat decides by: tracks, its row, its hand.

    If that is more than `height` lines, the hand is told without the words of its gifts, which `i` shows.
    """
    others, own = _in_order(view), _own(view)
    lines = _heading(view, words, width)
    for player in others:
        if player is not own:
            lines += ["", *_player(view, player, words, width)]
    lines += [*_rival(view, words, width), *_rules(view, words, width), "", *_tracks(view, words, width)]
    if own is None:
        return lines
    lines += ["", *_player(view, own, words, width)]
    title = ["", words.style(words("hand"), "bold")]
    hand = [*title, *hand_lines(view, view.own_hand, words, width)]
    if 0 < height < len(lines) + len(hand):
        hand = [*title, *hand_lines(view, view.own_hand, words, width, short=True)]
    return lines + hand


def _own(view: View) -> PlayerView | None:
    return None if view.seat is None else view.players[view.seat]


def _in_order(view: View) -> list[PlayerView]:
    """The others as they sit from the viewer's left on, the viewer last."""
    count = len(view.players)
    first = 0 if view.seat is None else (view.seat + 1) % count
    return [view.players[(first + at) % count] for at in range(count)]


def _heading(view: View, words: Words, width: int) -> list[str]:
    rules = view.ruleset
    turns = rules.numbers.turn.turns * len(view.players)
    key = "round" if view.mode == "solo" else "turn"
    when = words(key, turn=view.turn, turns=turns) if view.turn else words("arranging")
    decks = words("decks", deck=len(view.gift_deck), discard=len(view.gift_discard))
    return [words.style(cut(f"{when} · {decks}", width), "bold")]


# ---- tracks


def _tracks(view: View, words: Words, width: int) -> Iterator[str]:
    """A line each powerholder: organisation, name, rank, the spaces with the marker's in brackets, the influence."""
    rules = view.ruleset
    people = list(rules.powerholders.values())
    groups = [words.organisation(card.organisation) for card in people]
    spaces = max(len(track.spaces) for track in rules.numbers.tracks.values()) * _SPACE
    stars = max(card.rank for card in people)
    name_width = max(cells(words.powerholder(card.id)) for card in people)
    group_width = max(map(cells, groups))
    beside = group_width + name_width + stars + spaces + 12 <= width
    last = ""
    for card, group in zip(people, groups, strict=True):
        if group != last and not beside:
            yield words.style(group, "dim")
        colour = rules.organisations[card.organisation].colour
        name = pad(words.powerholder(card.id), name_width)
        rank = pad(STAR * card.rank, stars)
        track = "".join(_spaces(view, card.id))
        influence = pad(number(view.influence(card.id)), 4, "right")
        shown = pad(group if group != last else "", group_width) + " " if beside else _MARGIN
        yield (
            words.style(shown, "dim")
            + words.style(name, colour) + f" {rank}  {track}  " + words.style(influence, "bold")
        ).rstrip()  # fmt: skip
        last = group


def _spaces(view: View, who: PowerholderId) -> Iterator[str]:
    marker = view.markers[who]
    for at, value in enumerate(view.ruleset.numbers.tracks[who].spaces):
        yield pad(f"[{number(value)}]" if at == marker else f"{number(value)} ", _SPACE, "right")


def _rival(view: View, words: Words, width: int) -> list[str]:
    """The solo game's other side: the rival with its words, and the row of Bazzi-Betti."""
    if view.bazzi_betti is None or view.rival is None:
        return []
    card = view.ruleset.rivals[view.rival]
    text = f"{words('rival', name=words.rival(card.id))} · {' '.join(words.text(card).split())}"
    return ["", *_bazzi_betti(view.bazzi_betti, words, width), *wrap(f"{_MARGIN}{text}", width, _MARGIN)]


def _rules(view: View, words: Words, width: int) -> Iterator[str]:
    """The rules that hold now, each with whose it is."""
    lines = (words("rule", player=words.side(view, one.side), rule=words.rule(one)) for one in in_force(view))
    found = dict.fromkeys(lines)
    if found:
        yield ""
        yield words.style(words("rules"), "bold")
    for line in found:
        yield from wrap(f"{_MARGIN}{line}", width, _MARGIN * 2)


def _bazzi_betti(family: BazziBettiView, words: Words, width: int) -> list[str]:
    open_ = [words.powerholder(place.powerholder) for place in family.row if place.face_up and place.powerholder]
    down = sum(not place.face_up for place in family.row)
    row = words.comma.join([*open_, *([words("more_down", count=down)] if down else [])])
    facts = f"{words('vp', vp=family.vp)} · {words('deck_size', count=len(family.deck))}"
    head = words.style(cut(f"{words.family(family.family)} · {facts}", width), "bold")
    return [head, *wrap(f"{_MARGIN}{row}", width, _MARGIN)]


# ---- players


def _player(view: View, player: PlayerView, words: Words, width: int) -> list[str]:
    facts = [words("vp", vp=player.vp), words("hand_size", count=len(player.hand))]
    facts.append(words("deck_size", count=len(player.deck)))
    own = player.seat == view.seat
    name = words.player(player.seat, player.family) + (f" ({words('you')})" if own else "")
    mark = "▸ " if player.seat == view.to_act else _MARGIN
    head = cut(f"{mark}{name} · {' · '.join(facts)}", width)
    colour = view.ruleset.families[player.family].colour
    lines = [words.style(head, "bold", colour)]
    places = [list(_place(view, place, slot, words)) for slot, place in enumerate(player.row)]
    cell = min(22, (width - len(_MARGIN)) // max(1, len(player.row)))
    if any(cells(text) >= cell for place in places for text, *_ in place):
        return lines + [line for place in places for line in _place_in_lines(place, words, width)]
    for row in range(max(map(len, places), default=0)):
        parts = [(place[row] if row < len(place) else ("",)) for place in places]
        lines.append((_MARGIN + "".join(_cell(part, cell, words) for part in parts)).rstrip())
    return lines


def _cell(part: Sequence[str], cell: int, words: Words) -> str:
    """A text with its looks, in a cell of the row."""
    text, *looks = part
    return words.style(pad(text, cell), *looks)


def _place_in_lines(place: Sequence[Sequence[str]], words: Words, width: int) -> list[str]:
    """A place where there is no room for all of them side by side: name, rank and influence, then the gifts."""
    (first, *looks), *rest = place
    text = _MARGIN + "  ".join([first, *(part[0].strip() for part in rest[:1])])
    if gifts := [part[0].strip() for part in rest[1:]]:
        text += f"  {words.comma.join(gifts)}"
    return [words.style(line, *looks) for line in wrap(text, width, " " * 6)]


def _place(view: View, place: PlaceView, slot: int, words: Words) -> Iterator[tuple[str, ...]]:
    """The lines of a place: number and name, rank and influence, the pile with the topmost gift first."""
    known = f"({words.powerholder(place.powerholder)})" if place.powerholder else words("face_down")
    if not place.face_up or place.powerholder is None:
        yield f"{slot + 1} {known}", "dim"
        return
    card = view.ruleset.powerholders[place.powerholder]
    colour = view.ruleset.organisations[card.organisation].colour
    yield f"{slot + 1} {words.powerholder(card.id)}", colour
    yield f"  {STAR * card.rank} {number(view.influence(card.id))}", colour
    for gift in reversed(place.gifts):
        found = view.ruleset.gifts[gift]
        marks = MASK * found.conspiracy + "+" * (found.category == card.organisation)
        yield f"  {marks}{' ' * bool(marks)}{words.gift(gift)}", ""


def hand_lines(view: View, hand: Sequence[str], words: Words, width: int, *, short: bool = False) -> list[str]:
    """The hand: each kind of gift with its number, its marks and, unless it is to be `short`, what it does."""
    lines: list[str] = []
    for at, gift in enumerate(dict.fromkeys(hand), start=1):
        card = view.ruleset.gifts[gift]
        copies = f" ×{hand.count(gift)}" if hand.count(gift) > 1 else ""
        category = words.organisation(card.category) if card.category else ""
        colour = view.ruleset.organisations[card.category].colour if card.category else ""
        icons = " ".join(icon_text(view.ruleset, use, words.locale) for use in card.icons)
        facts = [words.gift(gift) + copies, category, f"{MASK} " * card.conspiracy + icons]
        line = cut(f"{at:>3}  " + " · ".join(fact for fact in facts if fact), width)
        lines.append(words.style(line, colour))
        if not short:
            lines += [words.style(part, "dim") for part in wrap(f"     {words.text(card)}", width, " " * 5)]
    return lines
