"""The shape of the library: lines by package, and the functions that are too long to be read at once.

    python -m tools.shape

Fails for a function of more than 60 lines.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parents[1]
LIBRARY: Final = PROJECT / "serviam_rules"
LONGEST: Final = 60


def functions(path: Path) -> Iterator[tuple[int, str]]:
    """The functions of a module, each with its length in lines, docstring included; what decorates it is data."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            place = f"{path.relative_to(PROJECT).as_posix()}:{node.lineno}: {node.name}"
            yield (node.end_lineno or node.lineno) - node.lineno + 1, place


def main() -> int:
    """Print the shape; 1 if a function is too long."""
    lines: Counter[str] = Counter()
    files: Counter[str] = Counter()
    lengths: list[tuple[int, str]] = []
    for path in sorted(LIBRARY.rglob("*.py")):
        package = path.relative_to(LIBRARY).parts[0]
        package = package if (LIBRARY / package).is_dir() else "(modules)"
        lines[package] += len(path.read_text(encoding="utf-8").splitlines())
        files[package] += 1
        lengths += functions(path)
    print(f"{'package':14}{'lines':>8}{'files':>8}")
    for package, count in lines.most_common():
        print(f"{package:14}{count:8,}{files[package]:8}")
    print(f"{'all':14}{lines.total():8,}{files.total():8}")
    lengths.sort(reverse=True)
    print(f"\n{len(lengths)} functions, half of them of {lengths[len(lengths) // 2][0]} lines or fewer; the longest:")
    for length, place in lengths[:5]:
        print(f"{length:4}  {place}")
    long = [f"{place} has {length} lines" for length, place in lengths if length > LONGEST]
    sys.stderr.writelines(f"{line}, more than {LONGEST}\n" for line in long)
    return 1 if long else 0


if __name__ == "__main__":
    sys.exit(main())
