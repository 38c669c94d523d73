"""YAML text into built-in values, with the place of each; everything but plain trees is refused.

The one module that knows ruamel.yaml; it is imported when the first file is read, not before. It
walks the parser's events itself: anchors, tags and repeated keys are still visible there, no constructor can
turn a value into an object, and a file that is nested too deeply is left at the first bracket too many.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NoReturn

import attrs
from ruamel.yaml import YAML, events
from ruamel.yaml.error import MarkedYAMLError

from serviam_rules.errors import PackError, Problem
from serviam_rules.strict_yaml import scalars
from serviam_rules.strict_yaml.limits import MAX_DEPTH
from serviam_rules.strict_yaml.paths import DataPath, Place
from serviam_rules.strict_yaml.scalars import Refusal, Scalar, show

_HINT = "a text with ': ' in it or beginning with one of [ { * & ! @ % ' \" needs quotes"
_UNKNOWN = "cannot be read as YAML"
_YAML_TAG = "tag:yaml.org,2002:"

#: The parser's complaint, our words for it, and whether the place is where the unfinished thing began.
_FAULTS: Final = (
    ("mapping values are not allowed", "a ':' stands where no key may stand", False),
    ("could not find expected ':'", "a key stands here without ': ' and a value after it", True),
    ("unexpected end of stream", "a quote opens here and is never closed", True),
    ("unexpected document separator", "a quote opens here and is not closed before the document ends", True),
    ("expected ',' or", "a ',' is missing before this, or the bracket of line {0} is not closed", False),
    ("cannot start any token", "a text cannot begin with this character", False),
    (
        "expected <block end>",
        "this fits neither the indentation nor the value before it (the block begins in line {0})",
        False,
    ),
    ("expected '<document start>'", "this begins further left than the lines above it; they must begin alike", False),
    ("sequence entries are not allowed", "a list with '- ' begins in a line of its own", False),
    ("double-quoted scalar", "in double quotes this may not follow a \\ (itself written \\\\)", False),
    ("expected the node content", "a value is missing before this", False),
    ("more indented follow up line", "an empty line before this holds spaces; delete them", True),
    ("chomping or indentation", "after | or > the text begins in the next line", False),
)


@attrs.frozen
class Tree:
    """The data of one file, the place of every value, and the place of every value's key.

    Values that are refused each by itself, with all else in order, are `unread`: null stands for them, and `problems`
    says what is wrong with them.
    """

    data: dict[str, Any]
    values: dict[DataPath, Place]
    keys: dict[DataPath, Place]
    unread: frozenset[DataPath]
    problems: tuple[Problem, ...]


def build(text: str, shown: str) -> Tree:
    """The tree of one YAML document. Raises `PackError` with all problems of the file called `shown`, unless they are
    about single values only."""
    yaml: Any = YAML(typ="safe", pure=True)
    builder = _Builder(shown, yaml.parse(text))
    data = builder.document()
    if len(builder.problems) > len(builder.unread):
        raise PackError(builder.problems)
    return Tree(data, builder.values, builder.keys, frozenset(builder.unread), tuple(builder.problems))


@attrs.define
class _Builder:
    """Takes one event after the other; what is refused is noted, and reading goes on where it can."""

    shown: str
    events: Iterator[Any]
    values: dict[DataPath, Place] = attrs.field(factory=dict[DataPath, Place])
    keys: dict[DataPath, Place] = attrs.field(factory=dict[DataPath, Place])
    problems: list[Problem] = attrs.field(factory=list[Problem])
    unread: set[DataPath] = attrs.field(factory=set[DataPath])
    last: Place = (1, 1)

    # ---- events and problems

    def take(self) -> Any:
        """The next event; a fault in the syntax ends the reading."""
        try:
            event = next(self.events)
        except MarkedYAMLError as error:
            self.stop(*_syntax(error, self.last))
        except Exception:
            # The parser lets errors of Python's own escape from some malformed text, like "\UFFFFFFFF".
            self.stop(self.last, Refusal("yaml-syntax", f"what follows {_UNKNOWN}; {_HINT}"))
        self.last = _place(event.start_mark)
        return event

    def note(self, place: Place, refusal: Refusal) -> None:
        self.problems.append(Problem(self.shown, *place, refusal.code, str(refusal)))

    def stop(self, place: Place, refusal: Refusal) -> NoReturn:
        self.note(place, refusal)
        raise PackError(self.problems)

    # ---- the document

    def document(self) -> dict[str, Any]:
        """The mapping that the one document holds."""
        self.take()  # the start of the stream
        if not isinstance(self.take(), events.DocumentStartEvent):
            self.stop((1, 1), _EMPTY)
        top = self.take()
        if _is_nothing(top):
            self.stop((1, 1), _EMPTY)
        data: dict[str, Any] = self.node(top, ())
        if not _is_mapping(top):
            self.note(_place(top.start_mark), _not_a_mapping(top))
        self.take()  # the end of the document
        if isinstance(self.take(), events.DocumentStartEvent):
            self.stop(self.last, _SECOND_DOCUMENT)
        return data

    # ---- values

    def node(self, event: Any, path: DataPath, key: Place | None = None) -> Any:
        """The value that begins with `event` and stands at `path`, after the key at `key` if there is one."""
        # The parser puts a missing value where the next key stands; it is told at its own key instead.
        place = key if key and _is_nothing(event) else _place(event.start_mark)
        self.values[path] = place
        self.properties(event, place)
        if _is_scalar(event):
            return self.scalar(event, path, place)
        if _is_alias(event):
            return None
        if len(path) >= MAX_DEPTH:
            self.stop(place, _TOO_DEEP)
        return self.mapping(path) if _is_mapping(event) else self.sequence(path)

    def properties(self, event: Any, place: Place) -> None:
        """Note what may not stand before a value (`&name`, `!tag`) or for it (`*name`)."""
        if _is_alias(event):
            self.note(place, _property("alias", f"*{event.anchor}", "write the value out"))
            return
        if event.anchor is not None:
            self.note(place, _property("anchor", f"&{event.anchor}", "delete it"))
        if event.tag is not None:
            self.note(place, _property("tag", event.tag.replace(_YAML_TAG, "!!"), "delete it"))

    def scalar(self, event: Any, path: DataPath, place: Place) -> Scalar:
        try:
            value = scalars.resolve(event.value) if _is_plain(event) else str(event.value)
        except Refusal as refusal:
            self.note(place, refusal)
            self.unread.add(path)
            return None
        self.characters(event.value, place)
        return value

    def characters(self, text: str, place: Place) -> None:
        """Note odd characters that came in by an escape like `"\\0"`; only a tab may do so."""
        for _, refusal in scalars.odd_characters(text):
            if refusal.code != "tab":
                self.note(place, refusal)

    def sequence(self, path: DataPath) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := self.take(), events.SequenceEndEvent):
            items.append(self.node(event, (*path, len(items))))
        return items

    # ---- mappings

    def mapping(self, path: DataPath) -> dict[str, Any]:
        data: dict[str, Any] = {}
        while not isinstance(event := self.take(), events.MappingEndEvent):
            key = self.key(event, path, data)
            value = self.node(self.take(), (*path, key or ""), _place(event.start_mark))
            if key is not None:
                data[key] = value
        return data

    def key(self, event: Any, path: DataPath, before: dict[str, Any]) -> str | None:
        """The key that begins with `event`, or None for one that is refused, like one of those `before`."""
        place = _place(event.start_mark)
        try:
            key = self.key_text(event, path, place)
            if key in before:
                raise _repeated(key, self.keys[*path, key][0], place[0])
        except Refusal as refusal:
            self.note(place, refusal)
            return None
        self.keys[*path, key] = place
        return key

    def key_text(self, event: Any, path: DataPath, place: Place) -> str:
        if not _is_scalar(event):
            self.node(event, (*path, ""))
            raise scalars.key_not_text(_kind(event))
        self.properties(event, place)
        self.characters(event.value, place)
        return scalars.resolve_key(event.value, plain=_is_plain(event))


# ---- events


def _place(mark: Any) -> Place:
    return mark.line + 1, mark.column + 1


def _is_scalar(event: Any) -> bool:
    return isinstance(event, events.ScalarEvent)


def _is_alias(event: Any) -> bool:
    return isinstance(event, events.AliasEvent)


def _is_mapping(event: Any) -> bool:
    return isinstance(event, events.MappingStartEvent)


def _is_plain(event: Any) -> bool:
    """Whether a scalar stands there without quotes and not as block text."""
    return not event.style


def _is_nothing(event: Any) -> bool:
    return _is_scalar(event) and _is_plain(event) and not event.value


def _kind(event: Any) -> str:
    kinds = ((_is_scalar, "a single value"), (_is_alias, "an alias"), (_is_mapping, "a mapping"))
    return next((words for is_kind, words in kinds if is_kind(event)), "a list")


# ---- refusals

_EMPTY: Final = Refusal("empty-file", "the file is empty; it must hold lines 'key: value'")
_SECOND_DOCUMENT: Final = Refusal(
    "several-documents", "a second document begins here; a file holds one, so give this one a file of its own"
)
_TOO_DEEP: Final = Refusal(
    "nested-too-deeply",
    f"nested too deeply: at most {MAX_DEPTH} lists and mappings may stand inside each other",
)


def _not_a_mapping(event: Any) -> Refusal:
    return Refusal("not-a-mapping", f"the file holds {_kind(event)}; it must hold lines 'key: value'")


def _property(kind: str, written: str, advice: str) -> Refusal:
    advice += f", or use quotes if a text that begins with {written[0]} is meant"
    return Refusal(kind, f"the {kind} {show(written)} stands here; {advice}")


def _repeated(key: str, first: int, second: int) -> Refusal:
    lines = f"in line {first} and again in line {second}"
    return Refusal("duplicate-key", f"one mapping has the key {show(key)} {lines}; keep one of them")


def _syntax(error: Any, last: Place) -> tuple[Place, Refusal]:
    """The parser's complaint in our words, at its place; `last` is where the reading had got to."""
    complaint = f"{error.context} {error.problem}"
    known = (fault[1:] for fault in _FAULTS if fault[0] in complaint)
    words, from_start = next(known, (f"this {_UNKNOWN}", False))
    start, end = (_place(mark) if mark else last for mark in (error.context_mark, error.problem_mark))
    message = f"{words.format(start[0])}; {_HINT}"
    return start if from_start else end, Refusal("yaml-syntax", message)
