"""Icons as they stand on card faces: whom, and how far. Drawn from the icon's own data.

An icon's parameters say how it is drawn: a powerholder as a medallion, a rank as stars, an organisation as its badge,
steps as a signpost to the left or right. An icon that moves `target` shows a target, any other its glyph. A broken
ring means that a player chooses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from serviam_rules.effects.icons import icon_of
from serviam_rules.faces import marks
from serviam_rules.faces.colours import GAIN, INK, LOSS
from serviam_rules.faces.measure import fit_line
from serviam_rules.faces.names import name_of
from serviam_rules.faces.svg import NOTHING, SERIF, Svg, group, words
from serviam_rules.model import Icon, Ruleset
from serviam_rules.text.localised import signed
from serviam_rules.values import FrozenMap, is_list, is_map

#: The space an icon takes.
WIDTH: Final = 66.0
HEIGHT: Final = 92.0
_SYMBOL: Final = 50.0


def icon(rules: Ruleset, use: Mapping[str, Any], locale: str) -> Svg:
    """An icon in its space, whose top left corner is at (0, 0)."""
    used = icon_of(use, rules.icons)
    drawn = group(_symbol(rules, used, use, locale), x=WIDTH / 2, y=_SYMBOL / 2 + 1)
    return group(drawn, group(_amounts(used, use), x=WIDTH / 2, y=HEIGHT - 13))


def _symbol(rules: Ruleset, used: Icon, use: Mapping[str, Any], locale: str) -> Svg:
    """Whom or what the icon is about."""
    for name, kind in used.parameters.items():
        if kind == "powerholder":
            shown = name_of(rules, "powerholders", use[name], locale)
            return group(marks.medallion(rules, use[name], shown, _SYMBOL * 0.86), y=-_SYMBOL * 0.1)
        if kind == "rank":
            return group(_ring(used), marks.cluster(use[name], _SYMBOL * 0.9))
        if kind == "organisation":
            return group(_ring(used), marks.badge(rules, use[name], _SYMBOL * 0.6))
        if kind == "gift":
            return _small_gift(rules, used, use[name], locale)
    if _moves_target(used):
        return marks.bullseye(_SYMBOL * 0.92)
    return group(_ring(used), _glyph(filled(used, use)))


def _small_gift(rules: Ruleset, used: Icon, gift: str, locale: str) -> Svg:
    card = rules.gifts.get(gift)
    label = fit_line(name_of(rules, "gifts", gift, locale), WIDTH - 2, 11, 8)
    return group(
        _ring(used),
        marks.badge(rules, card.category if card else None, _SYMBOL * 0.5),
        words(label.lines[0], 0, _SYMBOL * 0.66, label.size, INK, text_anchor="middle", font_weight="bold"),
    )


def _ring(used: Icon) -> Svg:
    return marks.dial(_SYMBOL * 0.96, choice=asks(used))


def _glyph(text: str) -> Svg:
    fitted = fit_line(text, _SYMBOL * 0.74, _SYMBOL * 0.7, 7)
    return words(
        fitted.lines[0], 0, fitted.size * 0.36, fitted.size, INK,
        text_anchor="middle", font_weight="bold", font_family=SERIF,
    )  # fmt: skip


def filled(used: Icon, use: Mapping[str, Any]) -> str:
    """The icon's glyph with the parameters put in."""
    glyph = used.glyph
    for name in sorted(used.parameters, key=len, reverse=True):
        glyph = glyph.replace(f"${name}", str(use[name]))
    return glyph


def _amounts(used: Icon, use: Mapping[str, Any]) -> Svg:
    """How far: a signpost for steps, a plain number for other numbers."""
    drawn = [_amount(kind, use[name]) for name, kind in used.parameters.items() if kind in ("steps", "number")]
    if not drawn:
        return NOTHING
    scale = min(1.0, 1.3 / len(drawn))
    first = -(len(drawn) - 1) * WIDTH * scale / 2
    return group(*[group(one, x=first + at * WIDTH * scale, scale=scale) for at, one in enumerate(drawn)])


def _amount(kind: str, amount: int) -> Svg:
    if kind == "number":
        return words(f"×{amount}", 0, 8, 22, INK, text_anchor="middle", font_weight="bold")
    return marks.arrow(amount, 56, 25, GAIN, LOSS, signed(amount))


def asks(used: Icon) -> bool:
    """Whether a player has to choose when the icon is resolved."""
    return "one" in _words(used.effect)


def _moves_target(used: Icon) -> bool:
    return any(is_map(step) and step.get("move") == "target" for step in used.effect)


def _words(data: Any) -> Iterator[str]:
    if is_map(data):
        for key, item in data.items():
            yield key
            yield from _words(item)
    elif is_list(data):
        for item in data:
            yield from _words(item)


def sample(rules: Ruleset, used: Icon) -> FrozenMap[str, Any]:
    """A use of the icon to show it by: the first powerholder, one step to the right, ..."""
    given: dict[str, Any] = {
        "powerholder": next(iter(rules.powerholders), ""),
        "organisation": next(iter(rules.organisations), ""),
        "gift": next(iter(rules.gifts), ""),
        "rank": rules.numbers.ranks,
        "steps": 1,
        "number": 1,
    }
    values = {name: given[kind] for name, kind in used.parameters.items()}
    return FrozenMap(values if used.id in values else {used.id: True, **values})
