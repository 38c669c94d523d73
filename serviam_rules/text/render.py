"""Effects -> words. What is written can be read back as the same effect, and as no other.

The first phrase that fits an expression says it. Natural words can be ambiguous - in "a or b and c", what belongs
together? - so every text is read back before it goes out, and if that gives anything but the same effect, it is
written again with more brackets. So nobody who writes phrases has to think about that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from serviam_rules.effects.node import RULE, STEP, Node, Sort
from serviam_rules.text import parse, patterns
from serviam_rules.text.grammar import RULES, Grammar, PhraseMissing
from serviam_rules.text.localised import number, signed
from serviam_rules.text.patterns import ID, INTEGER, NAME, NODE, NODES, Found, Hole
from serviam_rules.text.phrase import Gap, Phrase, number_in
from serviam_rules.text.plurals import OTHER, category
from serviam_rules.text.scope import normal
from serviam_rules.text.template import PLAIN, SIGNED, Slot
from serviam_rules.values import evolve

#: How much is put into brackets: nothing; what holds something that holds something; what holds anything; and that
#: in the most general words of each kind.
PLAINLY, DEEP, FULL, GENERAL = range(4)
_LEAST_HEIGHT: Final = {DEEP: 2, FULL: 1, GENERAL: 1}
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def effect(grammar: Grammar, steps: Sequence[Node], form: str = PLAIN) -> str:
    """An effect in words that mean it and nothing else. PhraseMissing if the language lacks a phrase for any of it."""
    wanted = normal(steps)
    plainly = ""
    for level in (PLAINLY, DEEP, FULL, GENERAL):
        written = Renderer(grammar, wanted, level).effect(form)
        if parse.effects(grammar, written, form) == (wanted,):
            return written
        plainly = plainly or written
    return plainly


def rules(grammar: Grammar, listed: Sequence[Node]) -> str:
    """The lasting rules of a card in words that mean them and nothing else."""
    plainly = ""
    for level in (PLAINLY, DEEP, FULL, GENERAL):
        written = Renderer(grammar, listed, level).items(listed, RULE, RULES, outer=True)
        if parse.rules(grammar, written) == (tuple(listed),):
            return written
        plainly = plainly or written
    return plainly


def piece(grammar: Grammar, steps: Sequence[Node], form: str = PLAIN) -> str:
    """Steps out of an effect in words, as they come: names need not be given in them."""
    return Renderer(grammar, tuple(steps), PLAINLY).effect(form)


def expression(grammar: Grammar, sort: Sort, node: Node, form: str = PLAIN) -> str:
    """A single expression in words, as they come; they need not be clear by themselves."""
    return Renderer(grammar, (node,), PLAINLY).node(node, sort, form)


def icon(grammar: Grammar, steps: Sequence[Node], kinds: Mapping[str, str], form: str) -> str:
    """An icon's effect in words, with blanks for its parameters, whose kinds are given by name."""
    return Renderer(grammar, tuple(steps), PLAINLY, kinds).effect(form)


