"""What the stored benchmarks say (`docs/data/benchmarks.json`): tables and plots of the page about them."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from serviam_rules.faces.colours import EDGE, GAIN, INK, LOSS, MUTED, PAPER
from serviam_rules.faces.svg import Svg, document, rect, words
from tools.site.markdown import table
from tools.site.paths import DOCS

FILE: Final = DOCS / "data" / "benchmarks.json"
_WIDE, _ROW, _LEFT, _RIGHT = 760.0, 26.0, 290.0, 60.0


@cache
def stored() -> dict[str, Any]:
    """The stored report."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def part(name: str) -> str:
    """A part of the page, as Markdown. KeyError for an unknown one."""
    return PARTS[name]()


def machine() -> str:
    """Where and how it was measured."""
    found = stored()
    told = found["machine"]
    left = f" Left out, as it could not be installed: {', '.join(found['left_out'])}." if found["left_out"] else ""
    return (
        f"Measured on {found['date']}, version {found['version']}, rules `{found['fingerprint'][:8]}`, "
        f"on {told['cpu']}, {told['cores']} cores, {told['system']}, {told['python']}: {found['rounds']} rounds.{left}"
    )


def play() -> str:
    """Random play, beside every peer."""
    found = stored()
    ours = found["ours"]
    head = ("game", "version", "decisions a second", "ours : theirs", "with events read", "least to greatest")
    rows = [
        ("**serviam-rules, four players**", found["version"], _whole(ours["decisions_per_second"]), "", "", ""),
        ("the same, events read", found["version"], _whole(ours["read"]), "", "", ""),
    ]
    rows += [
        (
            peer["label"],
            peer["version"],
            _whole(peer["decisions_per_second"]),
            f"**{peer['play']['median']:.2f}**",
            f"{peer['read']['median']:.2f}",
            f"{peer['play']['least']:.2f} to {peer['play']['greatest']:.2f}",
        )
        for peer in found["peers"].values()
    ]
    return table(head, rows)


def keep() -> str:
    """One action, where the position before stays usable."""
    found = stored()
    ours = found["ours"]
    head = ("game", "µs", "theirs : ours", "with events read")
    rows = [
        ("**serviam-rules, `apply`**", f"{ours['keep_us']:.2f}", "", ""),
        ("the same, events read", f"{ours['keep_read_us']:.2f}", "", ""),
    ]
    rows += [
        (
            peer["label"],
            f"{peer['keep_us']:.2f}",
            f"**{peer['keep']['median']:.2f}**",
            f"{peer['keep_read']['median']:.2f}",
        )
        for peer in found["peers"].values()
        if "keep_us" in peer
    ]
    return table(head, rows)


def calls() -> str:
    """Single calls."""
    found = stored()["calls"]
    later = found["late_over_early"]
    rows = [
        (f"`{name}`", f"{took:.2f}", f"{later[name]:.2f}" if name in later else "")
        for name, took in found["calls"].items()
    ]
    return table(("call", "µs", "turns 21 to 24 over turns 5 to 8"), rows)


def text() -> str:
    """States as text, beside the one peer whose positions have a text that can be read back."""
    found = stored()
    calls, chess = found["calls"]["calls"], found["peers"].get("chess")
    rows = [
        ("write: `to_json`", f"{calls['to_json']:.1f}"),
        ("read and check: `state_from_json`", f"{calls['state_from_json']:.1f}"),
    ]
    if chess:
        rows += [
            ("write: python-chess, FEN", f"{chess['write_us']:.1f}"),
            ("read: python-chess, FEN", f"{chess['read_us']:.1f}"),
        ]
    return table(("", "µs"), rows)


def cold() -> str:
    """A fresh interpreter."""
    rows = [(what, f"{took:.0f}") for what, took in stored()["cold_ms"].items()]
    return table(("in a fresh interpreter, above doing nothing", "CPU ms"), rows)


def growth() -> str:
    """What `apply` costs in larger sets and beside kept states."""
    found = stored()
    rows = [(f"a set of {count} gifts", f"{took:.2f}") for count, took in found["larger"]["gifts"]]
    rows += [(f"{count:,} states kept", f"{took:.2f}") for count, took in found["kept"]["beside"]]
    kept = (
        f"A kept state takes {found['kept']['bytes']:,.0f} bytes of its own; the rest it shares with the state before."
    )
    return f"{table(('`apply`, with', 'µs'), rows)}\n\n{kept}"


PARTS: Final = {
    "machine": machine, "play": play, "keep": keep, "calls": calls, "text": text, "cold": cold, "growth": growth,
}  # fmt: skip


def play_plot() -> str:
    """Decisions a second of everybody, as bars of a logarithmic scale."""
    found = stored()
    rates = [("serviam-rules, four players", found["ours"]["decisions_per_second"], True)]
    rates += [(peer["label"].replace("`", ""), peer["decisions_per_second"], False) for peer in found["peers"].values()]
    return _bars("Random play: decisions a CPU second, logarithmic", sorted(rates, key=lambda one: -one[1]))


def _bars(title: str, rates: Sequence[tuple[str, float, bool]]) -> str:
    least = 10 ** math.floor(math.log10(min(rate for _, rate, _ in rates)))
    span = math.log10(max(rate for _, rate, _ in rates) / least)
    height = _ROW * len(rates) + 50
    drawn: list[Svg] = [rect(1, 1, _WIDE - 2, height - 2, PAPER, 8, stroke=EDGE), words(title, 14, 24, 14, INK)]
    for at, (name, rate, own) in enumerate(rates):
        top, length = 38 + at * _ROW, (_WIDE - _LEFT - _RIGHT - 10) * math.log10(rate / least) / span
        drawn += [
            words(name, _LEFT - 8, top + 15, 12, INK, text_anchor="end"),
            rect(_LEFT, top + 3, max(length, 1), _ROW - 8, GAIN if own else MUTED, 2),
            words(_whole(rate), _LEFT + length + 6, top + 15, 12, GAIN if own else INK),
        ]
    told = "; ".join(f"{name}: {_whole(rate)}" for name, rate, _ in rates)
    return document(*drawn, width=_WIDE, height=height, title=title, description=told, lang="en")


def growth_plot() -> str:
    """What `apply` costs by the size of the set, and by how many states are kept: both from zero up."""
    found = stored()
    cards = [(f"{count} gifts", took) for count, took in found["larger"]["gifts"]]
    kept = [(f"{count:,} kept", took) for count, took in found["kept"]["beside"]]
    title = "apply in µs: larger sets, and states kept"
    most = max(took for _, took in cards + kept) * 1.2
    wide = (_WIDE - 60) / (len(cards) + len(kept))
    drawn: list[Svg] = [rect(1, 1, _WIDE - 2, 238, PAPER, 8, stroke=EDGE), words(title, 14, 24, 14, INK)]
    for at, (name, took) in enumerate(cards + kept):
        left, tall = 30 + at * wide, 160 * took / most
        middle = left + wide / 2
        drawn += [
            rect(left + 8, 210 - tall, wide - 16, tall, GAIN if at < len(cards) else LOSS, 2),
            words(f"{took:.1f}", middle, 204 - tall, 12, INK, text_anchor="middle"),
            words(name, middle, 228, 11, INK, text_anchor="middle"),
        ]
    told = "; ".join(f"{name}: {took:.1f}" for name, took in cards + kept)
    return document(*drawn, width=_WIDE, height=240, title=title, description=told, lang="en")


PLOTS: Final = {"benchmarks-play": play_plot, "benchmarks-growth": growth_plot}


def _whole(rate: float) -> str:
    return f"{rate:,.0f}"
