"""The phrases of a language, found by what they say (to render) and by how they begin (to read).

A grammar speaks from one side of the table: in a rival's ability `you` is the automatic family, and given its name,
what stands under `bazzi_betti` in the phrases goes before the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from serviam_rules.effects import vocabulary
from serviam_rules.effects.node import COLLECTION, HAND, PLACE, PLACES, REPLACEABLE, TURNABLE, Sort
from serviam_rules.text.folding import fold
from serviam_rules.text.phrase import Elements, Phrase, effect_of, idioms_of, phrases_of
from serviam_rules.text.template import PLAIN, PhraseError, Slot, Template, template
from serviam_rules.values import is_list, is_map

#: Where the words of a sort are looked up when the sort has no phrases of its own for them.
KIN: Final[Mapping[str, tuple[Sort, ...]]] = {
    TURNABLE.name: (PLACE,),
    REPLACEABLE.name: (PLACE,),
    COLLECTION.name: (PLACES, HAND),
}
#: The holes of the marks: text in brackets, and text with the letter it is called by.
MARKS: Final[dict[str, tuple[str, ...]]] = {"brackets": ("text",), "called": ("text", "name")}

#: How the lasting rules of a card are told, one after another.
RULES: Final = Slot("rules", PLAIN, "listed")

assert vocabulary.OPS, "the words of the language are loaded"


class PhraseMissing(PhraseError):
    """The language has no phrase for this; another one may have one."""


@attrs.frozen
class Joining:
    """How the items of a list are put together: `a, b and c`.

    `leading` is the form of all items but the last; `capital` says whether the `first` or `each` item begins with a
    capital letter; `none` stands for no item.
    """

    between: str
    last: str
    none: str
    leading: str
    capital: str


@attrs.frozen(eq=False)
class Reading:
    """A phrase as the reader sees it: one of its templates, folded, and the least it can take."""

    phrase: Phrase
    elements: Elements
    head: str
    tail: str
    least: int


#: Readings by the sign they begin with; under "" those that begin with a hole.
Index = Mapping[str, Sequence[Reading]]


class Grammar:
    """The phrases of one language from one side. Phrases are made ready when they are first needed."""

    def __init__(
        self,
        language: str,
        phrases: Mapping[str, Any],
        names: Mapping[str, Mapping[str, tuple[str, ...]]],
        *,
        family: str = "",
        icons: Sequence[Any] = (),
    ) -> None:
        self.language = language
        #: The names of each kind by id: the one shown, and others that are understood.
        self.names = names
        self.spellings: dict[str, Mapping[str, tuple[str, ...]]] = {
            kind: _spellings(each) for kind, each in names.items()
        }
        before: Mapping[str, Any] = named_after(phrases.get("bazzi_betti", {}), family) if family else {}
        self._sections: list[tuple[tuple[str, ...], Mapping[str, Any]]] = [(("bazzi_betti",), before), ((), phrases)]
        self._phrases = phrases
        self._icons = icons
        self._ready: dict[tuple[str, str], tuple[Phrase, ...]] = {}
        self._indices: dict[tuple[str, str], Index] = {}
        self._joinings: dict[str, Joining] = {}
        self._idioms: tuple[Phrase, ...] | None = None
        self._marks: dict[str, Template] = {}
        self._effects: dict[str, Elements] = {}

    def name(self, kind: str, key: str) -> str:
        """The name of a card, organisation or gift, as it is shown."""
        return self.names[kind][key][0]

    def phrases(self, sort: Sort, tag: str) -> tuple[Phrase, ...]:
        """The phrases for a word, best first. PhraseMissing if there is none."""
        key = (sort.name, tag)
        if key not in self._ready:
            self._ready[key] = self._make(sort, tag)
        return self._ready[key]

    def _make(self, sort: Sort, tag: str) -> tuple[Phrase, ...]:
        for path, section in self._sections:
            words = section.get("words", {})
            for kin in (sort, *KIN.get(sort.name, ())):
                raw = words.get(kin.name, {}).get(tag)
                if raw is not None and tag in kin.words:
                    return phrases_of(sort, tag, raw, (*path, "words", kin.name, tag))
        raise PhraseMissing(("words", sort.name, tag), f"{self.language} has no words for {tag!r} ({sort.name})")

    @property
    def idioms(self) -> tuple[Phrase, ...]:
        """The phrases for several steps at once, best first; the words that icons bring along are among them."""
        if self._idioms is None:
            found = [*idioms_of(self._icons, ("icons",))]
            for path, section in self._sections:
                found.extend(idioms_of(section.get("idioms", ()), (*path, "idioms")))
            self._idioms = tuple(found)
        return self._idioms

    def effect(self, form: str) -> Elements:
        """The words around a whole effect, as sentences (`text`) or as short as icons (`icon`)."""
        if form not in self._effects:
            raw = self._phrases.get("effect", {}).get(form)
            if raw is None:
                raise PhraseMissing(("effect", form), f"{self.language} has no words for a whole effect")
            self._effects[form] = effect_of(raw, ("effect", form))
        return self._effects[form]

    def joining(self, name: str) -> Joining:
        """How a list is joined."""
        if name not in self._joinings:
            raw = self._phrases.get("lists", {}).get(name)
            if not is_map(raw) or not isinstance(raw.get("between"), str):
                raise PhraseMissing(("lists", name), f"{self.language} does not say how a list is joined by {name!r}")
            between: str = raw["between"]
            self._joinings[name] = Joining(
                between, raw.get("last", between), raw.get("none", ""), raw.get("leading", ""), raw.get("capital", "")
            )
        return self._joinings[name]

    def mark(self, name: str) -> Template:
        """The brackets that hold words together, or how what is `called` by a letter is shown."""
        if name not in self._marks:
            raw = self._phrases.get("marks", {}).get(name)
            if not isinstance(raw, str):
                raise PhraseMissing(("marks", name), f"{self.language} has no mark {name!r}")
            self._marks[name] = template(raw)
        return self._marks[name]

    def blank(self, kind: str) -> str:
        """What stands for an icon's parameter that is not filled in."""
        raw = self._phrases.get("blanks", {}).get(kind)
        if not isinstance(raw, str):
            raise PhraseMissing(("blanks", kind), f"{self.language} has no words for a blank {kind!r}")
        return raw

    def readings(self, sort: Sort, form: str) -> Index:
        """All that an expression of a sort can look like in a form."""
        key = (sort.name, form)
        if key not in self._indices:
            phrases = [phrase for tag in sort.words for phrase in self._phrases_or_none(sort, tag)]
            self._indices[key] = _index(phrases, form)
        return self._indices[key]

    def idiom_readings(self, form: str) -> Index:
        """All that several steps at once can look like in a form."""
        key = ("idioms", form)
        if key not in self._indices:
            self._indices[key] = _index(self.idioms, form)
        return self._indices[key]

    def _phrases_or_none(self, sort: Sort, tag: str) -> tuple[Phrase, ...]:
        try:
            return self.phrases(sort, tag)
        except PhraseMissing:
            return ()