class Renderer:
    """Writes one effect at one level of brackets."""

    def __init__(
        self, grammar: Grammar, steps: Sequence[Node], level: int, blanks: Mapping[str, str] | None = None
    ) -> None:
        self.grammar = grammar
        self.level = level
        self.steps = steps
        self.blanks: Mapping[str, str] = blanks or {}
        self.reads: Counter[str] = Counter(patterns.reads_in(steps))
        self.letters: dict[str, str] = {}

    def effect(self, form: str) -> str:
        """The whole effect; each step in this form."""
        return "".join(
            part if isinstance(part, str) else self.items(self.steps, STEP, part.slot, outer=True)
            for part in self.grammar.effect(form)
        )

    def node(self, node: Node, sort: Sort, form: str) -> str:
        """One expression."""
        if isinstance(node, Hole):
            return self.grammar.blank(self.blanks[node.name])
        for phrase in self._choice(self.grammar.phrases(sort, node.tag)):
            found = self.fits(phrase, node)
            if found is not None:
                return self.words(phrase, form, found)
        unnamed = self._unnamed(node)
        if unnamed is None:
            raise PhraseMissing((sort.name, node.tag), f"{self.grammar.language} has no words for such a {node.tag!r}")
        without, name = unnamed
        parts = self.grammar.mark("called")
        words = self._bracketed(self.node(without, sort, form), patterns.height(without))
        values = {"text": words, "name": self.letter(name)}
        return "".join(part if isinstance(part, str) else values[part.name] for part in parts)

    def _choice(self, phrases: Sequence[Phrase]) -> Sequence[Phrase]:
        written = [phrase for phrase in phrases if not phrase.read_only]
        return written[::-1] if self.level == GENERAL else written

    def _unnamed(self, node: Node) -> tuple[Node, str] | None:
        binder = patterns.binder(node)
        name = getattr(node, binder.name) if binder else None
        if binder is None or name is None or binder.required:
            return None
        return evolve(node, **{binder.name: None}), name

    def fits(self, phrase: Phrase, item: Any) -> Found | None:
        """What stands in the holes of a phrase, if it says this."""
        found: Found = {}
        if not patterns.match(phrase.pattern, item, found):
            return None
        if not phrase.fits(found) or any(self.reads[found[name]] != times for name, times in phrase.hidden.items()):
            return None
        return found

    def words(self, phrase: Phrase, form: str, found: Found) -> str:
        """The words of a phrase that fits."""
        ways = phrase.ways(form)
        if ways is None:
            raise PhraseMissing((phrase.key,), f"{self.grammar.language} has no form {form!r} of {phrase.key}")
        counted = number_in(found[phrase.count]) if phrase.count else None
        plural = category(self.grammar.language, counted) if isinstance(counted, int) else OTHER
        way = ways.get(plural) or ways.get(OTHER) or ways[""]
        return "".join(part if isinstance(part, str) else self.gap(part, found[part.slot.name]) for part in way)

    def gap(self, gap: Gap, item: Any) -> str:
        """What stands in a hole."""
        slot, hole = gap.slot, gap.hole
        if hole.kind == NODE:
            assert hole.sort is not None
            return self._bracketed(self.node(item, hole.sort, slot.form), patterns.height(item))
        if hole.kind == NODES:
            assert hole.sort is not None
            return self.items(item, hole.sort, slot)
        return self.atom(slot, hole, item)

    def atom(self, slot: Slot, hole: Hole, item: Any) -> str:
        """A number, a name of a card or a letter."""
        if isinstance(item, Hole):
            return self.grammar.blank(self.blanks[item.name])
        if hole.kind == INTEGER:
            return signed(item) if slot.form == SIGNED else number(item)
        if hole.kind == ID:
            return self.grammar.name(hole.of, item)
        assert hole.kind == NAME
        return self.letter(item)

    def letter(self, name: str) -> str:
        """The letter that a name is shown as: the first one shown is A."""
        if name not in self.letters:
            at = len(self.letters)
            self.letters[name] = _LETTERS[at] if at < len(_LETTERS) else f"A{at}"
        return self.letters[name]

    def items(self, nodes: Sequence[Node], sort: Sort, slot: Slot, outer: bool = False) -> str:
        """A list of expressions, put together."""
        joining = self.grammar.joining(slot.join)
        groups = self._groups(nodes, sort)
        if not groups:
            return joining.none
        written: list[str] = []
        for at, (phrase, found, group) in enumerate(groups):
            wanted = slot.form if at == len(groups) - 1 else joining.leading or slot.form
            words = self.node(group[0], sort, wanted) if phrase is None else self.words(phrase, wanted, found)
            if not outer:
                words = self._bracketed(words, max(map(patterns.height, group)) + len(group) - 1)
            capital = joining.capital == "each" or (joining.capital == "first" and at == 0)
            written.append(words[:1].upper() + words[1:] if capital else words)
        together = joining.last.join(filter(None, (joining.between.join(written[:-1]), written[-1])))
        return together if outer or len(written) == 1 else self._bracketed(together, _LEAST_HEIGHT[FULL])

    def _groups(self, nodes: Sequence[Node], sort: Sort) -> list[tuple[Phrase | None, Found, Sequence[Node]]]:
        """The steps of a list, together where an idiom says several at once."""
        groups: list[tuple[Phrase | None, Found, Sequence[Node]]] = []
        at = 0
        while at < len(nodes):
            phrase, found = self._idiom(nodes[at:]) if sort is STEP else (None, {})
            size = phrase.steps if phrase else 1
            groups.append((phrase, found, nodes[at : at + size]))
            at += size
        return groups

    def _idiom(self, nodes: Sequence[Node]) -> tuple[Phrase | None, Found]:
        if self.level == GENERAL:
            return None, {}
        for phrase in self.grammar.idioms:
            if phrase.steps <= len(nodes) and not phrase.read_only:
                found = self.fits(phrase, tuple(nodes[: phrase.steps]))
                if found is not None:
                    return phrase, found
        return None, {}

    def _bracketed(self, words: str, height: int) -> str:
        if self.level == PLAINLY or height < _LEAST_HEIGHT[self.level]:
            return words
        return "".join(part if isinstance(part, str) else words for part in self.grammar.mark("brackets"))
