"""Players, places, cards and causes as messages call them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from serviam_rules.kinds import PLAYED
from serviam_rules.state import (
    BranchOption,
    GiftOption,
    Option,
    PlaceOption,
    PlayerOption,
    PowerholderOption,
)
from serviam_rules.text import prompts
from serviam_rules.text.language import Language
from serviam_rules.text.spoken import Text
from serviam_rules.values import BAZZI_BETTI, Side

#: The kinds of cards by the first part of a program's id: `gift/alms`.


def player(spoken: Language, side: Side) -> Text:
    """A player by number, counted from 1, or the automatic family by name."""
    if side != BAZZI_BETTI:
        return spoken.say("player", number=int(side) + 1)
    return family(spoken)


def family(spoken: Language) -> Text:
    """The automatic family."""
    solo = spoken.rules.numbers.solo
    key = solo.family if solo else BAZZI_BETTI
    if key not in spoken.rules.families:
        return spoken.say("automatic")
    return spoken.name("families", key)


def gift(spoken: Language, key: str) -> Text:
    """A gift by name."""
    return spoken.name("gifts", key)


def powerholder(spoken: Language, key: str) -> Text:
    """A powerholder by name."""
    return spoken.name("powerholders", key)


def rival(spoken: Language, key: str) -> Text:
    """A rival by name."""
    return spoken.name("rivals", key)


def place(slot: int) -> int:
    """The number of a place as people count: the leftmost is 1."""
    return slot + 1


def source(spoken: Language, program: str) -> Text:
    """What an effect belongs to: a gift, an EFFETTO ORDINE, a rival, a phase or an item of the scoring."""
    kind, _, key = program.partition("/")
    things: Any = getattr(spoken.rules, PLAYED[kind]) if kind in PLAYED else {}
    if key in things:
        return spoken.say(f"sources.{kind}", card=spoken.name(PLAYED[kind], key))
    exact = f"sources.{kind}-{key}"
    return spoken.say(exact if spoken.has(exact) else "sources.other")


def option(spoken: Language, thing: Option) -> Text:
    """What an option stands for; a branch says what would be done."""
    return _OPTIONS[type(thing)](spoken, thing)


def _place_option(spoken: Language, thing: Any) -> Text:
    where: dict[str, str | int] = {"player": player(spoken, thing.side), "place": place(thing.slot)}
    if thing.powerholder is None:
        return spoken.say("options.place-hidden", **where)
    lying = powerholder(spoken, thing.powerholder)
    if thing.gift is None:
        return spoken.say("options.place", powerholder=lying, **where)
    return spoken.say("options.place-gift", powerholder=lying, gift=gift(spoken, thing.gift), **where)


def _gift_option(spoken: Language, thing: Any) -> Text:
    name = gift(spoken, thing.gift)
    return spoken.say("options.gift-copies", gift=name, copies=thing.copies) if thing.copies > 1 else name


def _branch_option(spoken: Language, thing: Any) -> Text:
    return prompts.branch(spoken, thing)


def _powerholder_option(spoken: Language, thing: Any) -> Text:
    return powerholder(spoken, thing.powerholder)


def _player_option(spoken: Language, thing: Any) -> Text:
    return player(spoken, thing.side)


_OPTIONS: Final[dict[type, Callable[[Language, Any], Text]]] = {
    PowerholderOption: _powerholder_option,
    PlaceOption: _place_option,
    GiftOption: _gift_option,
    PlayerOption: _player_option,
    BranchOption: _branch_option,
}
