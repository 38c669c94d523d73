"""Tries the installed library: what it loads, where its cards come from, a few games.

Usage: try_installed.py [--wheel]
"""

from __future__ import annotations

import random
import sys
from importlib import metadata, resources
from pathlib import Path

#: Needed to read a pack, never to play.
HEAVY = ("ruamel", "jsonschema", "cattrs")


def main(wheel: bool) -> None:
    """Fail with an assertion if something does not hold."""
    import serviam_rules

    rules = serviam_rules.load_ruleset()
    loaded = [name for name in HEAVY if name in sys.modules]
    root = Path(serviam_rules.__file__).parent
    bundled = resources.files("serviam_rules").joinpath("_data", "bundle.json").is_file()
    if wheel:
        assert root.is_relative_to(sys.prefix), f"{root} is not the installed one"
        assert bundled, "the wheel brought no bundle"
        assert not loaded, f"playing from the wheel loads {loaded}"
    else:
        assert not root.is_relative_to(sys.prefix), f"{root} is a copy"
        assert not bundled, "an editable install reads the checkout's cards"

    dice = random.Random(1)
    for options in ({"players": 2}, {"players": 4}, {"mode": "solo"}):
        state = serviam_rules.new_game(rules, seed=1, **options)
        while not state.is_over:
            state, _ = serviam_rules.apply(state, dice.choice(serviam_rules.legal_actions(state)))
        assert state.outcome is not None
    version, where = metadata.version("serviam-rules"), "a wheel" if wheel else "a checkout"
    print(f"serviam-rules {version} from {where} plays with ruleset {rules.fingerprint}")


if __name__ == "__main__":
    main(wheel=sys.argv[1:] == ["--wheel"])
