"""Tries the README's documentation line: serves a page, edits its card, waits for the new page, stops.

Usage: try_docs.py 'COMMAND' in a copy of the project; the command starts the server, and takes an address to serve at.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

#: Seconds: until the environment is made and the first page served, and until an edited card shows.
FIRST, AGAIN = 600.0, 60.0


def main(command: str) -> None:
    """Fail with a message if a page does not come in time."""
    # What runs in the background may have been told to ignore interrupts, and would hand that on to the server.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    card = min(Path("cards/gifts").glob("*.yaml"))
    page = f"http://{address}/cards/{card.stem}.html"
    server = subprocess.Popen(["bash", "-c", f"{command} --dev-addr {address}"], start_new_session=True)
    try:
        wait(page, "<h1", FIRST, server)
        text = card.read_text(encoding="utf-8")
        card.write_text(text + "# edited just now\n", encoding="utf-8")
        print(f"an edited card showed after {wait(page, 'edited just now', AGAIN, server):.1f} s")
        card.write_text(text + "no-such-key: 1\n", encoding="utf-8")
        time.sleep(10)
        card.write_text(text + "# mended just now\n", encoding="utf-8")
        wait(page, "mended just now", AGAIN, server)
        print("a mistake in a card did not stop the server")
    finally:
        os.killpg(server.pid, signal.SIGINT)
        server.wait(20)


def wait(page: str, text: str, seconds: float, server: subprocess.Popen[bytes]) -> float:
    """Fetch a page until it has a text; how many seconds that took."""
    began = time.monotonic()
    while (spent := time.monotonic() - began) < seconds:
        if server.poll() is not None:
            sys.exit(f"the server stopped with exit status {server.returncode}")
        try:
            with urlopen(page, timeout=5) as answer:
                if text in answer.read().decode():
                    return spent
        except (URLError, OSError):
            pass
        time.sleep(0.2)
    sys.exit(f"{page} has no {text!r} after {seconds:g} s")


if __name__ == "__main__":
    main(sys.argv[1])
