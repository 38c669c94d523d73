"""Imports point downwards, and `import serviam_rules` loads next to nothing.

The table of layers stands in pyproject.toml (`[tool.importlinter]`). The linter sees imports inside functions and under
`TYPE_CHECKING` like any other; what it cannot see are modules named in a text, so those are few and listed here.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from importlinter import cli

PROJECT = Path(__file__).resolve().parents[1]
PACKAGE = PROJECT / "serviam_rules"
#: Who loads modules by a name in a text: each looks only below itself, at what users named or installed as an extra, or
#: is asked by users.
BY_TEXT = {"__init__.py", "adapters", "bots", "cli", "effects", "simulation"}


def test_imports_point_downwards() -> None:
    """A new module gets its place in the table of pyproject.toml, and no packages import each other."""
    assert cli.lint_imports(str(PROJECT / "pyproject.toml"), no_cache=True) == 0, "`lint-imports` says what is wrong"


def test_few_modules_load_others_by_text() -> None:
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node, "id", None) or getattr(node, "attr", None)
            if name in ("import_module", "__import__"):
                found.add(path.relative_to(PACKAGE).parts[0])
    assert found <= BY_TEXT


def test_importing_the_package_loads_none_of_its_modules() -> None:
    program = "import sys, serviam_rules; print(*sorted(m for m in sys.modules if m.startswith('serviam_rules.')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=PROJECT)
    assert set(done.stdout.split()) <= {"serviam_rules.version"}
