"""The language server for the editor tests: started once, if it is there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editor.client import Server

#: Says where `npm ci` has put the language server; `.ci/run editor` does both.
VARIABLE = "YAML_LANGUAGE_SERVER"


@pytest.fixture(scope="session")
def editor() -> Iterator[Server]:
    """A running yaml-language-server."""
    program = os.environ.get(VARIABLE)
    if not program:
        pytest.skip(f"no language server: {VARIABLE} is not set (`.ci/run editor` installs it and runs these tests)")
    node = shutil.which("node")
    if node is None:
        pytest.skip("no language server: Node.js is not installed")
    server = Server(Path(program), node)
    yield server
    server.close()
