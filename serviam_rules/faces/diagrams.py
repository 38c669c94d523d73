"""Diagrams of the game, drawn from the set's numbers and the rulebook's own table of phases.

Each is a whole SVG document on a sheet of its own, so that it can be read on light and dark pages alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from serviam_rules.faces import marks
from serviam_rules.faces.colours import EDGE, GAIN, INK, LOSS, MUTED, PAPER, Shades, shades
from serviam_rules.faces.measure import LINE, Fitted, fit, fit_line
from serviam_rules.faces.names import difficulty, listed, name_of, say
from serviam_rules.faces.svg import NOTHING, SERIF, Svg, circle, document, group, path, rect, words
from serviam_rules.model import Ruleset, Track
from serviam_rules.rules.phases import ROUND, TURN, Phase
from serviam_rules.text.locales import resolve
from serviam_rules.text.localised import number

_WIDE: Final = 720.0
_CARD: Final = (58.0, 81.0)


def track(rules: Ruleset, locale: str = "en") -> str:
    """The influence track with the starting spaces (C-2, S-1, O-2); several where powerholders' tracks differ."""
    locale = resolve(locale, rules.locales)
    tracks: dict[Track, list[str]] = {}
    for who, one in rules.numbers.tracks.items():
        tracks.setdefault(one, []).append(name_of(rules, "powerholders", who, locale))
    solo = rules.numbers.solo is not None
    drawn = [
        group(_one_track(rules, one, listed(rules, names, locale) if len(tracks) > 1 else "", solo, locale), y=150 * at)
        for at, (one, names) in enumerate(tracks.items())
    ]
    first = next(iter(tracks))
    description = say(
        rules,
        "track_told",
        locale,
        values=listed(rules, [number(value) for value in first.spaces], locale),
        start=first.start + 1,
        solo=first.solo_start + 1,
    )
    return _sheet(drawn, 150.0 * len(tracks), say(rules, "track", locale), description, locale)


def _one_track(rules: Ruleset, one: Track, whose: str, solo: bool, locale: str) -> Svg:
    size = min(66.0, (_WIDE - 60) / len(one.spaces))
    left = (_WIDE - size * len(one.spaces)) / 2
    spaces = [_space(value, left + at * size, size) for at, value in enumerate(one.spaces)]
    starts = [_start(left + (one.start + 0.5) * size, 44 + size, say(rules, "start", locale), "black")]
    if solo:
        starts.append(
            _start(left + (one.solo_start + 0.5) * size, 44 + size, say(rules, "solo_start", locale), "purple")
        )
    last = left + size * len(one.spaces)
    arrows = group(
        _way(left + 150, 24, -1, say(rules, "left", locale), LOSS),
        _way(last - 150, 24, 1, say(rules, "right", locale), GAIN),
    )
    name = (
        words(fit_line(whose, 300, 13, 9).lines[0], _WIDE / 2, 28, 13, INK, text_anchor="middle") if whose else NOTHING
    )
    return group(*spaces, *starts, arrows, name)


def _space(value: int, x: float, size: float) -> Svg:
    fill = "#f3d9d2" if value < 0 else "#efeae0" if value == 0 else "#d3e6e0" if value < 3 else "#a9d3c8"
    ink = LOSS if value < 0 else INK if value == 0 else GAIN
    return group(
        rect(x + 2, 40, size - 4, size - 4, fill, 8, stroke=INK, stroke_width=1.5),
        words(
            number(value), x + size / 2, 40 + size * 0.62, size * 0.46, ink,
            text_anchor="middle", font_weight="bold", font_family=SERIF,
        ),
    )  # fmt: skip


def _start(x: float, y: float, label: str, colour: str) -> Svg:
    strong = shades(colour).strong
    return group(
        path(f"M{x:g} {y:g}l7 12h-14Z", strong),
        words(label, x, y + 27, 14, strong, text_anchor="middle", font_weight="bold"),
    )


