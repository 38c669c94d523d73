"""What is wrong with the phrases of a language, each fault with its path in the language's file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from serviam_rules.effects.node import SORTS
from serviam_rules.errors import nearest
from serviam_rules.model import Ruleset
from serviam_rules.strict_yaml.paths import parts
from serviam_rules.text.grammar import MARKS, Grammar, PhraseMissing
from serviam_rules.text.language import icon_idiom, phrases
from serviam_rules.text.phrase import Phrase, idioms_of
from serviam_rules.text.plurals import CATEGORIES, categories
from serviam_rules.text.template import PLAIN, SIGNED, PhraseError, holes, slots, template
from serviam_rules.values import is_map, value

Path: TypeAlias = tuple[str | int, ...]


@value
class Fault:
    """Something wrong with a language's file: where, and a sentence."""

    path: Path
    message: str


def faults(
    rules: Ruleset,
    locale: str,
    data: Mapping[str, Any] | None = None,
    *,
    original: Mapping[str, Any] | None = None,
) -> tuple[Fault, ...]:
    """What is wrong with the phrases of a language: texts that are no phrases, forms and lists nobody has, other holes
    than the original has, plural forms that are missing.

    The `original` messages are those of the cards' own language, unless others are given: a pack can change that too.
    """
    given: Mapping[str, Any] = (phrases(rules, locale) if data is None else data.get("phrases", {})) or {}
    found = [
        *_frame_faults(locale, given),
        *_word_faults(locale, given),
        *_list_faults(given),
        *_message_faults(
            locale,
            given.get("messages", {}),
            phrases(rules, rules.source["language"]).get("messages", {}) if original is None else original,
        ),
    ]
    names: Mapping[str, Any] = (rules.source["locales"].get(locale, {}) if data is None else data).get("names", {})
    return (
        *(Fault(("phrases", *fault.path), fault.message) for fault in dict.fromkeys(found)),
        *_icon_faults(rules, names.get("icons", {})),
    )


def own_icon_faults(rules: Ruleset, icon: str) -> tuple[Fault, ...]:
    """What is wrong with the words in an icon's own file, each with its path there."""
    card = rules.source["icons"][icon]
    written: Mapping[str, str] = card.get("words", {})
    return tuple(fault for tag, words in written.items() for fault in _icon_fault(card, words, ("words", tag)))


def _icon_faults(rules: Ruleset, names: Mapping[str, Any]) -> Iterator[Fault]:
    """The words that a language gives to icons."""
    for icon, entry in names.items():
        if "words" in entry and icon in rules.icons:
            yield from _icon_fault(rules.source["icons"][icon], entry["words"], ("names", "icons", icon, "words"))


def _icon_fault(card: Mapping[str, Any], words: str, path: Path) -> Iterator[Fault]:
    try:
        idioms_of(icon_idiom(card["effect"], words), path)
    except PhraseError as error:
        yield Fault(path, error.message)


def _frame_faults(locale: str, given: Mapping[str, Any]) -> Iterator[Fault]:
    """What stands around effects, and around what has to be held together."""
    grammar = Grammar(locale, given, {})
    for form in given.get("effect", {}):
        try:
            grammar.effect(form)
        except PhraseError as error:
            yield Fault(error.path, error.message)
    for name in MARKS.keys() & given.get("marks", {}).keys():
        wanted = frozenset(MARKS[name])
        try:
            found = frozenset(slot.name for slot in slots(grammar.mark(name)))
        except PhraseError as error:
            yield Fault(("marks", name), error.message)
            continue
        if found != wanted:
            yield Fault(("marks", name), f"the holes of this mark are {_shown(wanted)}")


