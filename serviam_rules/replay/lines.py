"""The lines of a replay file, one value each, and the file as a whole.

A file is JSON Lines: a header; then each action with a mark of the table after it, and now and then a checkpoint; an
end. The end is always there, so that a file which was cut off is never taken for a shorter game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Final, TypeAlias

from serviam_rules import from_json, plain
from serviam_rules.actions import Action
from serviam_rules.errors import FormatError, UsageError, shortened
from serviam_rules.plain import FORMAT, OPTIONAL, RulesetStamp
from serviam_rules.rules.options import GameOptions
from serviam_rules.state import Outcome
from serviam_rules.values import FrozenMap, field, is_map, value

#: The largest replay file that is read, and the longest of its lines, in bytes.
MOST_BYTES: Final = 4 * 2**20
MOST_LINE_BYTES: Final = 2**20


@value
class LongNumber:
    """A whole number with more digits than every reader of JSON keeps."""

    digits: str


@value
class Header:
    """The first line: the rules, the print of each card (so that a mismatch can name the changed ones), the options.

    `mark` is that of the table at the beginning, as in `Acted`. `names` says who played each seat, if anybody noted it.
    """

    format: ClassVar[int] = FORMAT
    type: ClassVar[str] = "replay"
    ruleset: RulesetStamp
    cards: FrozenMap[str, str]
    options: GameOptions
    seed: int | str | LongNumber
    mark: str
    names: tuple[str, ...] | None = field(default=None, metadata=OPTIONAL)


@value
class Acted:
    """Action number `step`, counted from 1. `mark` is the beginning of the digest of the table after it."""

    type: ClassVar[str] = "action"
    step: int
    action: Action
    mark: str


@value
class Checkpoint:
    """The digest of the state after action number `step`; 0 is the beginning."""

    type: ClassVar[str] = "checkpoint"
    step: int
    digest: str


@value
class End:
    """The last line: how many actions there are, and how the game ended, if it did."""

    type: ClassVar[str] = "end"
    steps: int
    outcome: Outcome | None


Line: TypeAlias = Header | Acted | Checkpoint | End


def written(lines: Iterable[object]) -> str:
    """Lines as the text of a file."""
    return "".join(f"{plain.text(line)}\n" for line in lines)


class Reader:
    """Reads a file line by line; every error names the file and the line."""

    def __init__(self, name: str, raw: bytes) -> None:
        self.name = name
        self.line: int = 0
        if len(raw) > MOST_BYTES:
            raise FormatError(f"this is larger than {MOST_BYTES} bytes", name)
        self._left: Iterator[bytes] = iter(raw.removesuffix(b"\n").split(b"\n"))

    def read(self, kind: Any) -> Any:
        """The next line as a value of `kind`. FormatError if it is not one."""
        return self.structure(self.data(), kind)

    def data(self) -> plain.Plain:
        """The plain data of the next line. FormatError if there is none or it is no JSON."""
        self.line += 1
        raw = next(self._left, None)
        if raw is None:
            raise self.error("the file ends here, before the line that should be its last")
        try:
            return from_json.parse(raw, MOST_LINE_BYTES)
        except FormatError as error:
            raise self.error(str(error)) from None

    def structure(self, data: plain.Plain, kind: Any) -> Any:
        """The value that this line's data describes."""
        try:
            return from_json.structure(data, kind)
        except FormatError as error:
            raise self.error(str(error)) from None

    def keys(self, data: plain.Plain, shape: Mapping[str, Any]) -> dict[str, Any]:
        """The values of an object whose keys have these types."""
        try:
            return from_json.structure_keys(data, shape)
        except FormatError as error:
            raise self.error(str(error)) from None

    def finish(self) -> None:
        """FormatError if anything follows."""
        self.line += 1
        if next(self._left, None) is not None:
            raise self.error("something follows the line that should be the last")

    def error(self, message: str) -> FormatError:
        return FormatError(message, f"{self.name}:{self.line}")


def out_of_order(wanted: int, found: int) -> str:
    """The message for a line that is not the next one."""
    return f"{wanted} is the step that belongs here, not {found}: a line is missing or repeated"


def reader_of(given: Path | str) -> Reader:
    """A reader of a replay, given by its path or its text. OSError if the file cannot be read."""
    return Reader(*_source_of(given))


def _source_of(given: Path | str) -> tuple[str, bytes]:
    """The name and the bytes of a replay, given by its path or as its text (which begins with `{`)."""
    if isinstance(given, str) and given.lstrip().startswith("{"):
        return "replay", given.encode(errors="surrogatepass")
    if not isinstance(given, str | PathLike):
        raise UsageError(f"a replay is given by its path or its text, not by {type(given).__name__}")
    try:
        path = Path(given)
        path.stat()
    except ValueError as error:  # what no file can be called
        raise UsageError(f"{shortened(given)} is no path of a file: {error}") from None
    if path.stat().st_size > MOST_BYTES:
        raise FormatError(f"this is larger than {MOST_BYTES} bytes", str(given))
    return str(given), path.read_bytes()


def kind_of(given: Path | str) -> str:
    """What a replay file says it is: `replay`, `told-replay`, or anything else. FormatError if line 1 is no JSON."""
    data = reader_of(given).data()
    return str(data.get("type")) if is_map(data) else ""
