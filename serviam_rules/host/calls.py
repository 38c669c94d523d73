"""What a host can be asked and what it answers: for each call a class of the request and one of the answer.

Their fields are the keys of the JSON; those with the default None may be left out. Requests are read by these classes;
the schema and the TypeScript of the protocol are made of them, and docs/reference/serve.md is checked against them.
Every request has a `type`, the name of the call, and an `id`, which the answer repeats. Viewers are seats, or
"spectator" for what everybody may see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, Literal, TypeAlias, TypeVar, Union

import attrs

from serviam_rules.actions import Action
from serviam_rules.events import GameEvent
from serviam_rules.plain import OPTIONAL, RulesetStamp
from serviam_rules.replay.lines import LongNumber  # noqa: F401 - the type of a seed  # pyright: ignore[reportUnusedImport]
from serviam_rules.rules.options import GameOptions
from serviam_rules.state import Outcome  # noqa: F401 - where a game stands  # pyright: ignore[reportUnusedImport]
from serviam_rules.values import Arrangement, FamilyId, FrozenMap, Mode, PowerholderId, Seat, field, value  # noqa: F401  # pyright: ignore[reportUnusedImport] - read with the options
from serviam_rules.views import View

C = TypeVar("C", bound=type)

Id: TypeAlias = int | str
Viewer: TypeAlias = int | Literal["spectator"]

#: Every call by its name, in the order of this file, and what is answered to each.
CALLS: Final[dict[str, type]] = {}
ANSWERS: Final[dict[str, type]] = {}


def _call(cls: C) -> C:
    CALLS[cls.type] = cls  # type: ignore[attr-defined]
    return cls


def _answer(cls: C) -> C:
    ANSWERS[cls.type] = cls  # type: ignore[attr-defined]
    return cls


def _optional() -> Any:
    return field(default=None, metadata=OPTIONAL)


def _with(**keys: str) -> Callable[[C], C]:
    """Give an answer keys that several answers have: of each its type, with "?" before it if it can be missing."""

    def given(cls: C) -> C:
        own = dict(cls.__annotations__)
        cls.__annotations__.clear()
        optional = {name: kind for name, kind in own.items() if name in cls.__dict__}
        cls.__annotations__.update({name: kind for name, kind in own.items() if name not in optional})
        cls.__annotations__.update({name: kind for name, kind in keys.items() if not kind.startswith("?")})
        cls.__annotations__.update(optional)
        for name, kind in keys.items():
            if kind.startswith("?"):
                cls.__annotations__[name] = kind[1:]
                setattr(cls, name, _optional())
        return cls

    return given


#: Where the game stands; with a `locale`, what has to be chosen now in words, null if nothing.
STANDING: Final = {
    "step": "int", "to_act": "Seat | None", "over": "bool", "outcome": "Outcome | None", "prompt": "?str | None",
}  # fmt: skip
#: What each of the viewers of the request sees.
TOLD: Final = {"told": "?tuple[Told, ...]"}


@value
class Told:
    """What a viewer of the request sees: the events, with a `locale` in words too, one sentence an event.

    - `view`: what the viewer knows then; in answers to `load` and `undo`.
    """

    viewer: Viewer
    events: tuple[GameEvent, ...]
    view: View = _optional()
    words: tuple[str, ...] = _optional()


@_call
@value
class Hello:
    """Who is there: the version, the format of JSON, the ruleset's stamp, languages, bots and calls."""

    type: ClassVar[str] = "hello"
    id: Id


@_answer
@value
class HelloAnswer:
    """Who is there.

    - `format`: the format of the JSON of states, views, events and replays.
    - `bots`: what `bot` can be asked for.
    - `calls`: what can be asked.
    """

    type: ClassVar[str] = "hello"
    id: Id
    version: str
    format: int
    ruleset: RulesetStamp
    locales: tuple[str, ...]
    bots: tuple[str, ...]
    calls: tuple[str, ...]


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


@_answer
@value
@_with(**STANDING, **TOLD)
class NewAnswer:
    """A game has begun.

    - `game`: its name, by which it is asked about.
    """

    type: ClassVar[str] = "new"
    id: Id
    game: str


@_call
@value
class Seen:
    """The view of a viewer; with a `locale`, what has to be chosen now in words too."""

    type: ClassVar[str] = "view"
    id: Id
    game: str
    viewer: Viewer
    locale: str | None = _optional()


@_answer
@value
class ViewAnswer:
    """What the viewer knows of a game.

    - `prompt`: with a `locale`, what has to be chosen now, null if nothing.
    """

    type: ClassVar[str] = "view"
    id: Id
    view: View
    prompt: str | None = _optional()


@_call
@value
class Legal:
    """What the seat that is to act may do; with a `locale`, in words too."""

    type: ClassVar[str] = "legal"
    id: Id
    game: str
    locale: str | None = _optional()


@_answer
@value
@_with(**STANDING)
class LegalAnswer:
    """What the seat that is to act may do.

    - `words`: with a `locale`, what each of the actions means.
    """

    type: ClassVar[str] = "legal"
    id: Id
    actions: tuple[Action, ...]
    words: tuple[str, ...] = _optional()


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


@_answer
@value
@_with(**STANDING, **TOLD)
class ApplyAnswer:
    """The action is applied.

    - `reveals`: whether a hidden card or chance came to light by it, so that it cannot be taken back.
    """

    type: ClassVar[str] = "apply"
    id: Id
    reveals: bool


@_call
@value
class BotMove:
    """Let a bot act for the seat that is to act: `bots` of `hello` names them, with a seed."""

    type: ClassVar[str] = "bot"
    id: Id
    game: str
    bot: str
    seed: int | str | None = _optional()
    viewers: tuple[Viewer, ...] | None = _optional()
    locale: str | None = _optional()


