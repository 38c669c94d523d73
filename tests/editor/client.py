"""A small client of yaml-language-server: opens documents, asks for diagnostics, completion and hover text."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

#: Seconds to wait for an answer. The first document takes a second or two.
PATIENCE = 60

Message = dict[str, Any]


class Finding(NamedTuple):
    """A diagnostic: line and column, counted from 1, and what is said."""

    line: int
    column: int
    message: str


class Server:
    """A running language server. `open` gives it a document, as an editor does; on disk it reads schemas only."""

    def __init__(self, program: Path, node: str = "node") -> None:
        self._process = subprocess.Popen(
            [node, str(program), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._inbox: queue.Queue[Message | None] = queue.Queue()
        self._number = 0
        threading.Thread(target=self._listen, daemon=True).start()
        completion = {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}}
        offered = {"textDocument": {"completion": completion, "hover": {"contentFormat": ["markdown"]}}}
        self._ask("initialize", {"processId": None, "rootUri": None, "capabilities": offered})
        self._tell("initialized", {})
        settings = {"yaml": {"validate": True, "hover": True, "completion": True, "schemaStore": {"enable": False}}}
        self._tell("workspace/didChangeConfiguration", {"settings": settings})

    def close(self) -> None:
        """End the server."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    # ---- what an editor does

    def open(self, path: Path, text: str) -> list[Finding]:
        """Open a document that has this path and this text; what is wrong with it."""
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": text}
        self._tell("textDocument/didOpen", {"textDocument": document})
        told = self._wait(lambda one: _is_about(one, path))
        found = [_finding(one) for one in told["params"]["diagnostics"]]
        return sorted(found)

    def complete(self, path: Path, line: int, column: int) -> dict[str, str]:
        """What is offered at a place of an open document, with its documentation."""
        answer = self._ask("textDocument/completion", _at(path, line, column))
        items = answer["items"] if isinstance(answer, dict) else answer or []
        return {item["label"]: _plain(item.get("documentation")) for item in items}

    def hover(self, path: Path, line: int, column: int) -> str:
        """What is said about a place of an open document."""
        answer = self._ask("textDocument/hover", _at(path, line, column))
        return _plain(answer["contents"]) if answer else ""

    # ---- the protocol

    def _ask(self, method: str, parameters: Message) -> Any:
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": parameters})
        return self._wait(lambda one: one.get("id") == number and "method" not in one).get("result")

    def _tell(self, method: str, parameters: Message) -> None:
        self._send({"method": method, "params": parameters})

    def _send(self, message: Message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _wait(self, wanted: Callable[[Message], bool]) -> Message:
        while True:
            message = self._inbox.get(timeout=PATIENCE)
            assert message is not None, "the language server has ended"
            if "method" in message and "id" in message:
                result = [None] if message["method"] == "workspace/configuration" else None
                self._send({"id": message["id"], "result": result})
            elif wanted(message):
                return message

    def _listen(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        length = 0
        while line := stream.readline():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            elif line == b"\r\n":
                self._inbox.put(json.loads(stream.read(length)))
        self._inbox.put(None)


def _is_about(message: Message, path: Path) -> bool:
    if message.get("method") != "textDocument/publishDiagnostics":
        return False
    uri: str = message["params"]["uri"]
    return uri == path.as_uri()


def _finding(told: Message) -> Finding:
    start = told["range"]["start"]
    return Finding(start["line"] + 1, start["character"] + 1, told["message"])


def _at(path: Path, line: int, column: int) -> Message:
    return {"textDocument": {"uri": path.as_uri()}, "position": {"line": line - 1, "character": column - 1}}


def _plain(text: Any) -> str:
    """Text that may come as a mapping or a list."""
    if isinstance(text, dict):
        return str(text.get("value", ""))
    return "\n".join(map(_plain, text)) if isinstance(text, list) else str(text or "")
