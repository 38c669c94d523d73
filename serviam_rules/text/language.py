"""A ruleset in one language: its names, its phrases for effects, its messages, each with the languages to fall back to.

Rule text never mixes languages: where a language lacks a phrase for any part of an effect, the whole text is in the
next one. A `Text` always says which language it is in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeVar
from weakref import ref

from serviam_rules.effects.node import Node, children
from serviam_rules.kinds import NAMED
from serviam_rules.model import Ruleset
from serviam_rules.text import locales, render
from serviam_rules.text.grammar import Grammar, PhraseMissing
from serviam_rules.text.localised import Text
from serviam_rules.text.names import Names
from serviam_rules.text.plurals import OTHER, category
from serviam_rules.text.template import PLAIN, PhraseError, substitute
from serviam_rules.values import is_map

T = TypeVar("T")
#: The kinds of things whose ids stand in expressions of the card language.
_WITH_IDS: Final = ("powerholder", "organisation", "gift")
Value: TypeAlias = str | int


class Language:
    """One language of a ruleset. Made once and kept; everything in it is made when it is first needed."""

    def __init__(self, rules: Ruleset, tag: str) -> None:
        self.tag = tag
        self.chain: tuple[str, ...] = locales.chain(tag, known(rules), rules.source["language"])
        self.names: Names = Names(rules, self.chain)
        # The ruleset is held weakly: it is what keeps this language alive, not the other way round.
        self._rules = ref(rules)
        self._grammars: dict[tuple[str, bool], Grammar] = {}
        self._effects: dict[tuple[Any, ...], Text] = {}

    @property
    def rules(self) -> Ruleset:
        """The ruleset whose language this is."""
        rules = self._rules()
        assert rules is not None, "whoever asks holds the ruleset"
        return rules

    def name(self, kind: str, key: str) -> Text:
        """The name of a card, organisation or family."""
        return self.names.name(kind, key)

    # ---- effects

    def effect(self, steps: Sequence[Node], form: str = PLAIN, *, automatic: bool = False) -> Text:
        """An effect in words. `automatic`: it is the automatic family that resolves it."""
        key = (tuple(steps), form, automatic)
        if key not in self._effects:
            words = self._in_some_language(lambda tag: render.effect(self.grammar(tag, automatic), steps, form))
            self._effects[key] = self._with_names(words, steps)
        return self._effects[key]

    def piece(self, steps: Sequence[Node], form: str = PLAIN, *, automatic: bool = False) -> Text:
        """Steps out of an effect in words, which may speak of what came before them."""
        return self._in_some_language(lambda tag: render.piece(self.grammar(tag, automatic), steps, form))

    def rules_of(self, listed: Sequence[Node]) -> Text:
        """The lasting rules of a card in words."""
        return self._in_some_language(lambda tag: render.rules(self.grammar(tag, False), listed))

    def expression(self, sort: Any, node: Node, *, automatic: bool = False) -> Text:
        """One expression in words."""
        return self._in_some_language(lambda tag: render.expression(self.grammar(tag, automatic), sort, node))

    def icon(self, steps: Sequence[Node], parameters: Mapping[str, str]) -> Text:
        """What an icon stands for, with blanks for its parameters."""
        return self._in_some_language(lambda tag: render.icon(self.grammar(tag, False), steps, parameters, "icon"))

    def grammar(self, tag: str, automatic: bool) -> Grammar:
        """The phrases of a language of the chain, from the side of a player or of the automatic family."""
        if (tag, automatic) not in self._grammars:
            self._grammars[tag, automatic] = self._grammar(tag, automatic)
        return self._grammars[tag, automatic]

    def _grammar(self, tag: str, automatic: bool) -> Grammar:
        rules = self.rules
        names = self.names if tag == self.tag else language_of(rules, tag).names
        spelt = {
            kind: {key: names.spellings(NAMED[kind], key) for key in names.things(NAMED[kind])} for kind in _WITH_IDS
        }
        solo = rules.numbers.solo
        family = str(names.name("families", solo.family)) if automatic and solo else ""
        return Grammar(tag, phrases(rules, tag), spelt, family=family, icons=tuple(_icon_words(rules, tag)))

    def _in_some_language(self, work: Callable[[str], str]) -> Text:
        first: PhraseError | None = None
        for tag in self.chain:
            try:
                return Text(work(tag), tag, tag != self.tag)
            except PhraseError as error:  # no phrase, or one that cannot be used: `faults` tells
                first = first or error
        assert first is not None
        raise first

    def _with_names(self, words: Text, steps: Sequence[Node]) -> Text:
        """The words, marked if a name in them is not in the language that was asked for."""
        if words.fallback or not any(self.name(kind, key).fallback for kind, key in _ids_in(steps)):
            return words
        return Text(words, words.lang, True)

    # ---- messages

    def say(self, path: str, /, **values: Value) -> Text:
        """A message, by its path under `messages` (`events.passed`), with its holes filled."""
        for tag in self.chain:
            raw = _below(phrases(self.rules, tag).get("messages", {}), path)
            if raw is None:
                continue
            borrowed = any(isinstance(item, Text) and item.fallback for item in values.values())
            try:
                return Text(substitute(_way(tag, raw, values), values), tag, borrowed or tag != self.tag)
            except PhraseError:
                if tag == self.chain[-1]:
                    raise
        raise PhraseMissing(("messages", *path.split(".")), f"no language has the message {path!r}")

    def has(self, path: str) -> bool:
        """Whether any language of the chain has this message."""
        return any(_below(phrases(self.rules, tag).get("messages", {}), path) is not None for tag in self.chain)

    def joined(self, items: Sequence[str], join: str = "and") -> Text:
        """A list of texts in words, joined as the language says for lists of this kind."""
        borrowed = any(isinstance(item, Text) and item.fallback for item in items)
        for tag, name in ((tag, name) for tag in self.chain for name in (join, "and")):
            try:
                joining = self.grammar(tag, False).joining(name)
            except PhraseMissing:
                continue
            *before, last = items or (joining.none,)
            words = joining.last.join((joining.between.join(before), last)) if before else last
            return Text(words, tag, borrowed or tag != self.tag)
        raise PhraseMissing(("lists", join), f"no language says how a list is joined by {join!r}")


def known(rules: Ruleset) -> tuple[str, ...]:
    """The languages of a ruleset, the cards' own first."""
    return tuple(dict.fromkeys((rules.source["language"], *rules.source["locales"])))