def _way(x: float, y: float, side: int, label: str, colour: str) -> Svg:
    start, end = x - 104 * side, x + 104 * side
    line = f"M{start:g} {y + 6:g}H{end - 8 * side:g}M{end - 12 * side:g} {y:g}L{end - 2 * side:g} {y + 6:g}L{end - 12 * side:g} {y + 12:g}"  # noqa: E501
    return group(
        path(line, "none", stroke=colour, stroke_width=2.4, stroke_linecap="round", stroke_linejoin="round"),
        words(label, x, y - 3, 13.5, colour, text_anchor="middle", font_weight="bold"),
    )


def setup(rules: Ruleset, locale: str = "en") -> str:
    """What lies before a player when the game begins (S-2 to S-5)."""
    locale = resolve(locale, rules.locales)
    numbers = rules.numbers
    deck = len(rules.powerholders) - numbers.row.places
    family = next(iter(rules.families.values()))
    shade = shades(family.colour)
    drawn = [
        _label(say(rules, "row", locale), 26, 24),
        *_row(rules, numbers.row.places, numbers.row.face_up, shade, 26, 36, locale),
        _stack(deck, shade, 26 + numbers.row.places * 74 + 40, 36, say(rules, "deck", locale)),
        _label(say(rules, "hand", locale), 26, 172),
        *_hand(rules, locale, 26, 184),
        _stack(
            numbers.gift_deck, shades("black"), 26 + numbers.row.places * 74 + 40, 184, say(rules, "gift_deck", locale)
        ),
        _points(rules, numbers.vp.start, 638, 118, locale),
    ]
    description = say(
        rules, "setup_told", locale, places=numbers.row.places, up=len(numbers.row.face_up), deck=deck,
        hand=numbers.hand.dealt + len(numbers.hand.given), vp=numbers.vp.start,
    )  # fmt: skip
    return _sheet(drawn, 308, say(rules, "setup", locale), description, locale)


def _row(
    rules: Ruleset, places: int, face_up: Sequence[int], shade: Shades, x: float, y: float, locale: str
) -> list[Svg]:
    return [
        group(
            _up(shade) if at in face_up else _back(shade),
            _under(say(rules, "connection" if at in face_up else "face_down", locale)),
            x=x + at * 74,
            y=y,
        )
        for at in range(places)
    ]


def _back(shade: Shades) -> Svg:
    """A card seen from behind."""
    wide, high = _CARD
    lozenges = "".join(
        f"M{wide * column / 4 + wide / 8:g} {high * row / 6 + 3:g}l6 6l-6 6l-6-6Z"
        for row in range(6)
        for column in range(4)
    )
    return group(
        rect(0, 0, wide, high, shade.strong, 6, stroke=INK, stroke_width=1.4),
        path(lozenges, shade.mid),
        rect(4, 4, wide - 8, high - 8, "none", 4, stroke=shade.light, stroke_width=1.6),
    )


def _up(shade: Shades) -> Svg:
    """A powerholder's card seen from the front, without saying whose."""
    wide, high = _CARD
    return group(
        rect(0, 0, wide, high, PAPER, 6, stroke=INK, stroke_width=1.4),
        rect(5, 5, wide - 10, 40, shade.soft, 3),
        circle(wide / 2, 21, 9.5, shade.mid),
        path(f"M{wide / 2 - 17:g} 45c0-14 34-14 34 0Z", shade.strong),
        rect(10, 52, wide - 20, 4, EDGE),
        rect(10, 60, wide - 20, 4, EDGE),
        rect(10, 68, wide - 34, 4, EDGE),
    )


def _gift_card(rules: Ruleset, gift: str | None, locale: str) -> Svg:
    wide, high = _CARD
    if gift is None:
        return group(
            rect(0, 0, wide, high, PAPER, 6, stroke=INK, stroke_width=1.4, stroke_dasharray="4 3"),
            words("?", wide / 2, 54, 36, MUTED, text_anchor="middle", font_weight="bold", font_family=SERIF),
        )
    card = rules.gifts[gift]
    return group(
        rect(0, 0, wide, high, PAPER, 6, stroke=INK, stroke_width=1.4),
        group(marks.badge(rules, card.category, 30), x=wide / 2, y=41),
        group(marks.mask(18), x=wide - 12, y=12) if card.conspiracy else NOTHING,
    )


