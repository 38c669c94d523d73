"""A ruleset's effects, put into its tables.

Where its programs lie ready as Python (`effects.functions`), nothing is imported here that reads, compiles or writes
the card language: a game is under way in half the time.
"""

from __future__ import annotations

from functools import cache

from serviam_rules.actions import Offer
from serviam_rules.effects.force import Rules
from serviam_rules.effects.functions import Functions, Writes, module_name
from serviam_rules.effects.running import places
from serviam_rules.effects.tables import Tables, Trees
from serviam_rules.effects.ways import about
from serviam_rules.errors import UsageError, unknown
from serviam_rules.model import Ruleset
from serviam_rules.state import PlayerRef
from serviam_rules.values import BAZZI_BETTI, GiftId


def tables(rules: Ruleset) -> Tables:
    """The tables of a ruleset, made on first use and kept with it."""
    if rules.tables is None:
        rules.keep("tables", _make(rules))
    made: Tables = rules.tables  # pyright: ignore[reportAssignmentType] - it has just been made
    return made


def _make(rules: Ruleset) -> Tables:
    numbers = rules.numbers
    gifts = rules.gifts.values()
    deck = tuple(card.id for card in gifts if card.id not in numbers.hand.given for _ in range(card.copies))

    @cache
    def trees() -> Trees:
        from serviam_rules.effects.trees import trees_of

        return trees_of(rules)

    def writer() -> Writes:
        from serviam_rules.effects.writer import Writer

        return Writer(rules, trees())

    functions = Functions(rules, writer)
    if not functions.ready:
        trees()  # effects that cannot be carried out are refused now
    return Tables(
        order=tuple(rules.powerholders),
        index=dict(rules.index),
        values=tuple(numbers.tracks[who].spaces for who in rules.powerholders),
        last=tuple(len(numbers.tracks[who].spaces) - 1 for who in rules.powerholders),
        places=places(numbers.players.most, numbers.row.places, numbers.solo.row if numbers.solo else 0),
        players={side: (PlayerRef(side),) for side in (*range(numbers.players.most), BAZZI_BETTI)},
        letters=frozenset(card.id for card in gifts if card.threat_letter),
        conspiracies=frozenset(card.id for card in gifts if card.conspiracy),
        offers={card.id: _offers(card.id, numbers.row.places) for card in gifts},
        functions=functions,
        gift_deck=deck,
        dealable=sum(not rules.gifts[gift].threat_letter for gift in deck),
        trees=trees,
        lasting=_lasting(trees()) if about(rules) else None,
    )


def _lasting(trees: Trees) -> Rules:
    from serviam_rules.effects.trees import rules_in

    return rules_in(trees.programs)


def _offers(gift: GiftId, places: int) -> tuple[tuple[Offer, ...], ...]:
    """For each set of places, as a bit mask, the offers of this gift to them, from the left."""
    each = [Offer(gift, slot) for slot in range(places)]
    return tuple(tuple(each[slot] for slot in range(places) if mask >> slot & 1) for mask in range(1 << places))


def source_of(rules: Ruleset, program: str) -> str:
    """A program as Python, as it is run: `gift/alms`, `powerholder/kurt`, `rival/irma`, `set/reward`.

    UsageError for a program that the ruleset does not have.
    """
    from serviam_rules.effects.writing import text

    functions = [*tables(rules).functions.written(program)]
    if not functions:
        raise UsageError(unknown("program", program, tables(rules).programs))
    return text(functions)


def module_of(rules: Ruleset) -> tuple[str, str]:
    """The file of a Python module with all programs of a ruleset, for `serviam_rules._data`: its name and its text."""
    from serviam_rules.effects.writer import module

    return f"{module_name(rules)}.py", module(rules, tables(rules).functions.written())
