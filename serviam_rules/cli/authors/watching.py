"""Doing something again whenever files change. Layer 10.

Looks at names, sizes and times of change again and again: that works on every system and file system, and a pack has
few files.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

#: Seconds between two looks.
PAUSE: Final = 0.3
#: Each file with its time of change and its size.
Snapshot: TypeAlias = Mapping[str, tuple[int, int]]


def watch(folders: Iterable[str], act: Callable[[], int], wait: Callable[[], bool] | None = None) -> int:
    """Call `act` now and after every change, until `wait` says no or the user interrupts; what `act` returned last.

    `wait` waits a moment and says whether to go on; by default it always does.
    """
    places = list(folders)
    seen, status = snapshot(places), act()
    try:
        while (wait or _pause)():
            now = snapshot(places)
            if now != seen:
                seen, status = now, act()
    except KeyboardInterrupt:
        pass
    return status


def snapshot(folders: Iterable[str]) -> Snapshot:
    """All files below these folders; what cannot be read is not there."""
    found: dict[str, tuple[int, int]] = {}
    for folder in folders:
        for place, _, files in os.walk(folder):
            for name in files:
                path = os.path.join(place, name)  # noqa: PTH118 - os.walk gives texts
                try:
                    facts = os.stat(path)  # noqa: PTH116
                except OSError:
                    continue
                found[path] = (facts.st_mtime_ns, facts.st_size)
    return found


def _pause() -> bool:
    time.sleep(PAUSE)
    return True
