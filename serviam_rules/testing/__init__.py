"""Checks for rulesets and packs: conformance cases as data, and the one runner for them.

A case is a mapping in a YAML file: a prepared table, what is done, and what must follow. The format stands
in `case.schema.json` and is explained in `tests/cases/README.md`; a pack may hold cases of its own in a folder
`cases/`. `read_cases` reads a folder, `run_case` plays one case, `run_cases` plays all and tells every failure;
`situation` builds a prepared table alone.
"""

from __future__ import annotations

from serviam_rules.testing.cases import Case, read_cases
from serviam_rules.testing.runner import CaseFailed, Played, run_case, run_cases
from serviam_rules.testing.situation import situation

__all__ = ["Case", "CaseFailed", "Played", "read_cases", "run_case", "run_cases", "situation"]
