"""`python -m serviam_rules` is the command `serviam-rules`."""

from __future__ import annotations

import sys

from serviam_rules.cli import main

if __name__ == "__main__":
    sys.exit(main())