def phrases(rules: Ruleset, tag: str) -> Mapping[str, Any]:
    """The phrases of a language as its files give them."""
    found: Mapping[str, Any] = rules.source["locales"].get(tag, {}).get("phrases", {})
    return found


def messages_of(rules: Ruleset, path: str) -> tuple[str, ...]:
    """What the cards' own language has messages for, below a path."""
    return tuple(_below(phrases(rules, rules.source["language"]).get("messages", {}), path) or ())


def language_of(rules: Ruleset, locale: object) -> Language:
    """The language that `locale` means, made ready once for each ruleset. UsageError for one that is not known."""
    tag = locales.resolve(locale, known(rules))
    # By identity: rulesets that play alike are equal, though one may be translated and the other not.
    kept = _KEPT.get(id(rules))
    if kept is None or kept[0]() is not rules:
        kept = _KEPT[id(rules)] = (ref(rules, _forget(id(rules))), {})
    languages = kept[1]
    if tag not in languages:
        languages[tag] = Language(rules, tag)
    return languages[tag]


_KEPT: dict[int, tuple[ref[Ruleset], dict[str, Language]]] = {}


def _forget(key: int) -> Callable[[ref[Ruleset]], None]:
    kept = _KEPT  # when Python ends, this module's names may be gone before the last ruleset is

    def forget(_: ref[Ruleset]) -> None:
        kept.pop(key, None)

    return forget


def _icon_words(rules: Ruleset, tag: str) -> Iterator[dict[str, Any]]:
    """Icons that bring their own words along, as idioms: in the icon's file, or in that of a language."""
    names: Mapping[str, Any] = rules.source["locales"].get(tag, {}).get("names", {}).get("icons", {})
    for key in rules.icons:
        card = rules.source["icons"][key]
        words = names.get(key, {}).get("words") or card.get("words", {}).get(tag)
        if words:
            yield icon_idiom(card["effect"], words)


def icon_idiom(effect: Any, words: str) -> dict[str, Any]:
    """The words of an icon as an idiom: its steps, said by them in short and at length."""
    return {"match": effect, "icon": words, "text": words}


def _ids_in(items: Sequence[Node]) -> Iterator[tuple[str, str]]:
    """The cards and organisations that an effect names."""
    for node in items:
        for argument in node.arguments:
            if argument.facts.kind == "id":
                yield NAMED[argument.facts.of], getattr(node, argument.name)
        yield from _ids_in([child for _, child in children(node)])


def _below(messages: Any, path: str) -> Any:
    for part in path.split("."):
        messages = messages.get(part) if is_map(messages) else None
    return messages or None


def _way(tag: str, raw: Any, values: Mapping[str, Value]) -> str:
    """The text of a message; of several plural forms the one for its `count`."""
    if isinstance(raw, str):
        return raw
    counted = values.get(raw.get("count", "")) if is_map(raw) else None
    if not isinstance(counted, int):
        raise PhraseError((), f"a message is a text, or plural forms with a `count` among {', '.join(values)}")
    return str(raw.get(category(tag, counted)) or raw[OTHER])