def _word_faults(locale: str, given: Mapping[str, Any]) -> Iterator[Fault]:
    """Each phrase is made ready by itself, so that one that is wrong does not hide another."""
    for family in ("", "x"):
        grammar = Grammar(locale, given, {}, family=family)
        every: list[tuple[str, Phrase]] = []
        try:
            every.extend(("step", idiom) for idiom in grammar.idioms)
        except PhraseError as error:
            yield Fault(error.path, error.message)
        for sort in SORTS:
            for tag in sort.words:
                try:
                    every.extend((sort.name, phrase) for phrase in grammar.phrases(sort, tag))
                except PhraseMissing:
                    continue
                except PhraseError as error:
                    yield Fault(error.path, error.message)
        yield from _form_faults(every)


def _form_faults(every: list[tuple[str, Phrase]]) -> Iterator[Fault]:
    """Holes that ask for a form which no phrase of the sort has."""
    forms: dict[str, set[str]] = {}
    for sort, phrase in every:
        forms.setdefault(sort, {PLAIN, SIGNED}).update(phrase.forms)
    for _, phrase in every:
        for form, ways in phrase.forms.items():
            for gap in (part for way in ways.values() for part in way if not isinstance(part, str)):
                sort = gap.hole.sort.name if gap.hole.sort else ""
                if sort and gap.slot.form not in forms.get(sort, {PLAIN}):
                    path = tuple(phrase.key.split("."))
                    yield Fault((*path, form), f"{gap.slot} asks for a form that no phrase for {sort} has")


def _list_faults(given: Mapping[str, Any]) -> Iterator[Fault]:
    """Holes that ask for a list to be joined in a way that the language does not say."""
    known: Mapping[str, Any] = given.get("lists", {})
    for section in ("effect", "words", "idioms", "bazzi_betti"):
        for path, text in _texts_in(given.get(section, ()), (section,)):
            try:
                holes_asked_for = slots(template(text))
            except PhraseError:
                continue  # reported where phrases are made ready
            for slot in holes_asked_for:
                if slot.join and slot.join not in known:
                    listed = ", ".join(known) or "none"
                    message = f"{slot} asks for a list that `lists` does not say{nearest(slot.join, known)}"
                    yield Fault(path, f"{message} (known: {listed})")


def _texts_in(data: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """The texts of phrases, each with its path; what phrases match is no text."""
    if isinstance(data, str):
        yield path, data
    for key, item in parts(data):
        if key not in ("match", "where", "least", "count"):
            yield from _texts_in(item, (*path, key))


def _message_faults(locale: str, given: Mapping[str, Any], original: Mapping[str, Any]) -> Iterator[Fault]:
    own = dict(_leaves_of(original))
    for path, item in _leaves_of(given):
        where = ("messages", *path)
        texts = [text for key, text in item.items() if key != "count"] if is_map(item) else [item]
        try:
            names_in_holes = [holes(text) for text in texts if isinstance(text, str)]
        except PhraseError as error:
            yield Fault(where, error.message)
            continue
        yield from _plural_faults(locale, where, item)
        wanted = frozenset[str]().union(*map(holes, _texts(own[path]))) if path in own else None
        found = frozenset[str]().union(*names_in_holes)
        if wanted is not None and found != wanted:
            yield Fault(where, f"the holes differ: {_shown(found)} stand here, {_shown(wanted)} in the original")


def _plural_faults(locale: str, where: Path, item: Any) -> Iterator[Fault]:
    if is_map(item):
        for category in categories(locale):
            if category not in item:
                yield Fault(where, f"the plural form {category!r} is missing (needed: {', '.join(categories(locale))})")
        for category in item:
            if category != "count" and category not in CATEGORIES:
                yield Fault((*where, category), f"{category!r} is no plural form")


def _leaves_of(data: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, item in data.items():
        if is_map(item) and "count" not in item:
            yield from _leaves_of(item, (*path, key))
        else:
            yield (*path, key), item


def _texts(item: Any) -> list[str]:
    return [text for key, text in item.items() if key != "count"] if is_map(item) else [item]


def _shown(names: frozenset[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "none"
