"""`serviam-rules serve`: a host of games behind standard input and output."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

from serviam_rules.cli.command import PACKS, Argument, command, rules_of

if TYPE_CHECKING:
    from serviam_rules.host import Host

_PIECE: Final = 2**16


@command(
    "serve",
    "programs",
    usage="--stdio",
    does="hosts games for programs in any language, JSON lines",
    about="""\
Hosts games for programs in any language: reads requests from standard input and writes answers to standard output, a
JSON object a line, in UTF-8, until the input ends. Many games at once; every answer repeats the id of its request. A
request that makes no sense gets an answer of the type `error`, and the host goes on.""",
    examples="""\
examples:
  serviam-rules serve --stdio
  serviam-rules serve --stdio --pack my-pack

a conversation (> in, < out):
  > {"id": 1, "type": "new", "players": 2, "seed": 7}
  < {"id":1,"type":"new","game":"1","step":0,"to_act":1,"over":false,...}
  > {"id": 2, "type": "legal", "game": "1", "locale": "en"}
  > {"id": 3, "type": "apply", "game": "1", "action":
     {"type": "offer", "gift": "bribe", "slot": 0, "step": 0}}

docs/reference/serve.md explains every call; examples/node plays a game through
it.""",
    arguments=(
        Argument(
            "--stdio",
            action="store_true",
            required=True,
            help="speak over standard input and output (the only way yet)",
        ),
        PACKS,
    ),
)
def serve(arguments: argparse.Namespace) -> int:
    """Answer until the input ends."""
    from serviam_rules.host import Host

    host = Host(rules_of(arguments))
    answer(host, sys.stdin.buffer, sys.stdout.buffer)
    return 0


def answer(host: Host, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every request of a stream, in order. BrokenPipeError if nobody reads the answers."""
    for line in _lines(requests):
        answers.write(host.answer(line).encode() + b"\n")
        answers.flush()


def _lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines that say something; None for one that is too long, of which nothing is kept."""
    from serviam_rules.host.hosting import MOST_REQUEST

    while line := stream.readline(MOST_REQUEST + 1):
        if len(line) > MOST_REQUEST and not line.endswith(b"\n"):
            _skip(stream)
            yield None
        elif line.strip():
            yield line


def _skip(stream: BinaryIO) -> None:
    """Pass over the rest of a line."""
    while (piece := stream.readline(_PIECE)) and not piece.endswith(b"\n"):
        continue
