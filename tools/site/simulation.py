"""The stored simulation that card pages speak of, `docs/data/simulation.json`: `python -m tools.site.simulation`."""

from __future__ import annotations

import json
from datetime import date

from tools.site.cards.worth import FILE
from tools.site.inserts import run

COMMAND = "serviam-rules simulate --games 1200 --bot greedy --seed 1 --json"


def renew() -> None:
    """Run the command and store what it reports, with the date."""
    report = json.loads(run(COMMAND))
    FILE.parent.mkdir(parents=True, exist_ok=True)
    stored = {"command": COMMAND, "date": date.today().isoformat(), "report": report}
    FILE.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    renew()
