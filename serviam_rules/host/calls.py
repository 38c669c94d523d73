"""What a host can be asked: one class a call, whose fields are the keys of the request.

Every request has a `type`, the name of the call, and an `id`, which the answer repeats. Keys that may be left out have
the default None. Viewers are seats, or "spectator" for what everybody may see.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal, TypeAlias, TypeVar, Union

import attrs

from serviam_rules.actions import Action
from serviam_rules.plain import OPTIONAL
from serviam_rules.replay.lines import LongNumber  # noqa: F401 - the type of a seed  # pyright: ignore[reportUnusedImport]
from serviam_rules.rules.options import GameOptions
from serviam_rules.values import Arrangement, FamilyId, Mode, Seat, field, value  # noqa: F401  # pyright: ignore[reportUnusedImport] - read with the options

C = TypeVar("C", bound=type)

Id: TypeAlias = int | str
Viewer: TypeAlias = int | Literal["spectator"]

#: Every call by its name, in the order of this file.
CALLS: Final[dict[str, type]] = {}


def _call(cls: C) -> C:
    CALLS[cls.type] = cls  # type: ignore[attr-defined]
    return cls


def _optional() -> Any:
    return field(default=None, metadata=OPTIONAL)


@_call
@value
class Hello:
    """Who is there: the version, the format of JSON, the ruleset's stamp, languages, bots and calls."""

    type: ClassVar[str] = "hello"
    id: Id


def _with_options(cls: C) -> C:
    """Give a request the options of a game, each a key that may be left out."""
    options: Any = GameOptions
    for option in attrs.fields(options):
        cls.__annotations__[option.name] = f"{option.type} | None"
        setattr(cls, option.name, _optional())
    cls.__annotations__["seed"] = "int | str | LongNumber | None"
    return cls


@_call
@value
@_with_options
class New:
    """Begin a game, with the options of `new_game`; without a seed the host draws one.

    A whole number with more digits than every reader of JSON keeps is given as `{"digits": "..."}`.
    """

    type: ClassVar[str] = "new"
    id: Id
    viewers: tuple[Viewer, ...] | None = _optional()
    locale: str | None = _optional()


@_call
@value
class Seen:
    """The view of a viewer; with a `locale`, what has to be chosen now in words too."""

    type: ClassVar[str] = "view"
    id: Id
    game: str
    viewer: Viewer
    locale: str | None = _optional()


@_call
@value
class Legal:
    """What the seat that is to act may do; with a `locale`, in words too."""

    type: ClassVar[str] = "legal"
    id: Id
    game: str
    locale: str | None = _optional()


@_call
@value
class Apply:
    """Apply an action, for `seat` if given; `viewers` get the events as they see them, with a `locale` in words too."""

    type: ClassVar[str] = "apply"
    id: Id
    game: str
    action: Action
    seat: int | None = _optional()
    viewers: tuple[Viewer, ...] | None = _optional()
    locale: str | None = _optional()


@_call
@value
class BotMove:
    """Let a bot act for the seat that is to act: `random` or `greedy`, with a seed."""

    type: ClassVar[str] = "bot"
    id: Id
    game: str
    bot: str
    seed: int | str | None = _optional()
    viewers: tuple[Viewer, ...] | None = _optional()
    locale: str | None = _optional()


@_call
@value
class Undo:
    """Take back the last action, unless something came to light by it; for `seat` if given, only its own.

    `viewers` get their views as they are after it.
    """

    type: ClassVar[str] = "undo"
    id: Id
    game: str
    seat: int | None = _optional()
    viewers: tuple[Viewer, ...] | None = _optional()
    locale: str | None = _optional()


@_call
@value
class Foresee:
    """What an action surely does, up to the first thing that would come to light; with a `locale`, in words too."""

    type: ClassVar[str] = "preview"
    id: Id
    game: str
    action: Action
    locale: str | None = _optional()


@_call
@value
class Explain:
    """Why an action is not legal now; with a `locale`, in words too."""

    type: ClassVar[str] = "explain"
    id: Id
    game: str
    action: Action
    locale: str | None = _optional()


@_call
@value
class Describe:
    """Cards in a language: names, words, marks, with `faces` as SVG too; all of them if none is named."""

    type: ClassVar[str] = "describe"
    id: Id
    locale: str
    cards: tuple[str, ...] | None = _optional()
    faces: bool | None = _optional()


@_call
@value
class Save:
    """The state of a game as a text, to be kept and loaded."""

    type: ClassVar[str] = "save"
    id: Id
    game: str


@_call
@value
class Load:
    """Go on with a saved state, or with a replay's full form, as a new game.

    `viewers` get their views, and of a replay the events up to now.
    """

    type: ClassVar[str] = "load"
    id: Id
    saved: str
    viewers: tuple[Viewer, ...] | None = _optional()
    locale: str | None = _optional()


@_call
@value
class Record:
    """The replay of a game as the text of a file: the full form, or what a viewer may keep."""

    type: ClassVar[str] = "replay"
    id: Id
    game: str
    viewer: Viewer | None = _optional()


@_call
@value
class End:
    """Forget a game."""

    type: ClassVar[str] = "end"
    id: Id
    game: str


#: Any request; told apart by its `type`.
Request: TypeAlias = (
    Hello | New | Seen | Legal | Apply | BotMove | Undo | Foresee | Explain | Describe | Save | Load | Record | End
)
ANY_REQUEST: Final[Any] = Union[tuple(CALLS.values())]  # noqa: UP007 - made at run time
