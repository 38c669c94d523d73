"""Results as a page that stands alone: plots as SVG, light or dark as the reader likes, without scripts."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from importlib import import_module
from typing import Any, Final, TypeAlias

from serviam_rules.errors import UsageError
from serviam_rules.faces.names import name_of
from serviam_rules.model import Ruleset
from serviam_rules.rules.options import GameOptions
from serviam_rules.simulation import Comparison, Results
from serviam_rules.simulation.statistics import Estimate, difference, wins_of
from serviam_rules.simulation.tally import Spread, Tally
from serviam_rules.text.language import language_of
from serviam_rules.values import BAZZI_BETTI

#: What no drawing uses by itself, for what the page's style decides: letters and lines, what stands out, what is faint.
_INK, _MAIN, _FAINT, _PAPER = "#010203", "#040506", "#070809", "#0a0b0c"
_STYLE_OF: Final = {_INK: "var(--ink)", _MAIN: "var(--main)", _FAINT: "var(--faint)", _PAPER: "var(--paper)"}
_PLOT: Final = {
    "svg.fonttype": "none", "svg.hashsalt": "serviam-rules", "font.family": "sans-serif", "font.size": 11,
    "text.color": _INK, "axes.edgecolor": _FAINT, "axes.labelcolor": _INK, "xtick.color": _INK, "ytick.color": _INK,
    "axes.facecolor": "none", "figure.facecolor": "none", "axes.spines.top": False, "axes.spines.right": False,
    "axes.unicode_minus": True,
}  # fmt: skip

_CSS: Final = """\
:root { color-scheme: light dark; --ink: light-dark(#24222c, #eeeae2); --paper: light-dark(#fffdf8, #1d1c22);
  --main: light-dark(#6a2f80, #d3a6e8); --faint: light-dark(#8a8494, #8f8999); }
body { font: 16px/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", sans-serif; margin: 0 auto;
  max-width: 60rem; padding: 1.5rem 1rem; background: var(--paper); color: var(--ink); }
h1 { line-height: 1.2; } figure { margin: 2rem 0; } figcaption, footer { color: var(--faint); font-size: .9rem; }
svg { overflow: visible; width: 100%; height: auto; max-width: 56rem; } svg text { font-family: inherit !important; }
li { margin: .3rem 0; }"""

Draw: TypeAlias = Callable[[Any, Any], None]


class _Words:
    """The words of the page and the names of cards in a language."""

    def __init__(self, rules: Ruleset, locale: str) -> None:
        self.rules, self.locale = rules, locale
        self._language = language_of(rules, locale)

    def __call__(self, key: str, **facts: str) -> str:
        return str(self._language.say(f"report.{key}", **facts))

    def setting(self, setting: GameOptions) -> str:
        """`3 players`, `solo, hard`."""
        if not setting.solo:
            return self("several", players=str(setting.players))
        return self("alone", difficulty=self.difficulty(setting.difficulty))

    def difficulty(self, difficulty: str) -> str:
        return str(self._language.say(f"difficulties.{difficulty}"))

    def gift(self, gift: str) -> str:
        return name_of(self.rules, "gifts", gift, self.locale)

    def powerholder(self, who: str) -> str:
        return name_of(self.rules, "powerholders", who, self.locale)


def page(rules: Ruleset, found: Results, locale: str) -> str:
    """The page of results. UsageError if matplotlib is not installed."""
    words = _Words(rules, locale)
    heading = words("title", games=str(found.count))
    parts = [_list(_sentences(words, found.tally)), *_figures(words, found.tally)]
    return _html(words, heading, _about(words, found), parts)


def comparison_page(rules: Ruleset, found: Comparison, locale: str) -> str:
    """The page of a comparison; `rules` are those of the second set of cards."""
    words = _Words(rules, locale)
    rows = [(name, shift) for gift, shift, _ in found.gifts() if shift and (name := _name(words, gift))]
    rows.sort(key=lambda row: row[1].mean)
    said = [_change(words, name, shift) for name, shift in reversed(rows) if shift.sureness != "unclear"]
    about = [*_about(words, found.before), *_about(words, found.after)]
    figures = [_figure(words("worth"), words("worth_note"), 0.3 * len(rows) + 1, lambda _, axes: _dots(axes, rows))]
    return _html(words, words("compare"), list(dict.fromkeys(about)), [_list(said), *figures])


def _name(words: _Words, gift: str) -> str:
    return words.gift(gift) if gift in words.rules.gifts else gift


def _change(words: _Words, name: str, shift: Estimate) -> str:
    key, sure = "more" if shift.mean > 0 else "less", words("sure" if shift.sureness == "surely" else "maybe")
    return words(key, name=name, change=f"{abs(shift.mean):.2f}", surely=sure)


def _about(words: _Words, found: Results) -> list[str]:
    packs = ", ".join(f"{pack['id']} {pack['version']}" for pack in found.stamp["packs"])
    packs += f" ({found.stamp['fingerprint'][:8]})"
    bots = ", ".join(dict.fromkeys(found.plan.bots))
    return [words("cards", packs=packs), words("bots", bots=bots, seed=str(found.plan.seed))]


# --- what stands out -------------------------------------------------------------------------------------------------


def _sentences(words: _Words, tally: Tally) -> Iterator[str]:
    for setting, one in tally.settings.items():
        first = wins_of(one.score("order", "0"))
        if setting.mode == "standard" and first is not None:
            ahead = Estimate(first.mean - 1 / setting.players, first.error)
            percent = f"{100 * first.mean:.0f}{words('percent')}"
            yield words("first_ahead", players=str(setting.players), percent=percent, surely=words(ahead.sureness))
    worths = _worths(tally)
    if worths:
        (best, most), (worst, least) = worths[-1], worths[0]
        shown = [f"{worth.mean:+.2f}".replace("-", "−") for worth in (most, least)]
        yield words("best", gift=_name(words, best), worth=shown[0], other=_name(words, worst), least=shown[1])


def _worths(tally: Tally) -> list[tuple[str, Estimate]]:
    """What each gift is worth, the least first."""
    found = [(gift, difference(one.gained, tally.turns)) for gift, one in tally.gifts.items()]
    return sorted(((gift, worth) for gift, worth in found if worth), key=lambda row: row[1].mean)


# --- plots -----------------------------------------------------------------------------------------------------------


def _figures(words: _Words, tally: Tally) -> Iterator[str]:
    several = [(setting, one) for setting, one in tally.settings.items() if setting.mode == "standard"]
    if several:
        yield _figure(words("seats"), words("seats_note"), 3.4, lambda plot, _: _seats(plot, words, several))
    spreads = [(words.setting(setting), one.vp) for setting, one in tally.settings.items()]
    lengths = [(words.setting(setting), one.length) for setting, one in tally.settings.items()]
    yield _figure(words("vp"), "", 3.4, lambda _, axes: _spreads(axes, spreads, words))
    yield _figure(words("length"), "", 3.4, lambda _, axes: _spreads(axes, lengths, words))
    worths = [(_name(words, gift), worth) for gift, worth in _worths(tally)]
    if worths:
        yield _figure(words("worth"), words("worth_note"), 0.3 * len(worths) + 1, lambda _, axes: _dots(axes, worths))
    rates = sorted(
        (100 * one.gained.count / one.chances, _name(words, gift)) for gift, one in tally.gifts.items() if one.chances
    )
    if rates:
        yield _figure(words("rates"), words("rates_note"), 0.3 * len(rates) + 1, lambda _, axes: _rates(axes, rates))
        yield _figure(
            words("heat"), words("heat_note"), 0.32 * len(rates) + 1.6, lambda _, axes: _heat(axes, words, tally)
        )
    alone = [(words.difficulty(setting.difficulty), one) for setting, one in tally.settings.items() if setting.solo]
    if alone:
        yield _figure(words("solo"), "", 0.5 * len(alone) + 1.2, lambda _, axes: _solo(axes, words, alone))


def _seats(plot: Any, words: _Words, several: Sequence[tuple[Any, Any]]) -> None:
    plot.clear()
    for at, (setting, one) in enumerate(several):
        axes = plot.add_subplot(1, len(several), at + 1)
        rows = [
            (words(word, number=str(number + 1)), wins_of(one.score(word, str(number))))
            for word in ("seat", "order")
            for number in range(setting.players)
        ]
        for place, (_, estimate) in enumerate(rows):
            if estimate is not None:
                axes.errorbar(place, 100 * estimate.mean, 196 * estimate.error, fmt="o", color=_MAIN, capsize=3)
        axes.axhline(100 / setting.players, color=_FAINT, linewidth=1)
        axes.set_xticks(range(len(rows)), [name for name, _ in rows], rotation=50, ha="right")
        axes.set_ylim(0, 100)
        axes.set_ylabel(words("percent") if at == 0 else "")


def _spreads(axes: Any, spreads: Sequence[tuple[str, Spread]], words: _Words) -> None:
    marks = ("-", "--", ":", "-.", (0, (1, 3)), (0, (5, 5)))
    for at, (name, spread) in enumerate(spreads):
        numbers = range(spread.least, spread.most + 1)
        shares = [100 * spread.counts[number] / spread.count for number in numbers]
        axes.plot(numbers, shares, color=_MAIN if at % 2 else _INK, linestyle=marks[at % len(marks)], label=name)
    axes.set_ylabel(f"{words('games')}, {words('percent')}")
    axes.legend(frameon=False)


def _dots(axes: Any, rows: Sequence[tuple[str, Estimate]]) -> None:
    for place, (_, estimate) in enumerate(rows):
        axes.errorbar(estimate.mean, place, xerr=1.96 * estimate.error, fmt="o", color=_MAIN, capsize=3)
    axes.axvline(0, color=_FAINT, linewidth=1)
    axes.set_yticks(range(len(rows)), [name for name, _ in rows])
    axes.margins(y=0.02)


def _rates(axes: Any, rates: Sequence[tuple[float, str]]) -> None:
    axes.barh(range(len(rates)), [rate for rate, _ in rates], color=_MAIN)
    axes.set_yticks(range(len(rates)), [name for _, name in rates])
    axes.margins(y=0.01)


def _heat(axes: Any, words: _Words, tally: Tally) -> None:
    gifts = [gift for gift, one in tally.gifts.items() if one.recipients]
    people = list(words.rules.powerholders)
    for row, gift in enumerate(gifts):
        recipients = tally.gifts[gift].recipients
        for column, who in enumerate(people):
            share = recipients[who] / recipients.total()
            axes.barh(row, 1, left=column - 0.5, height=1, color=_MAIN, alpha=min(1.0, share * 2.5), linewidth=0)
            axes.text(column, row, f"{100 * share:.0f}", ha="center", va="center", fontsize=9)
    axes.set_yticks(range(len(gifts)), [_name(words, gift) for gift in gifts])
    axes.set_xticks(range(len(people)), [words.powerholder(who) for who in people], rotation=40, ha="right")
    axes.set_xlim(-0.5, len(people) - 0.5)
    axes.margins(y=0)


def _solo(axes: Any, words: _Words, alone: Sequence[tuple[str, Any]]) -> None:
    for row, (_, one) in enumerate(alone):
        you = one.score("seat", "0")
        parts = ("won", you.won, 1.0), ("shared", you.shared, 0.5), ("lost", you.games - you.won - you.shared, 0.18)
        left = 0.0
        for name, count, alpha in parts:
            width = 100 * count / you.games
            axes.barh(row, width, left=left, color=_MAIN, alpha=alpha, label=words(name) if row == 0 else None)
            left += width
        theirs = one.score("side", BAZZI_BETTI).vp
        axes.text(101, row, f"{you.vp.mean:.1f} : {theirs.mean:.1f}", va="center")
    axes.set_yticks(range(len(alone)), [difficulty for difficulty, _ in alone])
    axes.set_xlabel(words("percent"))
    axes.legend(frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))


def _figure(title: str, note: str, height: float, draw: Draw) -> str:
    """A plot, drawn by matplotlib, whose colours are those of the page."""
    try:
        matplotlib: Any = import_module("matplotlib")
        figures: Any = import_module("matplotlib.figure")
    except ImportError:
        raise UsageError("--html needs matplotlib: pip install 'serviam-rules[report]'") from None
    # Letters stay letters, in the reader's own fonts; that this machine may not have them is no matter.
    with matplotlib.rc_context(_PLOT), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")
        plot = figures.Figure(figsize=(9, height), layout="constrained")
        draw(plot, plot.subplots())
        written = io.StringIO()
        plot.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    drawn = written.getvalue()
    drawn = re.sub("|".join(_STYLE_OF), lambda colour: _STYLE_OF[colour.group()], drawn[drawn.index("<svg") :])
    drawn = drawn.replace("<svg ", f'<svg role="img" aria-label="{escape(title)}" ', 1)
    return f"<figure><h2>{escape(title)}</h2>{drawn}<figcaption>{escape(note)}</figcaption></figure>"


# --- the page --------------------------------------------------------------------------------------------------------


def _list(sentences: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences) + "</ul>"


def _html(words: _Words, heading: str, about: Iterable[str], parts: Iterable[str]) -> str:
    title, lines = escape(heading), "".join(f"<p>{escape(line)}</p>" for line in about)
    return "\n".join((
        f'<!doctype html>\n<html lang="{escape(words.locale)}">\n<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{_CSS}</style></head>\n<body><h1>{title}</h1>{lines}",
        f"<h2>{escape(words('summary'))}</h2>",
        *parts,
        f"<footer>{escape(words('unofficial'))}</footer>\n</body></html>",
    ))  # fmt: skip
