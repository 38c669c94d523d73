"""Players, places, cards and causes as messages call them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from serviam_rules.effects.force import InForce
from serviam_rules.kinds import PLAYED
from serviam_rules.state import (
    BranchOption,
    CardOption,
    GiftOption,
    Lasting,
    Option,
    PlaceOption,
    PlayerOption,
    PowerholderOption,
    RuleOption,
    StopOption,
)
from serviam_rules.text import prompts
from serviam_rules.text.language import Language
from serviam_rules.text.localised import Text
from serviam_rules.values import BAZZI_BETTI, Side

#: The kinds of cards by the first part of a program's id: `gift/alms`.


def player(language: Language, side: Side) -> Text:
    """A player by number, counted from 1, or the automatic family by name."""
    if side != BAZZI_BETTI:
        return language.say("player", number=int(side) + 1)
    return family(language)


def family(language: Language) -> Text:
    """The automatic family."""
    solo = language.rules.numbers.solo
    key = solo.family if solo else BAZZI_BETTI
    if key not in language.rules.families:
        return language.say("automatic")
    return language.name("families", key)


def gift(language: Language, key: str) -> Text:
    """A gift by name."""
    return language.name("gifts", key)


def powerholder(language: Language, key: str) -> Text:
    """A powerholder by name."""
    return language.name("powerholders", key)


def rival(language: Language, key: str) -> Text:
    """A rival by name."""
    return language.name("rivals", key)


def place(slot: int) -> int:
    """The number of a place as people count: the leftmost is 1."""
    return slot + 1


def source(language: Language, program: str) -> Text:
    """What an effect belongs to: a gift, an EFFETTO ORDINE, a rival, a phase or an item of the scoring."""
    kind, _, key = program.partition("/")
    of_card = kind.removeprefix("lasting-")
    things: Any = getattr(language.rules, PLAYED[of_card]) if of_card in PLAYED else {}
    if key.partition("/")[0] in things:
        return language.say(f"sources.{kind}", card=language.name(PLAYED[of_card], key.partition("/")[0]))
    exact = f"sources.{kind}-{key}"
    return language.say(exact if language.has(exact) else "sources.other")


def option(language: Language, thing: Option) -> Text:
    """What an option stands for; a branch says what would be done."""
    return _OPTIONS[type(thing)](language, thing)


def _place_option(language: Language, thing: Any) -> Text:
    where: dict[str, str | int] = {"player": player(language, thing.side), "place": place(thing.slot)}
    if thing.powerholder is None:
        return language.say("options.place-hidden", **where)
    name = powerholder(language, thing.powerholder)
    if thing.gift is None:
        return language.say("options.place", powerholder=name, **where)
    return language.say("options.place-gift", powerholder=name, gift=gift(language, thing.gift), **where)


def _gift_option(language: Language, thing: Any) -> Text:
    name = gift(language, thing.gift)
    return language.say("options.gift-copies", gift=name, copies=thing.copies) if thing.copies > 1 else name


def _branch_option(language: Language, thing: Any) -> Text:
    return prompts.branch(language, thing)


def _rule_option(language: Language, thing: Any) -> Text:
    words = prompts.rule(language, thing.program, thing.position)
    return language.say("options.rule", source=source(language, thing.program), rule=words)


def laid(language: Language, rule: Lasting) -> Text:
    """A rule that has been laid down, with whom it means."""
    return prompts.rule(language, rule.program, rule.position, rule)


def in_force(language: Language, one: InForce) -> Text:
    """A rule that holds now."""
    return prompts.rule(language, one.rule.program, one.rule.position, one.laid)


def _powerholder_option(language: Language, thing: Any) -> Text:
    return powerholder(language, thing.powerholder)


def _card_option(language: Language, thing: Any) -> Text:
    return gift(language, thing.gift)


def _stop_option(language: Language, thing: Any) -> Text:
    return language.say("options.stop")


def _player_option(language: Language, thing: Any) -> Text:
    return player(language, thing.side)


_OPTIONS: Final[dict[type, Callable[[Language, Any], Text]]] = {
    PowerholderOption: _powerholder_option,
    PlaceOption: _place_option,
    GiftOption: _gift_option,
    PlayerOption: _player_option,
    BranchOption: _branch_option,
    RuleOption: _rule_option,
    CardOption: _card_option,
    StopOption: _stop_option,
}
