"""`python -m tests.fuzz [SECONDS [ENTRY ...]] [--from SEED]`: so long at each entry; faults are printed."""

from __future__ import annotations

import argparse
import sys
import time
import traceback

from tests.fuzz.entries import ENTRIES, Fault, once


def main() -> int:
    """Exit status 1 if a fault was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Spoilt data at every entry.")
    parser.add_argument("seconds", type=float, nargs="?", default=60)
    parser.add_argument("entries", nargs="*", metavar="entry", help=", ".join(ENTRIES))
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="SEED")
    given = parser.parse_args()
    found = 0
    for entry in given.entries or ENTRIES:
        seed, let_in, faults, end = given.first, 0, 0, time.monotonic() + given.seconds
        while time.monotonic() < end:
            try:
                let_in += once(entry, seed)
            except Fault as fault:
                faults += 1
                if faults <= 5:
                    traceback.print_exception(fault, limit=-4)
            seed += 1
        print(f"{entry:16} {seed - given.first} tries, {let_in} let in, {faults} faults", flush=True)
        found += faults
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