def _hand(rules: Ruleset, locale: str, x: float, y: float) -> list[Svg]:
    gifts = [None] * rules.numbers.hand.dealt + list(rules.numbers.hand.given)
    return [
        group(
            _gift_card(rules, gift, locale),
            _under(name_of(rules, "gifts", gift, locale) if gift else say(rules, "dealt", locale)),
            x=x + at * 74,
            y=y,
        )
        for at, gift in enumerate(gifts)
    ]


def _stack(count: int, shade: Shades, x: float, y: float, label: str) -> Svg:
    """A deck, with how many cards it has."""
    wide, high = _CARD
    return group(
        group(_back(shade), x=6, y=-6),
        group(_back(shade), x=3, y=-3),
        _back(shade),
        circle(wide / 2, high / 2, 17, PAPER, stroke=INK, stroke_width=1.4),
        words(str(count), wide / 2, high / 2 + 7, 19, INK, text_anchor="middle", font_weight="bold"),
        _under(label, 120),
        x=x,
        y=y,
    )


def _points(rules: Ruleset, vp: int, x: float, y: float, locale: str) -> Svg:
    return group(
        circle(0, 0, 38, "#fff3d1", stroke="#8a6200", stroke_width=2),
        words(str(vp), 0, 8, 34, INK, text_anchor="middle", font_weight="bold", font_family=SERIF),
        words(
            fit_line(say(rules, "vp", locale), 60, 13, 9).lines[0],
            0,
            26,
            13,
            "#6b4a00",
            text_anchor="middle",
            font_weight="bold",
        ),
        x=x,
        y=y,
    )


def _under(text: str, space: float = 70) -> Svg:
    fitted = fit(text, space, 28, 12, 9)
    return group(
        *[
            words(line, _CARD[0] / 2, _CARD[1] + 14 + at * fitted.size * 1.15, fitted.size, INK, text_anchor="middle")
            for at, line in enumerate(fitted.lines)
        ]
    )


def _label(text: str, x: float, y: float) -> Svg:
    return words(text, x, y, 14.5, INK, font_weight="bold")


def turn(rules: Ruleset, locale: str = "en") -> str:
    """The phases of a turn, in the order of the table the engine plays by (T)."""
    locale = resolve(locale, rules.locales)
    return _phases(rules, TURN, "turn", locale)


def solo_round(rules: Ruleset, locale: str = "en") -> str:
    """The phases of a round of the solo game (O-6 to O-9)."""
    locale = resolve(locale, rules.locales)
    return _phases(rules, ROUND, "round", locale)