def named_after(raw: Any, family: str) -> Any:
    """Phrases in which `{family}` is the name of the automatic family."""
    if isinstance(raw, str):
        return raw.replace("{family}", family)
    if is_map(raw):
        return {key: named_after(item, family) for key, item in raw.items()}
    return [named_after(item, family) for item in raw] if is_list(raw) else raw


def _index(phrases: Sequence[Phrase], form: str) -> Index:
    found: dict[str, list[Reading]] = {}
    for phrase in phrases:
        for way in (phrase.ways(form) or {}).values():
            made = reading(phrase, way)
            found.setdefault(made.head[:1], []).append(made)
    return found


def reading(phrase: Phrase, way: Elements) -> Reading:
    """A template made ready for reading."""
    elements = folded(way)
    head, tail = elements[0], elements[-1]
    least = sum(len(element) if isinstance(element, str) else 1 for element in elements)
    return Reading(
        phrase, elements, head if isinstance(head, str) else "", tail if isinstance(tail, str) else "", least
    )


def folded(way: Elements) -> Elements:
    """A template with its words folded."""
    return tuple(fold(element) if isinstance(element, str) else element for element in way)


def _spellings(names: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """Folded names -> the ids they can mean."""
    found: dict[str, list[str]] = {}
    for key, written in names.items():
        for name in written:
            found.setdefault(fold(name), []).append(key)
    return {name: tuple(dict.fromkeys(ids)) for name, ids in found.items()}
