"""One phrase of a language: which expressions it says, and how.

In a locale file it is a text with holes, or a mapping:

    gain:
      - match: {gain: {count: $things}}      # only expressions like this; without it, any with this tag
        text: "gain 1 VP for each {things}"
      - where: {vp: number}                  # only where the word in that hole has one of these tags
        text: "gain {vp} VP"
      - least: {vp: 2}                       # only where the number in that hole is at least this
        ...
      - count: gifts                         # this number chooses the plural form
        text: {one: "draw {gifts} gift", other: "draw {gifts} gifts"}
      - text: "..."
        read: true                           # is read, never written

Every other key than those is a *form*: `text` is the plain one, others are what holes ask for (`{of:plural}`).
An argument that no form of a phrase mentions has to have its default value for the phrase to fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

import attrs

from serviam_rules.effects.node import AMOUNT, STEP, GrammarError, Node, Sort
from serviam_rules.text import patterns
from serviam_rules.text.patterns import INTEGER, NAME, NODE, NODES, Hole, holes_in
from serviam_rules.text.plurals import CATEGORIES, OTHER
from serviam_rules.text.template import PLAIN, PhraseError, Slot, Template, slots, template
from serviam_rules.values import evolve, is_list, is_map, value

PathIn: TypeAlias = tuple[str | int, ...]

#: The keys of a phrase that are no forms.
KEYS: Final = frozenset({"match", "where", "least", "count", "read"})
#: The tag of a plain number, which phrases can ask for with `where`.
NUMBER: Final = "number"


@value
class Gap:
    """A hole of a template and what stands in it."""

    slot: Slot
    hole: Hole


Element: TypeAlias = str | Gap
Elements: TypeAlias = tuple[Element, ...]
#: The templates of one form by plural category, or by "" where it has only one.
Ways: TypeAlias = Mapping[str, Elements]


@attrs.frozen(eq=False)
class Phrase:
    """A phrase, ready for both directions. `pattern` is an expression, or several steps for an idiom."""

    pattern: Node | tuple[Node, ...]
    forms: Mapping[str, Ways]
    holes: Mapping[str, Hole]
    where: Mapping[str, frozenset[str]]
    least: Mapping[str, int]
    count: str
    read_only: bool
    #: How often each name that the words do not show is read within the pattern.
    hidden: Mapping[str, int]
    #: Distinguishes the names that reading makes up.
    key: str

    def ways(self, form: str) -> Ways | None:
        """The templates for a form, the plain ones where it has none of its own."""
        return self.forms.get(form) or self.forms.get(PLAIN)

    def fits(self, found: Mapping[str, Any]) -> bool:
        """Whether what stands in the holes is what the phrase admits there. A blank is taken for a number."""
        for name, allowed in self.where.items():
            item = found[name]
            if (NUMBER if isinstance(item, Hole) else item.tag) not in allowed:
                return False
        for name, least in self.least.items():
            n = number_in(found[name])
            if not isinstance(n, int) or n < least:
                return False
        return not self.count or number_in(found[self.count]) is not None

    @property
    def steps(self) -> int:
        """How many steps an idiom says at once."""
        return len(self.pattern) if isinstance(self.pattern, tuple) else 1


def number_in(item: Any) -> int | Hole | None:
    """The plain number that stands in a hole, or the blank for one."""
    if isinstance(item, Hole | int):
        return item
    n: int | Hole | None = getattr(item, item.arguments[0].name) if item.tag == NUMBER else None
    return n


def phrases_of(sort: Sort, tag: str, raw: Any, path: PathIn) -> tuple[Phrase, ...]:
    """The phrases for one word. PhraseError for any that cannot be used."""
    return tuple(_phrase(sort, tag, item, where) for where, item in _each(raw, path))


def idioms_of(raw: Any, path: PathIn) -> tuple[Phrase, ...]:
    """The phrases for several steps at once; each has to say by `match` for which."""
    return tuple(_phrase(STEP, "", item, where) for where, item in _each(raw, path))


def _each(raw: Any, path: PathIn) -> Iterator[tuple[PathIn, Any]]:
    if is_list(raw):
        yield from (((*path, at), item) for at, item in enumerate(raw))
    else:
        yield path, raw


def _phrase(sort: Sort, tag: str, raw: Any, path: PathIn) -> Phrase:
    given: Mapping[str, Any] = {PLAIN: raw} if isinstance(raw, str) else raw
    if not is_map(given):
        raise PhraseError(path, "a phrase is a text or a mapping of forms")
    count: str = given.get("count", "")
    parsed = {form: _templates(item, (*path, form), bool(count)) for form, item in given.items() if form not in KEYS}
    if not parsed:
        raise PhraseError(path, "a phrase needs at least one form, such as text")
    mentioned = frozenset(slot.name for ways in parsed.values() for way in ways.values() for slot in slots(way))
    wanted = _pattern(sort, tag, given.get("match"), mentioned, path)
    holes = {hole.name: hole for hole in holes_in(wanted)}
    for form, ways in parsed.items():
        for way in ways.values():
            _check_holes(holes, {slot.name for slot in slots(way)}, wanted, (*path, form))
    forms = {
        form: {category: _elements(way, holes, (*path, form)) for category, way in ways.items()}
        for form, ways in parsed.items()
    }
    reads = Counter(patterns.reads_in(wanted))
    hidden = {
        hole.name: reads[hole.name] for hole in holes.values() if hole.kind == NAME and hole.name not in mentioned
    }
    where = _where(given.get("where", {}), holes, (*path, "where"))
    least: dict[str, int] = dict(given.get("least", {}))
    for name in (*least, *filter(None, (count,))):
        _check_number(name, holes, path)
    return Phrase(
        wanted, forms, holes, where, least, count, given.get("read") is True, hidden, ".".join(map(str, path))
    )


def _templates(item: Any, path: PathIn, counted: bool) -> dict[str, Template]:
    ways: Mapping[str, Any] = item if is_map(item) else {"": item}
    if not counted and is_map(item):
        raise PhraseError(path, "plural forms need a `count` that says by which number")
    for category in ways:
        if category and category not in CATEGORIES:
            raise PhraseError((*path, category), f"a plural form is one of {', '.join(CATEGORIES)}")
    if OTHER not in ways and "" not in ways:
        raise PhraseError(path, f"plural forms need {OTHER!r}")
    return {category: _template(text, (*path, category) if category else path) for category, text in ways.items()}


def _template(text: Any, path: PathIn) -> Template:
    if not isinstance(text, str) or not text:
        raise PhraseError(path, "a form is a text that is not empty")
    try:
        return template(text)
    except PhraseError as error:
        raise PhraseError(path, error.message) from None


def _pattern(sort: Sort, tag: str, raw: Any, mentioned: frozenset[str], path: PathIn) -> Any:
    try:
        if not tag:
            return patterns.patterns(sort, raw, (*path, "match"))
        if raw is not None:
            wanted = patterns.pattern(sort, raw, (*path, "match"))
            if isinstance(wanted, Hole) or wanted.tag != tag:
                raise PhraseError((*path, "match"), f"this has to be an expression with {tag!r}")
            return wanted
    except GrammarError as error:
        raise PhraseError(error.path, error.message) from None
    return _general(sort, tag, mentioned, path)


def _general(sort: Sort, tag: str, mentioned: frozenset[str], path: PathIn) -> Node:
    """The pattern of any expression with this tag, as far as the words mention its arguments."""
    cls = sort.words[tag]
    values: dict[str, Any] = {}
    known: set[str] = set()
    for argument in cls.arguments:
        names = ("a", "b") if argument.facts.kind == "pair" else (argument.key,)
        known.update(names)
        if mentioned.isdisjoint(names):
            if argument.required:
                raise PhraseError(path, f"the words do not mention {{{names[0]}}}")
            values[argument.name] = argument.default
        elif len(names) > 1:
            values[argument.name] = tuple(evolve(patterns.hole_for(name, argument, sort), kind=NODE) for name in names)
        else:
            values[argument.name] = patterns.hole_for(argument.key, argument, sort)
    unknown = sorted(mentioned - known)
    if unknown:
        raise PhraseError(path, f"{tag!r} has no {{{unknown[0]}}} (it has {', '.join(sorted(known)) or 'none'})")
    return cls(**values)


def _check_holes(holes: Mapping[str, Hole], mentioned: set[str], wanted: Any, path: PathIn) -> None:
    needed = {name for name, hole in holes.items() if hole.kind != NAME}
    for name in sorted(needed - mentioned):
        raise PhraseError(path, f"the words do not mention {{{name}}}")
    for name in sorted(mentioned - set(holes)):
        raise PhraseError(path, f"the pattern has no ${name}")
    bound = {hole.name for hole in patterns.bound_in(wanted)}
    for name in sorted(set(holes) - needed - mentioned - bound):
        raise PhraseError(path, f"${name} is read in the pattern and neither given there nor mentioned")


def _elements(way: Template, holes: Mapping[str, Hole], path: PathIn) -> Elements:
    made: list[Element] = []
    for part in way:
        if isinstance(part, str):
            made.append(part)
            continue
        hole = holes[part.name]
        if (hole.kind == NODES) != bool(part.join):
            raise PhraseError(path, f"{part} has to say how its list is joined: {{{part.name}/and}}")
        made.append(Gap(part, hole))
    return tuple(made)


def _where(raw: Any, holes: Mapping[str, Hole], path: PathIn) -> dict[str, frozenset[str]]:
    allowed: dict[str, frozenset[str]] = {}
    for name, tags in raw.items():
        hole = holes.get(name)
        if hole is None or hole.kind != NODE or hole.sort is None:
            raise PhraseError((*path, name), f"no hole {{{name}}} takes a word here")
        wanted = frozenset([tags] if isinstance(tags, str) else tags)
        for tag in sorted(wanted - set(hole.sort.words)):
            raise PhraseError((*path, name), f"{tag!r} is no word for {hole.sort.name}")
        allowed[name] = wanted
    return allowed


def _check_number(name: str, holes: Mapping[str, Hole], path: PathIn) -> None:
    hole = holes.get(name)
    if hole is None or not (hole.kind == INTEGER or hole.sort is AMOUNT):
        raise PhraseError(path, f"{{{name}}} is no number here")


def effect_of(raw: Any, path: PathIn) -> Elements:
    """The words for a whole effect: `{steps/sentences}` and what stands around it."""
    way = _template(raw, path)
    if {slot.name for slot in slots(way)} != {"steps"}:
        raise PhraseError(path, "the words for a whole effect hold {steps/...} and no other hole")
    return _elements(way, {"steps": Hole("steps", NODES, STEP)}, path)
