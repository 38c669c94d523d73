"""The site, served on this machine, and browsers to look at it.

`SERVIAM_SITE` is the folder of the built site, `SERVIAM_AXE` the file axe.min.js. Without the first nothing here is
collected; without a browser or axe the tests that need them are skipped, except in CI, where that is a failure.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

if "SERVIAM_SITE" not in os.environ:
    collect_ignore_glob = ["test_*.py"]

FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--lang=en",
)  # fmt: skip


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the site."""
    return Path(os.environ["SERVIAM_SITE"]).resolve()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served, without a slash at the end."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    path = os.environ.get("SERVIAM_AXE", "")
    if not Path(path).is_file():
        lacking("axe-core is not there (SERVIAM_AXE)")
    return Path(path).read_text(encoding="utf-8")


def lacking(what: str) -> None:
    """Something that a test needs is not on this machine."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Chromium, without a window."""
    yield from chromium(tmp_path_factory.mktemp("profile"), scripts=True)


@pytest.fixture(scope="session")
def plain_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Chromium in which pages run no scripts."""
    yield from chromium(tmp_path_factory.mktemp("plain-profile"), scripts=False)


def chromium(profile: Path, *, scripts: bool) -> Iterator[Any]:
    """A browser with an empty profile."""
    binary, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not binary or not driver:
        lacking("chromium and chromedriver are not installed")
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        opened.set_window_size(1280, 900)
        yield opened
    finally:
        opened.quit()
