"""A recording of `serviam-rules play`: the screens of a scripted game as one animated picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from xml.sax.saxutils import escape

from serviam_rules.cli.cells import cells
from serviam_rules.cli.table.loop import LeftError, Table
from serviam_rules.cli.table.screen import Words
from serviam_rules.cli.table.session import PERSON, Session
from serviam_rules.cli.terminal import Style
from serviam_rules.replay import Replay
from tools.site.language import Language
from tools.site.ruleset import RULES

COLUMNS = 92
ROWS = 40
SECONDS = 3.0
#: What the person at the table types; `u` takes back what brought nothing new to light.
ANSWERS = ("2", "1", "4", "u", "1", "2", "1", "3", "1", "q")
CELL, LINE = 8.0, 17.0
TOGETHER = re.compile(r"\S+(?: \S+)*")


def screens(locale: str) -> list[str]:
    """What the terminal shows each time it waits for the person, and what is typed then."""
    answers: Iterator[str] = iter(ANSWERS)
    lines: list[str] = []
    taken: list[str] = []

    def read(question: str) -> str:
        typed = next(answers, "")
        lines.append(f"{question}{typed}")
        taken.append("\n".join(lines))
        return typed

    replay = Replay.record(RULES, 2, seed=7, first=0)
    table = Table(
        Session(replay, (PERSON, "greedy")), Words(RULES, locale, Style(False)), read, lines.append, lambda: COLUMNS
    )
    with suppress(LeftError):
        table.play()
    return taken


def recording(language: Language) -> str:
    """The screens one after another, each for some seconds; all at once for readers who want no movement: the first."""
    shown = [screen.split("\n")[-ROWS:] for screen in screens(language.code)]
    width, height = COLUMNS * CELL + 32, ROWS * LINE + 32
    whole = SECONDS * len(shown)
    share = 100 / len(shown)
    style = (
        "text{font:13px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Noto Sans Mono CJK SC',monospace;"
        "fill:#e8e6e0;white-space:pre}"
        f".s{{visibility:hidden;animation:show {whole:g}s step-end infinite}}"
        f"@keyframes show{{0%{{visibility:visible}}{share:.4f}%{{visibility:hidden}}}}"
        "@media (prefers-reduced-motion:reduce){.s{animation:none}.s:first-of-type{visibility:visible}}"
    )
    title = escape(language.say("recording.title"))
    frames = "".join(_frame(lines, at * SECONDS) for at, lines in enumerate(shown))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'width="{width:g}" height="{height:g}"><title>{title}</title><style>{style}</style>'
        f'<rect width="100%" height="100%" rx="10" fill="#22252b"/>{frames}</svg>\n'
    )


def _frame(lines: list[str], delay: float) -> str:
    texts = "".join(_line(line, 28 + at * LINE) for at, line in enumerate(lines))
    return f'<g class="s" style="animation-delay:{delay:g}s">{texts}</g>'


def _line(line: str, y: float) -> str:
    """A line of the terminal: what stands together is set where its cells are, whatever width the font gives a sign."""
    return "".join(
        f'<text x="{16 + cells(line[: part.start()]) * CELL:g}" y="{y:g}" '
        f'textLength="{cells(part.group()) * CELL:g}">{escape(part.group())}</text>'
        for part in TOGETHER.finditer(line)
    )