@_answer
@value
@_with(**STANDING, **TOLD)
class BotAnswer:
    """A bot has acted.

    - `action`: what it did.
    - `reveals`: as in the answer to `apply`.
    """

    type: ClassVar[str] = "bot"
    id: Id
    action: Action
    reveals: bool


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


@_answer
@value
@_with(**STANDING, **TOLD)
class UndoAnswer:
    """The last action is taken back.

    - `undone`: that action.
    """

    type: ClassVar[str] = "undo"
    id: Id
    undone: Action


@_call
@value
class Foresee:
    """What an action surely does, up to the first thing that would come to light; with a `locale`, in words too."""

    type: ClassVar[str] = "preview"
    id: Id
    game: str
    action: Action
    locale: str | None = _optional()


@_answer
@value
class PreviewAnswer:
    """What an action surely does; nothing is played.

    - `stops`: the type of the event that is not shown any more, `other-hands`, or null if all is shown.
    - `words`: with a `locale`, one sentence an event.
    """

    type: ClassVar[str] = "preview"
    id: Id
    events: tuple[GameEvent, ...]
    stops: str | None
    words: tuple[str, ...] = _optional()


@_call
@value
class Explain:
    """Why an action is not legal now; with a `locale`, in words too."""

    type: ClassVar[str] = "explain"
    id: Id
    game: str
    action: Action
    locale: str | None = _optional()


@value
class Why:
    """Why an action is not legal: a stable word, a message in English, the rule ("" if none), in words if asked for."""

    code: str
    message: str
    rule: str
    words: str = _optional()


@_answer
@value
class ExplainAnswer:
    """Whether an action is legal now, and why not.

    - `why`: null if it is.
    """

    type: ClassVar[str] = "explain"
    id: Id
    legal: bool
    why: Why | None


@_call
@value
class Describe:
    """Cards in a language: names, words, marks, with `faces` as SVG too; all of them if none is named."""

    type: ClassVar[str] = "describe"
    id: Id
    locale: str
    cards: tuple[str, ...] | None = _optional()
    faces: bool | None = _optional()


@value
class CardShown:
    """A card in a language. What it is besides - its category, its rank - depends on its kind.

    - `text`: what it says, line by line.
    - `stand_in`: null if all of it is as printed on the real card.
    - `names`: of a rival, the powerholders that it names.
    - `face`: an SVG, if it was asked for.
    """

    kind: Literal["gift", "powerholder", "rival"]
    id: str
    name: str
    text: str
    stand_in: str | None
    copies: int = _optional()
    category: str | None = _optional()
    conspiracy: bool = _optional()
    threat_letter: bool = _optional()
    organisation: str = _optional()
    rank: int = _optional()
    names: tuple[PowerholderId, ...] = _optional()
    face: str = _optional()


@value
class GroupShown:
    """An organisation or a family in a language."""

    id: str
    name: str
    colour: str


@_answer
@value
class DescribeAnswer:
    """Cards in a language, and what else of the set a frontend shows.

    - `tracks`: the values of the spaces of each powerholder's track, from the left.
    """

    type: ClassVar[str] = "describe"
    id: Id
    cards: tuple[CardShown, ...]
    organisations: tuple[GroupShown, ...]
    families: tuple[GroupShown, ...]
    tracks: FrozenMap[PowerholderId, tuple[int, ...]]


@_call
@value
class Save:
    """The state of a game as a text, to be kept and loaded."""

    type: ClassVar[str] = "save"
    id: Id
    game: str
    locale: str | None = _optional()


@_answer
@value
class SaveAnswer:
    """The state of a game as a text; it holds everything, the seed included."""

    type: ClassVar[str] = "save"
    id: Id
    saved: str


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


@_answer
@value
@_with(**STANDING, **TOLD)
class LoadAnswer:
    """A saved game goes on.

    - `game`: its name, by which it is asked about.
    """

    type: ClassVar[str] = "load"
    id: Id
    game: str


@_call
@value
class Record:
    """The replay of a game as the text of a file: the full form, or what a viewer may keep."""

    type: ClassVar[str] = "replay"
    id: Id
    game: str
    viewer: Viewer | None = _optional()
    locale: str | None = _optional()


@_answer
@value
class ReplayAnswer:
    """The game as the text of a replay file."""

    type: ClassVar[str] = "replay"
    id: Id
    replay: str


@_call
@value
class End:
    """Forget a game."""

    type: ClassVar[str] = "end"
    id: Id
    game: str
    locale: str | None = _optional()


@_answer
@value
class EndAnswer:
    """The game is forgotten."""

    type: ClassVar[str] = "end"
    id: Id


#: Any request; told apart by its `type`.
Request: TypeAlias = (
    Hello | New | Seen | Legal | Apply | BotMove | Undo | Foresee | Explain | Describe | Save | Load | Record | End
)


@value
class HostError:
    """What is answered to a request that is refused; nothing has changed.

    - `id`: that of the request, null if the line was no request.
    - `code`: a stable word.
    - `message`: in English.
    - `words`: in the language of the request's `locale`.
    - `reason`, `rule`: of an illegal action, which rule forbids it.
    - `field`: of what should be loaded, where it is damaged.
    - `differences`: in what the cards differ from those of what should be loaded.
    """

    type: ClassVar[str] = "error"
    id: Id | None
    code: str
    message: str
    words: str = _optional()
    reason: str = _optional()
    rule: str = _optional()
    field: str = _optional()
    differences: tuple[str, ...] = _optional()


ANY_REQUEST: Final[Any] = Union[tuple(CALLS.values())]  # noqa: UP007 - made at run time
ANY_ANSWER: Final[Any] = Union[(*ANSWERS.values(), HostError)]
