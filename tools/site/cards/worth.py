"""What stored simulated games say about a card: `docs/data/simulation.json`."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from tools.site.language import Language
from tools.site.paths import DOCS

FILE = DOCS / "data" / "simulation.json"


@cache
def stored() -> dict[str, Any]:
    """The stored simulation: `command`, `date` and `report`; all empty if there is none."""
    if not FILE.exists():
        return {"command": "", "date": "", "report": {"games": 0}}
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def told(kind: str, card_id: str, language: Language) -> str:
    """The numbers of a card in a few sentences."""
    report = stored()["report"]
    found = report.get(kind, {}).get(card_id)
    if not found:
        return language.say("worth.none")
    if kind == "rivals":
        return _rival(found, language)
    games, key = report["games"], "gift" if kind == "gifts" else "powerholder"
    offered = found["offered"] if kind == "gifts" else found["chosen"]
    chances = found["in_hand_at_offers"] if kind == "gifts" else found["could_be_chosen"]
    if not offered:
        return language.say("worth.none")
    facts: dict[str, Any] = {
        "games": games,
        "offered": offered,
        "share": f"{100 * offered / chances:.0f} %",
        "vp": f"{found['vp']['mean']:.2f}",
        "worth": _worth(found["worth"], language),
    }
    if kind == "powerholders":
        facts |= {"abilities": found["effetto_ordine"], "final": f"{found['final_influence']['mean']:.2f}"}
    text = language.say(f"worth.{key}", **facts)
    return text + " " + language.say("worth.rest", average=f"{report['turns']['mean']:.2f}")


def _worth(worth: float, language: Language) -> str:
    shown = f"{abs(worth):.2f}"
    if shown == "0.00":
        return language.say("worth.same")
    return language.say("worth.more" if worth > 0 else "worth.less", n=shown)


def _rival(found: dict[str, Any], language: Language) -> str:
    end = found["at_end"]
    return language.say("worth.rival", abilities=found["abilities"], games=end["games"], won=end.get("won", 0))
