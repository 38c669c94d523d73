"""Where a text stops being rule text, and what could stand there instead.

`parse` looks at whole stretches and so cannot say how far a text is right. Here it is followed from its beginning, by
every phrase at once: the furthest sign that any of them comes to is where it stops, and what they wait for there is
what could stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from serviam_rules.effects.node import STEP, Sort
from serviam_rules.text.folding import fold
from serviam_rules.text.grammar import Grammar, Index, folded
from serviam_rules.text.parse import called_elements, can_be_named
from serviam_rules.text.patterns import ID, NAME, NODE, NODES
from serviam_rules.text.phrase import Elements, Gap
from serviam_rules.text.template import PhraseError, Slot
from serviam_rules.values import value

_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,9}")
_LETTER: Final = re.compile(r"[a-z][0-9]{0,3}(?![a-z])")
_WORD: Final = re.compile(r"[\w'’+-]+|\S")


@value
class Stop:
    """Where a text stops being rule text: the sign of the folded text, and what could stand there: kinds of things (`a
    number`), then words in quotation marks."""

    text: str
    at: int
    wanted: tuple[str, ...]

    @property
    def word(self) -> str:
        """The word that stands there; "" at the end."""
        found = _WORD.search(self.text, self._begin)
        return found.group() if found else ""

    @property
    def before(self) -> str:
        """What can be read, up to that word."""
        return self.text[: self._begin].strip()

    @property
    def _begin(self) -> int:
        """Where the word begins whose sign does not fit."""
        within = (word for word in _WORD.finditer(self.text) if word.start() < self.at < word.end())
        return next((word.start() for word in within), self.at)


def stop(grammar: Grammar, written: str, form: str) -> Stop:
    """Where a text that is no effect stops being one."""
    reading = _Following(grammar, written.strip())
    try:
        elements = folded(grammar.effect(form))
        ends = reading.elements(elements, 0, frozenset({0}))
        if ends and max(ends) >= reading.furthest:
            reading.wants(max(ends), "its end")
    except (RecursionError, PhraseError):
        pass
    wanted = sorted(reading.wanted, key=lambda what: what.startswith(("'", '"')))
    return Stop(reading.text.rstrip(), reading.furthest, tuple(wanted))


class _Following:
    """Follows one text from left to right. Where an expression that begins somewhere can end is asked once."""

    def __init__(self, grammar: Grammar, text: str) -> None:
        self.grammar = grammar
        self.text = fold(text) + " "  # so that a text that ends between words is one that goes on
        self.furthest = 0
        self.wanted: dict[str, None] = {}
        self._ends: dict[tuple[str, str, str, int], frozenset[int]] = {}

    def wants(self, at: int, what: str) -> None:
        """Note what could stand here."""
        if at > self.furthest:
            self.furthest, self.wanted = at, {}
        if at == self.furthest:
            self.wanted[what] = None

    def literal(self, words: str, at: int) -> Iterable[int]:
        if self.text.startswith(words, at):
            return (at + len(words),)
        same = 0
        while same < len(words) and self.text[at + same : at + same + 1] == words[same]:
            same += 1
        # Half a word is not right: what is wanted is wanted from the word's beginning.
        fitting = words[:same].rfind(" ") + 1
        self.wants(at + fitting, repr(words[fitting:].strip()))
        return ()

    def elements(self, elements: Elements, first: int, starts: frozenset[int]) -> frozenset[int]:
        """Where the rest of a template can end."""
        for element in elements[first:]:
            ends: set[int] = set()
            for at in starts:
                ends.update(self.literal(element, at) if isinstance(element, str) else self.gap(element, at))
            starts = frozenset(ends)
        return starts

    def gap(self, gap: Gap, at: int) -> Iterable[int]:
        hole, slot = gap.hole, gap.slot
        if hole.kind in (NODE, NODES):
            assert hole.sort is not None
            return self.nodes(hole.sort, slot.form, at) if hole.kind == NODE else self.items(hole.sort, slot, at)
        if hole.kind == ID:
            return self.spelling(hole.of, at)
        pattern, what = (_LETTER, "a letter") if hole.kind == NAME else (_INTEGER, "a number")
        found = pattern.match(self.text, at)
        if found is None:
            self.wants(at, what)
            return ()
        return (found.end(),)

    def spelling(self, kind: str, at: int) -> list[int]:
        """Names that stand here."""
        ends = [at + len(name) for name in self.grammar.spellings.get(kind, {}) if self.text.startswith(name, at)]
        if not ends:
            self.wants(at, f"a {kind}")
        return ends

    def nodes(self, sort: Sort, form: str, at: int) -> frozenset[int]:
        """Where an expression that begins here can end. One that begins with one of its own sort is tried twice."""
        key = (sort.name, form, "", at)
        if key in self._ends:
            return self._ends[key]
        self._ends[key] = frozenset()
        for _ in range(3):
            ends = {
                *self._ends[key],
                *self.phrases(self.grammar.readings(sort, form), at),
                *self.bracketed(sort, form, at),
            }
            if any(can_be_named(word) for word in sort.words.values()):
                ends.update(self.elements(called_elements(self.grammar, sort, form), 0, frozenset({at})))
            if ends == self._ends[key]:
                break
            self._ends[key] = frozenset(ends)
        return self._ends[key]

    def phrases(self, index: Index, at: int) -> set[int]:
        made = [reading.elements for readings in index.values() for reading in readings]
        return {end for elements in dict.fromkeys(made) for end in self.elements(elements, 0, frozenset({at}))}

    def bracketed(self, sort: Sort, form: str, at: int) -> set[int]:
        if not self.text.startswith("(", at):
            return set()
        return {end + 1 for end in self.nodes(sort, form, at + 1) if self.text.startswith(")", end)}

    def items(self, sort: Sort, slot: Slot, at: int) -> frozenset[int]:
        """Where a list that begins here can end."""
        key = (sort.name, slot.form, f"list {slot.join}", at)
        if key in self._ends:
            return self._ends[key]
        self._ends[key] = frozenset()
        joining = self.grammar.joining(slot.join)
        ends: set[int] = set()
        if joining.none and self.text.startswith(fold(joining.none), at):
            ends.add(at + len(fold(joining.none)))
        forms = dict.fromkeys((joining.leading or slot.form, slot.form))
        reached = {end for form in forms for end in self.item(sort, form, at)}
        while new := reached - ends:
            ends |= new
            joins = dict.fromkeys((fold(joining.between), fold(joining.last)))
            begun = {start for end in new for join in joins for start in self.literal(join, end)}
            reached = {end for start in begun for form in forms for end in self.item(sort, form, start)}
        self._ends[key] = frozenset(ends)
        return self._ends[key]

    def item(self, sort: Sort, form: str, at: int) -> set[int]:
        ends = set(self.nodes(sort, form, at))
        if sort is STEP:
            ends |= self.phrases(self.grammar.idiom_readings(form), at)
        return ends
