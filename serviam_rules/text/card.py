"""The rule text of a card: line by line what stands on it, in words."""

from __future__ import annotations

from serviam_rules.errors import UsageError, shortened, unknown
from serviam_rules.model import Ruleset
from serviam_rules.text import lines, parse
from serviam_rules.text.language import Language, language_of
from serviam_rules.text.localised import Text, number
from serviam_rules.text.meaning import EFFECT, Fact, Meaning, icon_steps, meaning, targets
from serviam_rules.text.patterns import Item
from serviam_rules.text.scope import normal
from serviam_rules.text.template import PLAIN


def text(rules: Ruleset, target: object, locale: object) -> Text:
    """The rule text of a card or icon, or of a program of the set (`set/reward`), one fact a line.

    UsageError for an unknown card or locale. Where the language's file has a `text` of its own for the card, that is
    the text of its effect for as long as it says what the card does.
    """
    language = language_of(rules, locale)
    if not isinstance(target, str):
        raise UsageError(f"a card is named by its id, not by {shortened(target)}")
    if target in rules.icons and target not in targets(rules):
        icon = rules.icons[target]
        return language.icon(icon_steps(icon), icon.parameters)
    if target not in targets(rules) and "/" not in target:
        raise UsageError(unknown("card", target, (*targets(rules), *rules.icons)))
    meant = meaning(rules, target)
    return _together([line(language, meant, fact) for fact in meant.facts], language)


def effect(language: Language, meant: Meaning) -> Text:
    """The words of an effect: those of the language's own file while they are true, else rendered."""
    _, printed = own_lines(language, meant)
    if printed and normal(meant.steps) in readings(language, meant, printed):
        return Text(printed.strip(), language.tag)
    return language.effect(meant.steps, meant.form, automatic=meant.automatic)


def own_text(language: Language, meant: Meaning) -> str:
    """The text that the language's own file gives a card, or "": its effect, or all that the card prints."""
    written = language.names.entry(language.tag, meant.kind, meant.id).get("text", "")
    return written if isinstance(written, str) else ""


def own_lines(language: Language, meant: Meaning) -> tuple[bool, str]:
    """Whether the text of the language's own file is all that the card prints, and the effect in it."""
    written = own_text(language, meant)
    facts, effect = lines.read(language, [line for line in map(str.strip, written.splitlines()) if line])
    whole = any(name != EFFECT for name, _ in facts)
    return whole, effect if whole else written


def readings(language: Language, meant: Meaning, written: str) -> tuple[Item, ...]:
    """The effects that a text can mean, told as sentences or as icons."""
    grammar = language.grammar(language.tag, meant.automatic)
    found: dict[Item, None] = {}
    for form in dict.fromkeys((meant.form, PLAIN)):
        found.update(dict.fromkeys(parse.effects(grammar, written, form)))
    return tuple(found)


def line(language: Language, meant: Meaning, fact: Fact) -> Text:
    """One fact of a card in words."""
    name, values = fact
    if name == EFFECT:
        return effect(language, meant)
    words: dict[str, str | int] = {key: in_words(language, key, item) for key, item in values.items()}
    if name in ("effetto_ordine", "ability"):
        words["effect"] = effect(language, meant)
    if name == "ability":
        words["times"] = len(values["rounds"])
    return language.say(f"card.{name}", **words)


def in_words(language: Language, key: str, item: Item) -> str | int:
    """What a line of a card says in one of its holes."""
    if key == "organisation":
        return language.name("organisations", item)
    if key == "powerholders":
        return language.joined([language.name("powerholders", each) for each in item], "names")
    if key == "rules":
        return language.rules_of(item)
    if key == "rounds":
        return language.joined([number(each) for each in item], "rounds")
    assert isinstance(item, int)
    return item


def _together(words: list[Text], language: Language) -> Text:
    fallback = any(each.fallback for each in words)
    languages = {each.lang for each in words}
    return Text("\n".join(words), languages.pop() if len(languages) == 1 else language.tag, fallback)
