"""The build's own step: the reference set goes into the wheel, as YAML and as one checked file.

A standard wheel carries `serviam_rules/_data/cards` (the folder `cards/`) and `_data/bundle.json` (the same
cards, read, checked and compiled now, so that playing needs no YAML reader), and the cards' effects as a
Python module, which would else be written when they are first played. An editable install carries
none of it: the library then reads the checkout's `cards/`, and an edited card is seen at once. Data that an
editable wheel copied would land beside the code's real folder and be found by nobody.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BundleHook(BuildHookInterface[Any]):
    """Puts the cards and their bundle into a standard wheel."""

    _made: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name what the wheel takes from outside the package. A faulty card ends the build here."""
        if version != "standard":
            return
        root = Path(self.root)
        cards = root / "cards"
        self._made = Path(tempfile.mkdtemp(prefix="serviam-rules-build-"))
        bundle = self._made / "bundle.json"
        with _source_tree(root):
            from serviam_rules.bundle import write

            write(cards, bundle)
            from serviam_rules.effects.link import module_of
            from serviam_rules.loading import load_ruleset

            name, text = module_of(load_ruleset())
            programs = self._made / name
            programs.write_text(text, encoding="utf-8")
        build_data["force_include"][str(programs)] = f"serviam_rules/_data/{name}"
        build_data["force_include"][str(cards)] = "serviam_rules/_data/cards"
        build_data["force_include"][str(bundle)] = "serviam_rules/_data/bundle.json"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was made for the build."""
        if self._made is not None:
            shutil.rmtree(self._made)


@contextmanager
def _source_tree(root: Path) -> Iterator[None]:
    """Import from the tree that is being built, and leave no bytecode in it."""
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(root))
    try:
        yield
    finally:
        sys.path.remove(str(root))
        sys.dont_write_bytecode = before
