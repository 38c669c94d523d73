"""Every path under `provenance` leads to something. Layer 6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from serviam_rules.errors import Problem, nearest
from serviam_rules.kinds import CARDS
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.read import SET, Key
from serviam_rules.schema.paths import parts


def check(whole: Whole) -> Iterator[Problem]:
    """Paths that name a field which is not there."""
    keys = [SET] if whole.game else []
    keys += [key for kind in CARDS for key, _ in whole.cards(kind)]
    for key in keys:
        for path in whole.entries[key].data["provenance"]:
            if path != "default":
                yield from _astray(whole, key, path)


def _astray(whole: Whole, key: Key, path: str) -> Iterator[Problem]:
    data: Any = whole.entries[key].data
    steps = path.split(".")
    for at, step in enumerate(steps):
        known = {str(name): item for name, item in parts(data)}
        if step not in known:
            where = ".".join(steps[:at]) or f"the {key[0]}"
            listed = ", ".join(known) or "nothing"
            message = f"{path!r} leads nowhere: {where} has no {step!r}{nearest(step, known)} (it has {listed})"
            yield whole.problem(key, ("provenance", path), "unknown-path", message, at_key=True)
            return
        data = known[step]
