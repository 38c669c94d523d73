"""The face of a card, drawn from its data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from serviam_rules.errors import UsageError, shortened, unknown
from serviam_rules.faces import frame, marks, symbols
from serviam_rules.faces.colours import GOLD, INK, PAPER, Shades, shades
from serviam_rules.faces.names import copies, name_of, say, stars
from serviam_rules.faces.pattern import quilt
from serviam_rules.faces.portrait import portrait
from serviam_rules.faces.provenance import stand_in
from serviam_rules.faces.svg import NOTHING, SERIF, Svg, circle, document, group, rect, words
from serviam_rules.faces.wording import wording
from serviam_rules.model import Gift, Icon, Powerholder, Rival, Ruleset
from serviam_rules.text.locales import resolve

#: A gift's picture is lower than a person's: its icons need the room.
_GIFT_PANEL: Final = 94.0


def face(rules: Ruleset, card_id: str, locale: str = "en") -> str:
    """The face of a gift, powerholder, rival or icon as an SVG document of 250 x 350 units (an icon: 66 x 92).

    The same ruleset, id and locale give the same text. UsageError for an unknown card or locale.
    """
    locale = resolve(locale, rules.locales)
    if type(card_id) is not str:
        raise UsageError(f"a card is named by its id, not by {shortened(card_id)}")
    if card_id in rules.gifts:
        return _gift(rules, rules.gifts[card_id], locale)
    if card_id in rules.powerholders:
        return _powerholder(rules, rules.powerholders[card_id], locale)
    if card_id in rules.rivals:
        return _rival(rules, rules.rivals[card_id], locale)
    if card_id in rules.icons:
        return _icon(rules, rules.icons[card_id], locale)
    known = (*rules.gifts, *rules.powerholders, *rules.rivals, *rules.icons)
    raise UsageError(unknown("card", card_id, known))


def _gift(rules: Ruleset, card: Gift, locale: str) -> str:
    letter = card.threat_letter
    colour = shades("black") if letter else marks.shades_of(rules, card.category)
    name, text = name_of(rules, "gifts", card.id, locale), rules.text(card.id, locale)
    middle = marks.envelope(60) if letter else marks.badge(rules, card.category, 50)
    centre = frame.INNER / 2, _GIFT_PANEL / 2
    art = group(
        quilt(card.id, colour, frame.INNER, _GIFT_PANEL),
        circle(*centre, 38, PAPER),
        circle(*centre, 34.5, "none", stroke=colour.strong, stroke_width=1.4),
        group(middle, x=centre[0], y=centre[1] + 1),
    )
    kind = say(rules, "threat_letter", locale) if letter else _category(rules, card, locale)
    drawn = [
        frame.sheet(),
        frame.panel(art, colour.strong, _GIFT_PANEL),
        group(marks.mask(34), x=frame.WIDTH - 34, y=34) if card.conspiracy else NOTHING,
        frame.heading(name, 130),
        frame.caption(kind, 148, colour.strong),
        _icons(rules, card, locale),
        frame.rule_text(wording(rules, card.id, locale), 247, 317, 15),
        frame.foot(rules, stand_in("gifts", card.provenance), f"×{card.copies}", locale, colour.strong),
    ]
    facts = [say(rules, "gift", locale), kind, copies(rules, card.copies, locale)]
    facts += [say(rules, "conspiracy", locale)] if card.conspiracy else []
    return _document(rules, drawn, name, facts, text, stand_in("gifts", card.provenance), locale)


def _category(rules: Ruleset, card: Gift, locale: str) -> str:
    if card.category is None:
        return say(rules, "no_category", locale)
    return name_of(rules, "organisations", card.category, locale)


def _icons(rules: Ruleset, card: Gift, locale: str) -> Svg:
    """The icons from the left, in printed order; more than three get smaller, more than six a second line."""
    count = len(card.icons)
    if not count:
        return NOTHING
    rows = 1 if count <= 6 else 2
    across = -(-count // rows)
    scale = min(0.96, (frame.INNER + 8) / (across * (symbols.WIDTH + 6)), 1.0 / rows)
    step, down = (symbols.WIDTH + 6) * scale, symbols.HEIGHT * scale
    drawn: list[Svg] = []
    for at, use in enumerate(card.icons):
        row, column = divmod(at, across)
        in_row = min(across, count - row * across)
        left = frame.WIDTH / 2 - in_row * step / 2 + column * step + 3 * scale
        top = 198 - rows * down / 2 + row * down
        drawn.append(group(symbols.icon(rules, use, locale), x=left, y=top, scale=scale))
    return group(*drawn)


def _powerholder(rules: Ruleset, card: Powerholder, locale: str) -> str:
    colour = marks.shades_of(rules, card.organisation)
    name, text = name_of(rules, "powerholders", card.id, locale), rules.text(card.id, locale)
    organisation = name_of(rules, "organisations", card.organisation, locale)
    art = group(
        portrait(card.id, colour, frame.INNER, frame.PANEL, card.rank),
        group(marks.badge(rules, card.organisation, 40), x=27, y=29),
        _ranking(card.rank),
    )
    drawn = [
        frame.sheet(),
        frame.panel(art, colour.strong),
        frame.heading(name, 149),
        frame.caption(organisation, 168, colour.strong),
        _ability("EFFETTO ORDINE", wording(rules, card.id, locale), colour, mark=True),
        frame.foot(rules, stand_in("powerholders", card.provenance), "", locale, colour.strong),
    ]
    facts = [organisation, stars(rules, card.rank, locale)]
    return _document(rules, drawn, name, facts, text, stand_in("powerholders", card.provenance), locale)


def _ranking(rank: int) -> Svg:
    size = 17.0
    across = rank * size + 12 if rank <= 5 else 56
    return group(
        rect(-across, -12, across, 24, INK, 5),
        group(marks.stars(rank, size, GOLD, INK), x=-across / 2, y=0.5),
        x=frame.INNER - 6,
        y=19,
    )


def _ability(title: str, text: str, colour: Shades, *, mark: bool) -> Svg:
    """The box with what a person does: a title on the colour, the text beneath."""
    top, bottom = 178.0, 314.0
    return group(
        rect(frame.MARGIN, top, frame.INNER, bottom - top, colour.soft, 6),
        rect(frame.MARGIN, top, frame.INNER, 24, colour.strong, 6),
        rect(frame.MARGIN, top + 12, frame.INNER, 12, colour.strong),
        words(
            title, frame.WIDTH / 2, top + 16.8, 13, "#ffffff",
            text_anchor="middle", font_weight="bold", font_family=SERIF, letter_spacing=1.2,
        ),
        group(marks.mask(19), x=frame.MARGIN + 15, y=top + 12) if mark else NOTHING,
        frame.rule_text(text, top + 28, bottom - 4, 16, 8),
    )  # fmt: skip


def _rival(rules: Ruleset, card: Rival, locale: str) -> str:
    solo = rules.numbers.solo
    family = rules.families.get(solo.family) if solo else None
    colour = shades(family.colour if family else "purple")
    name, text = name_of(rules, "rivals", card.id, locale), rules.text(card.id, locale)
    house = name_of(rules, "families", family.id, locale) if family else ""
    named = [name_of(rules, "powerholders", who, locale) for who in card.names]
    art = portrait(card.id, colour, frame.INNER, frame.PANEL, 2, masked=True)
    drawn = [
        frame.sheet(),
        frame.panel(group(art, _named(rules, card, locale)), colour.strong),
        frame.heading(name, 149),
        frame.caption(
            f"{say(rules, 'rival', locale)} · {house}" if house else say(rules, "rival", locale), 168, colour.strong
        ),
        _ability(say(rules, "ability", locale), wording(rules, card.id, locale), colour, mark=False),
        frame.foot(rules, stand_in("rivals", card.provenance), "", locale, colour.strong),
    ]
    facts = [say(rules, "rival", locale), *named]
    return _document(rules, drawn, name, facts, text, stand_in("rivals", card.provenance), locale)


def _named(rules: Ruleset, card: Rival, locale: str) -> Svg:
    """Those a rival names, as medallions at both sides of the portrait."""
    drawn: list[Svg] = []
    rows = max(1, -(-len(card.names) // 2))
    size = min(44.0, 76.0 / rows)
    for at, who in enumerate(card.names):
        row, side = divmod(at, 2)
        x = 34 if side == 0 else frame.INNER - 34
        y = frame.PANEL * (row + 0.5) / rows
        name = name_of(rules, "powerholders", who, locale)
        plate = rect(-30.5, -size * 0.62, 61, size * 1.56, PAPER, 6)
        drawn.append(group(plate, marks.medallion(rules, who, name, size, 56), x=x, y=y - size * 0.16))
    return group(*drawn)


def _icon(rules: Ruleset, card: Icon, locale: str) -> str:
    name = name_of(rules, "icons", card.id, locale)
    return icon_document(rules, symbols.sample(rules, card), name, name, locale)


def icon_document(rules: Ruleset, use: Mapping[str, Any], title: str, description: str, locale: str) -> str:
    """One use of an icon, alone, on a small piece of paper."""
    return document(
        rect(0.75, 0.75, symbols.WIDTH - 1.5, symbols.HEIGHT + 2.5, PAPER, 8, stroke=INK, stroke_width=1.5),
        group(symbols.icon(rules, use, locale), y=2),
        width=symbols.WIDTH,
        height=symbols.HEIGHT + 4,
        title=title,
        description=description,
        lang=locale,
    )


def _document(
    rules: Ruleset, drawn: list[Svg], name: str, facts: Sequence[str], text: str, mark: str, locale: str
) -> str:
    sentences = [*facts, text, *([say(rules, mark, locale)] if mark else [])]
    return document(
        *drawn,
        width=frame.WIDTH,
        height=frame.HEIGHT,
        title=name,
        description=". ".join(part.rstrip(".。") for part in sentences) + ".",
        lang=locale,
    )