def _phases(rules: Ruleset, table: Sequence[Phase], title: str, locale: str) -> str:
    across = 5 if len(table) <= 5 else 4
    rows = -(-len(table) // across)
    width, height = (_WIDE - 40) / across, 136.0
    drawn = [
        group(
            _phase(rules, phase, width, height, locale),
            x=20 + (at % across) * width,
            y=18 + (at // across) * (height + 12),
        )
        for at, phase in enumerate(table)
    ]
    description = say(
        rules,
        "turn_told",
        locale,
        phases=listed(rules, [say(rules, f"phases.{phase.name}", locale) for phase in table], locale),
    )
    return _sheet(drawn, rows * (height + 12) + 24, say(rules, title, locale), description, locale)


def _phase(rules: Ruleset, phase: Phase, width: float, height: float, locale: str) -> Svg:
    """One phase as a chevron: its name, what happens, the rules."""
    solo = rules.numbers.solo
    shade = shades("blue" if phase.by == "player" else "purple")
    tip, inner, edge = 16.0, width - 38, width - 4
    half = height / 2
    arrow = f"M0 0H{edge - tip:g}L{edge:g} {half:g}L{edge - tip:g} {height:g}H0L{tip:g} {half:g}Z"
    rounds = listed(rules, list(solo.ability_rounds), locale) if solo else ""
    title = fit(say(rules, f"phases.{phase.name}", locale), inner, 34, 15, 11)
    does = fit(say(rules, f"does.{phase.name}", locale, rounds=rounds), inner, 56, 12.5, 9)
    ids = fit_line(" ".join(phase.rules), inner - 6, 11, 8)
    middle = width / 2 + 3
    return group(
        path(arrow, shade.soft, stroke=shade.strong, stroke_width=1.6, stroke_linejoin="round"),
        _lines(title.lines, middle, 24 if len(title.lines) > 1 else 32, title.size, shade.strong, bold=True),
        _lines(does.lines, middle, 64, does.size, INK),
        words(ids.lines[0], middle, height - 9, ids.size, MUTED, text_anchor="middle"),
    )


def _lines(lines: Sequence[str], x: float, y: float, size: float, ink: str, *, bold: bool = False) -> Svg:
    weight = "bold" if bold else None
    return group(
        *[
            words(line, x, y + at * size * (LINE - 0.1), size, ink, text_anchor="middle", font_weight=weight)
            for at, line in enumerate(lines)
        ]
    )


def solo_table(rules: Ruleset, locale: str = "en") -> str:
    """The table of the solo game (O-1 to O-5). A ruleset without that game has none: an empty sheet."""
    locale = resolve(locale, rules.locales)
    solo, numbers = rules.numbers.solo, rules.numbers
    if solo is None:
        return _sheet([], 40, say(rules, "solo", locale), "", locale)
    theirs = shades(rules.families[solo.family].colour)
    mine = shades(next(family.colour for family in rules.families.values() if family.id != solo.family))
    deck, rivals = len(rules.powerholders) - solo.row, len(rules.rivals) - 1
    drawn = [
        _label(say(rules, "them", locale), 26, 24),
        *_row(rules, solo.row, (), theirs, 26, 36, locale),
        _stack(deck, theirs, 26 + solo.row * 74 + 34, 36, say(rules, "deck", locale)),
        group(_rival_card(theirs), _under(say(rules, "solo_rival", locale), 80), x=26, y=176),
        _stack(rivals, theirs, 116, 176, say(rules, "rival_deck", locale)),
        *_difficulties(rules, solo.difficulties, locale),
        _label(say(rules, "you", locale), 26, 318),
        *_row(rules, numbers.row.places, numbers.row.face_up, mine, 26, 330, locale),
        _stack(
            len(rules.powerholders) - numbers.row.places,
            mine,
            26 + numbers.row.places * 74 + 34,
            330,
            say(rules, "deck", locale),
        ),
    ]
    description = say(rules, "solo_told", locale, places=solo.row, deck=deck, rivals=rivals)
    return _sheet(drawn, 452, say(rules, "solo", locale), description, locale)


def _rival_card(shade: Shades) -> Svg:
    return group(_up(shade), group(marks.mask(26), x=_CARD[0] / 2, y=25))


def _difficulties(rules: Ruleset, difficulties: Mapping[str, int], locale: str) -> list[Svg]:
    drawn = [_label(say(rules, "difficulty", locale), 250, 200)]
    for at, (name, vp) in enumerate(difficulties.items()):
        drawn.append(
            group(
                rect(0, 0, 132, 44, "#fff3d1", 8, stroke="#8a6200", stroke_width=1.4),
                words(*_first(fit_line(difficulty(rules, name, locale), 84, 14, 9), 12, 28), INK),
                words(f"{vp}", 120, 31, 24, INK, text_anchor="end", font_weight="bold", font_family=SERIF),
                x=250 + at * 146,
                y=214,
            )
        )
    return drawn


def _first(fitted: Fitted, x: float, y: float) -> tuple[str, float, float, float]:
    """A fitted line as `words` takes it."""
    return fitted.lines[0], x, y, fitted.size


def _sheet(drawn: Sequence[Svg], height: float, title: str, description: str, locale: str) -> str:
    paper = rect(1, 1, _WIDE - 2, height - 2, PAPER, 14, stroke=EDGE, stroke_width=2)
    return document(paper, *drawn, width=_WIDE, height=height, title=title, description=description, lang=locale)
