"""Words -> effects: the phrases of a language, read backwards.

The reader looks at stretches of the text. For a stretch and a sort of expression it tries every phrase of the sort
whose words are there; what stands in the holes are stretches again. Each question is answered once, so ambiguous
phrases cost time only where a text is ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias, TypeVar

from serviam_rules.effects.node import RULE, STEP, Node, Sort
from serviam_rules.text.folding import fold
from serviam_rules.text.grammar import RULES, Grammar, Index, Reading, folded
from serviam_rules.text.patterns import ID, INTEGER, NAME, NODE, NODES, Found, Hole, binder, build
from serviam_rules.text.phrase import Element, Elements, Gap, Phrase
from serviam_rules.text.scope import UnboundName, normal
from serviam_rules.text.template import PLAIN, PhraseError, Slot
from serviam_rules.values import evolve

T = TypeVar("T")
Steps: TypeAlias = tuple[Node, ...]

#: Readings kept of one stretch. Two already tell that it is ambiguous.
MOST: Final = 6
#: Signs of a text. Rule text has some hundred.
LONGEST: Final = 4000
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,9}")
_NUMBER_BEGINS: Final = re.compile(r"[+-]|(?<![0-9+-])[0-9]")
_LETTER: Final = re.compile(r"[a-z][0-9]{0,3}")


def effects(grammar: Grammar, text: str, form: str = PLAIN) -> tuple[Steps, ...]:
    """Every effect that a text can mean, in normal form: none if it cannot be read, one if it is clear.

    `form` is the form of its steps, plain sentences or the short words of icons. The full stop at the end may be
    missing. A text longer than `LONGEST`, or nested too deeply to be followed, cannot be read, and none in a language
    without phrases.
    """
    found: list[Steps] = []
    if len(text) > LONGEST:
        return ()
    try:
        meanings = Reader(grammar, _ended(grammar, text.strip(), form)).effect(form)
    except (RecursionError, PhraseError):
        return ()
    for steps in meanings:
        try:
            meant = normal(steps)
        except UnboundName:
            continue
        if meant not in found:
            found.append(meant)
    return tuple(found)


def rules(grammar: Grammar, text: str) -> tuple[Steps, ...]:
    """Every list of lasting rules that a text can mean, as `effects` does."""
    if len(text) > LONGEST:
        return ()
    try:
        reader = Reader(grammar, text.strip())
        return reader.items(RULE, RULES, 0, len(reader.text))
    except (RecursionError, PhraseError):
        return ()


def _ended(grammar: Grammar, text: str, form: str) -> str:
    """The text with what stands at the end of every effect."""
    end = grammar.effect(form)[-1]
    return text + end if isinstance(end, str) and text and not fold(text).endswith(fold(end)) else text


def steps(grammar: Grammar, text: str, form: str = PLAIN) -> tuple[Steps, ...]:
    """Every step, or several said by one idiom, that a piece of a text can mean; names need not be given in it."""
    if len(text) > LONGEST:
        return ()
    try:
        reader = Reader(grammar, text.strip())
        return reader.item(STEP, form, 0, len(reader.text))
    except (RecursionError, PhraseError):
        return ()


class Reader:
    """Reads one text. Stretches are given by where they begin and end."""

    def __init__(self, grammar: Grammar, text: str) -> None:
        self.grammar = grammar
        self.text: str = fold(text)
        self._memo: dict[tuple[str, str, str, int, int], tuple[Any, ...]] = {}
        self._closing = _brackets(self.text)
        self._depth = _depths(self.text)
        self._called: dict[tuple[str, str], Elements] = {}

    def effect(self, form: str) -> tuple[Steps, ...]:
        """The readings of the whole text as an effect."""
        elements = folded(self.grammar.effect(form))
        return _first(found["steps"] for found in self._fill(elements, 0, 0, len(self.text)))

    def nodes(self, sort: Sort, form: str, start: int, end: int) -> tuple[Node, ...]:
        """The readings of a stretch as one expression."""
        return self._once((sort.name, form, "", start, end), lambda: self._nodes(sort, form, start, end))

    def item(self, sort: Sort, form: str, start: int, end: int) -> tuple[Steps, ...]:
        """The readings of a stretch as one item of a list: one expression, or several steps said by an idiom."""
        return self._once((sort.name, form, "item", start, end), lambda: self._item(sort, form, start, end))

    def items(self, sort: Sort, slot: Slot, start: int, end: int) -> tuple[Steps, ...]:
        """The readings of a stretch as a list."""
        key = (sort.name, slot.form, slot.join, start, end)
        return self._once(key, lambda: self._items(sort, slot, start, end))

    def _once(self, key: tuple[str, str, str, int, int], work: Callable[[], Iterable[T]]) -> tuple[T, ...]:
        if key not in self._memo:
            self._memo[key] = ()  # what stands for itself only through itself has no reading
            self._memo[key] = _first(work()) if self._whole(key[3], key[4]) else ()
        return self._memo[key]

    def _whole(self, start: int, end: int) -> bool:
        """Whether every bracket that opens in a stretch closes in it."""
        if start >= end:
            return False
        depth = self._depth
        return depth[start] == depth[end] and min(depth[start : end + 1]) == depth[start]

    # ---- one expression

    def _nodes(self, sort: Sort, form: str, start: int, end: int) -> Iterator[Node]:
        if self._closing.get(start) == end - 1:
            yield from self.nodes(sort, form, start + 1, end - 1)
        for phrase, found in self._phrases(self.grammar.readings(sort, form), start, end):
            yield build(phrase.pattern, found)
        yield from self._named(sort, form, start, end)

    def _phrases(self, index: Index, start: int, end: int) -> Iterator[tuple[Phrase, Found]]:
        for key in (self.text[start], ""):
            for made in index.get(key, ()):
                if not self._can_be(made, start, end):
                    continue
                for found in self._fill(made.elements, 0, start, end):
                    if made.phrase.fits(found):
                        hidden = {name: f"{name}@{made.phrase.key}@{start}-{end}" for name in made.phrase.hidden}
                        yield made.phrase, found | hidden

    def _can_be(self, made: Reading, start: int, end: int) -> bool:
        text = self.text
        return end - start >= made.least and text.startswith(made.head, start) and text.endswith(made.tail, start, end)

    def _named(self, sort: Sort, form: str, start: int, end: int) -> Iterator[Node]:
        """What is called by a letter: `any powerholder (A)`."""
        if not any(can_be_named(cls) for cls in sort.words.values()):
            return
        key = (sort.name, form)
        if key not in self._called:
            self._called[key] = called_elements(self.grammar, sort, form)
        for found in self._fill(self._called[key], 0, start, end):
            node = found["text"]
            if can_be_named(node):
                argument = binder(node)
                assert argument is not None
                if getattr(node, argument.name) is None:
                    yield evolve(node, **{argument.name: found["name"]})

    # ---- lists

    def _item(self, sort: Sort, form: str, start: int, end: int) -> Iterator[Steps]:
        for node in self.nodes(sort, form, start, end):
            yield (node,)
        if sort is STEP:
            if self._closing.get(start) == end - 1:
                yield from self.item(sort, form, start + 1, end - 1)
            for phrase, found in self._phrases(self.grammar.idiom_readings(form), start, end):
                yield build(phrase.pattern, found)

    def _items(self, sort: Sort, slot: Slot, start: int, end: int) -> Iterator[Steps]:
        joining = self.grammar.joining(slot.join)
        if joining.none and self.text[start:end] == fold(joining.none):
            yield ()
        if self._closing.get(start) == end - 1:
            yield from self.items(sort, slot, start + 1, end - 1)
        yield from self.item(sort, slot.form, start, end)
        last = fold(joining.last)
        for at in _places(self.text, last, start + 1, end):
            tails = self.item(sort, slot.form, at + len(last), end)
            if tails:
                heads = self._leading(sort, Slot("", joining.leading or slot.form, slot.join), start, at)
                yield from (head + tail for head in heads for tail in tails)

    def _leading(self, sort: Sort, slot: Slot, start: int, end: int) -> tuple[Steps, ...]:
        """The items of a list but the last, in the form that those have."""
        key = (sort.name, slot.form, f"{slot.join} leading", start, end)
        return self._once(key, lambda: self._leading_items(sort, slot, start, end))

    def _leading_items(self, sort: Sort, slot: Slot, start: int, end: int) -> Iterator[Steps]:
        yield from self.item(sort, slot.form, start, end)
        between = fold(self.grammar.joining(slot.join).between)
        for at in _places(self.text, between, start + 1, end):
            tails = self.item(sort, slot.form, at + len(between), end)
            if tails:
                yield from (head + tail for head in self._leading(sort, slot, start, at) for tail in tails)

    # ---- templates

    def _fill(self, elements: Elements, at: int, start: int, end: int) -> Iterator[Found]:
        """What can stand in the holes of a template that covers a stretch exactly."""
        if at == len(elements):
            if start == end:
                yield {}
            return
        element = elements[at]
        if isinstance(element, str):
            if self.text.startswith(element, start, end):
                yield from self._fill(elements, at + 1, start + len(element), end)
            return
        for stop in self._stops(elements, at, start, end):
            for item in self._gap(element, start, stop):
                for rest in self._fill(elements, at + 1, stop, end):
                    if rest.get(element.hole.name, item) == item:
                        yield rest | {element.hole.name: item}

    def _stops(self, elements: Elements, at: int, start: int, end: int) -> Iterable[int]:
        """Where the hole at this position of a template can end."""
        following: Element | None = elements[at + 1] if at + 1 < len(elements) else None
        if following is None:
            return (end,)
        if isinstance(following, str):
            return _places(self.text, following, start + 1, end)
        if following.hole.kind == INTEGER:
            return [found.start() for found in _NUMBER_BEGINS.finditer(self.text, start + 1, end)]
        return range(start + 1, end)

    def _gap(self, gap: Gap, start: int, end: int) -> Iterable[Any]:
        hole, slot = gap.hole, gap.slot
        if hole.kind == NODE:
            assert hole.sort is not None
            return self.nodes(hole.sort, slot.form, start, end)
        if hole.kind == NODES:
            assert hole.sort is not None
            return self.items(hole.sort, slot, start, end)
        written = self.text[start:end]
        if hole.kind == ID:
            return self.grammar.spellings.get(hole.of, {}).get(written, ())
        if hole.kind == NAME:
            return (written,) if _LETTER.fullmatch(written) else ()
        return _integers(hole, written)


def _first(found: Iterable[T]) -> tuple[T, ...]:
    """The first few different readings."""
    kept: list[T] = []
    for each in found:
        if each not in kept:
            kept.append(each)
            if len(kept) == MOST:
                break
    return tuple(kept)


def _integers(hole: Hole, written: str) -> tuple[int, ...]:
    if not _INTEGER.fullmatch(written):
        return ()
    n = int(written)
    low = hole.least is not None and n < hole.least
    return () if low or (hole.most is not None and n > hole.most) else (n,)


def called_elements(grammar: Grammar, sort: Sort, form: str) -> Elements:
    """What is called by a letter, as a template."""
    gaps = {"text": Gap(Slot("text", form), Hole("text", NODE, sort)), "name": Gap(Slot("name"), Hole("name", NAME))}
    return tuple(fold(part) if isinstance(part, str) else gaps[part.name] for part in grammar.mark("called"))


def can_be_named(word: Node | type[Node]) -> bool:
    """Whether what a word finds can be called by a letter."""
    return any(argument.facts.kind == "binds" and not argument.required for argument in word.arguments)


def _places(text: str, part: str, start: int, end: int) -> Iterator[int]:
    """Where `part` stands in a stretch, with something after it."""
    at = text.find(part, start, end)
    while at >= 0:
        yield at
        at = text.find(part, at + 1, end)


def _brackets(text: str) -> dict[int, int]:
    """Where each opening bracket is closed."""
    opened: list[int] = []
    closing: dict[int, int] = {}
    for at, sign in enumerate(text):
        if sign == "(":
            opened.append(at)
        elif sign == ")" and opened:
            closing[opened.pop()] = at
    return closing


def _depths(text: str) -> list[int]:
    """How many brackets are open before each sign, and at the end."""
    depths = [0]
    for sign in text:
        depths.append(depths[-1] + (sign == "(") - (sign == ")"))
    return depths
