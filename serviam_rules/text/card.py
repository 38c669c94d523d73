"""The rule text of a card: line by line what stands on it, in words."""

from __future__ import annotations

from serviam_rules.errors import UsageError, shortened, unknown
from serviam_rules.model import Ruleset
from serviam_rules.text import language, lines, parse
from serviam_rules.text.language import Language
from serviam_rules.text.meaning import EFFECT, Fact, Meaning, icon_steps, meaning, targets
from serviam_rules.text.patterns import Item
from serviam_rules.text.scope import normal
from serviam_rules.text.spoken import Text, number
from serviam_rules.text.template import PLAIN


def text(rules: Ruleset, target: object, locale: object) -> Text:
    """The rule text of a card or icon, or of a program of the set (`set/reward`), one fact a line.

    UsageError for an unknown card or locale. Where the language's file has a `text` of its own for the card, that is
    the text of its effect for as long as it says what the card does.
    """
    spoken = language.of(rules, locale)
    if not isinstance(target, str):
        raise UsageError(f"a card is named by its id, not by {shortened(target)}")
    if target in rules.icons and target not in targets(rules):
        icon = rules.icons[target]
        return spoken.icon(icon_steps(icon), icon.parameters)
    if target not in targets(rules) and "/" not in target:
        raise UsageError(unknown("card", target, (*targets(rules), *rules.icons)))
    meant = meaning(rules, target)
    return _together([line(spoken, meant, fact) for fact in meant.facts], spoken)


def effect(spoken: Language, meant: Meaning) -> Text:
    """The words of an effect: those of the language's own file while they are true, else rendered."""
    _, printed = own_lines(spoken, meant)
    if printed and normal(meant.steps) in readings(spoken, meant, printed):
        return Text(printed.strip(), spoken.tag)
    return spoken.effect(meant.steps, meant.form, automatic=meant.automatic)


def own_text(spoken: Language, meant: Meaning) -> str:
    """The text that the language's own file gives a card, or "": its effect, or all that the card prints."""
    written = spoken.names.entry(spoken.tag, meant.kind, meant.id).get("text", "")
    return written if isinstance(written, str) else ""


def own_lines(spoken: Language, meant: Meaning) -> tuple[bool, str]:
    """Whether the text of the language's own file is all that the card prints, and the effect in it."""
    written = own_text(spoken, meant)
    facts, effect = lines.read(spoken, [line for line in map(str.strip, written.splitlines()) if line])
    whole = any(name != EFFECT for name, _ in facts)
    return whole, effect if whole else written


def readings(spoken: Language, meant: Meaning, written: str) -> tuple[Item, ...]:
    """The effects that a text can mean, told as sentences or as icons."""
    grammar = spoken.grammar(spoken.tag, meant.automatic)
    found: dict[Item, None] = {}
    for form in dict.fromkeys((meant.form, PLAIN)):
        found.update(dict.fromkeys(parse.effects(grammar, written, form)))
    return tuple(found)


def line(spoken: Language, meant: Meaning, fact: Fact) -> Text:
    """One fact of a card in words."""
    name, values = fact
    if name == EFFECT:
        return effect(spoken, meant)
    told: dict[str, str | int] = {key: _told(spoken, key, item) for key, item in values.items()}
    if name in ("effetto_ordine", "ability"):
        told["effect"] = effect(spoken, meant)
    if name == "ability":
        told["times"] = len(values["rounds"])
    return spoken.say(f"card.{name}", **told)


def _told(spoken: Language, key: str, item: Item) -> str | int:
    if key == "organisation":
        return spoken.name("organisations", item)
    if key == "powerholders":
        return spoken.joined([spoken.name("powerholders", each) for each in item], "names")
    if key == "rounds":
        return spoken.joined([number(each) for each in item], "rounds")
    assert isinstance(item, int)
    return item


def _together(told: list[Text], spoken: Language) -> Text:
    fallback = any(each.fallback for each in told)
    languages = {each.lang for each in told}
    return Text("\n".join(told), languages.pop() if len(languages) == 1 else spoken.tag, fallback)
