"""The host: its games, and what it does for each call."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final

from serviam_rules import from_json, plain
from serviam_rules.actions import Action, Choose
from serviam_rules.bots import bot_maker, bots
from serviam_rules.errors import FormatError, IllegalAction, ServiamError, UsageError
from serviam_rules.events import Event
from serviam_rules.game import explain_illegal, legal_actions
from serviam_rules.history import History
from serviam_rules.host import calls
from serviam_rules.host.cards import card_data, table_data
from serviam_rules.host.refusals import Refused, code_of, error_object, in_json
from serviam_rules.model import Ruleset
from serviam_rules.plain import FORMAT, Plain
from serviam_rules.replay import Replay
from serviam_rules.replay.lines import LongNumber, kind_of
from serviam_rules.rules.legal import Illegality
from serviam_rules.rules.options import OPTIONS, GameOptions
from serviam_rules.state import GameState
from serviam_rules.text.locales import resolve
from serviam_rules.values import is_map
from serviam_rules.version import VERSION
from serviam_rules.views import events_for, preview, view
from serviam_rules.wire import state_from_json, to_json

#: Games a host keeps at once.
MOST_GAMES: Final = 1000
#: The longest request, in bytes; a saved game in it has room to spare.
MOST_REQUEST: Final = 8 * 2**20
#: Digits that no seed has.
LONGEST_NUMBER: Final = 40


class _Game:
    """A game under way: how it was opened - a replay, or None if only a state was loaded -, and what happened since."""

    def __init__(self, opened: Replay | None, state: GameState) -> None:
        self.opened = opened
        self.history = History(state)

    @property
    def state(self) -> GameState:
        return self.history.state

    def replay(self) -> Replay:
        """The game from its beginning on."""
        if self.opened is None:
            raise Refused("no-replay", "this game was loaded from a state, so its beginning is not known")
        made = self.opened.cut(len(self.opened))
        for taken in self.history.taken:
            made.play(taken.action)
        return made


class Host:
    """Hosts any number of games of one ruleset.

    `draw_seed` gives the seed of a game that is begun without one.
    """

    def __init__(
        self, rules: Ruleset, *, most_games: int = MOST_GAMES, draw_seed: Callable[[], str] = secrets.token_hex
    ) -> None:
        self.rules = rules
        self._most_games = most_games
        self._draw_seed = draw_seed
        self._games: dict[str, _Game] = {}
        self._begun = 0

    def answer(self, line: str | bytes | None) -> str:
        """The answer to a request given as a line of JSON, without its line end; None stands for a line too long."""
        return plain.text(self._answer(line.encode() if isinstance(line, str) else line))

    def _answer(self, line: bytes | None) -> dict[str, Any]:
        if line is None or len(line) > MOST_REQUEST:
            return _error("too-large", f"a request has at most {MOST_REQUEST} bytes")
        try:
            data = from_json.parse(line, MOST_REQUEST)
        except FormatError as error:
            return _error("bad-json", str(error))
        return self.handle(data)

    def handle(self, data: Plain) -> dict[str, Any]:
        """The answer to a request, both plain data. Never raises for what a request can hold."""
        try:
            request = _read(data)
            found = _DOES[type(request)](self, request)
            return {"id": request.id, "type": request.type, **found}
        except ServiamError as error:
            return {"id": id_of(data), "type": "error", **error_object(error), **self._refusal(error, locale_of(data))}

    def _refusal(self, error: ServiamError, locale: str | None) -> dict[str, Any]:
        """Why the request is refused, in the language in which it was made."""
        if locale is None:
            return {}
        why = error if isinstance(error, IllegalAction) else Illegality(code_of(error), in_json(str(error)))
        try:
            return {"words": str(self.rules.describe(why, locale))}
        except UsageError:
            return {}

    # --- games ---

    def do_new(self, asked: calls.New) -> dict[str, Any]:
        given: dict[str, Any] = {"seed": self._draw_seed()}
        given |= {name: getattr(asked, name) for name in OPTIONS if getattr(asked, name) is not None}
        given["seed"] = short_seed(given["seed"])
        self._check_room()
        replay = Replay.begun(self.rules, GameOptions(**given))
        game = _Game(replay, replay.state)
        events = next(replay.steps()).events
        told = self._told(events, asked.viewers or (), asked.locale, game.state)
        return {"game": self._keep(game), **self._standing(game.state, asked.locale), **told}

    def do_load(self, asked: calls.Load) -> dict[str, Any]:
        self._check_room()
        if kind_of_text(asked.saved) == "replay":
            replay = Replay.load(asked.saved, self.rules)
            game = _Game(replay, replay.state)
            events = [event for step in replay.steps() for event in step.events]
        else:
            game = _Game(None, state_from_json(asked.saved, self.rules))
            events = []
        told = self._told(events, asked.viewers or (), asked.locale, game.state, views=True)
        return {"game": self._keep(game), **self._standing(game.state, asked.locale), **told}

    def do_end(self, asked: calls.End) -> dict[str, Any]:
        self._game(asked.game)
        del self._games[asked.game]
        return {}

    def _check_room(self) -> None:
        if len(self._games) >= self._most_games:
            raise Refused("too-many-games", f"{self._most_games} games are being hosted already; end one first")

    def _keep(self, game: _Game) -> str:
        self._begun += 1
        name = str(self._begun)
        self._games[name] = game
        return name

    def _game(self, name: str) -> _Game:
        if name not in self._games:
            raise Refused("unknown-game", f"no game {name[:40]!r} is being hosted")
        return self._games[name]

    # --- playing ---

    def do_view(self, asked: calls.Seen) -> dict[str, Any]:
        state = self._game(asked.game).state
        return {
            "view": plain.plain(view(state, self._viewer(asked.viewer, state))),
            **self._prompt(state, asked.locale),
        }

    def do_legal(self, asked: calls.Legal) -> dict[str, Any]:
        state = self._game(asked.game).state
        actions = legal_actions(state)
        found = {**self._standing(state, asked.locale), "actions": plain.plain(actions)}
        if asked.locale is not None:
            found["words"] = [self.words(state, action, asked.locale) for action in actions]
        return found

    def words(self, state: GameState, action: Action, locale: str) -> str:
        """What an action would mean now, in words."""
        if isinstance(action, Choose) and state.decision is not None:
            return str(self.rules.describe(state.decision.options[action.option], locale))
        return str(self.rules.describe(action, locale))

    def do_apply(self, asked: calls.Apply) -> dict[str, Any]:
        game = self._game(asked.game)
        if asked.seat is not None and asked.seat != game.state.to_act:
            raise Refused("not-your-turn", f"seat {asked.seat} is not to act; it is {game.state.to_act}'s turn")
        return self._after(game, asked.action, asked.viewers, asked.locale)

    def do_bot(self, asked: calls.BotMove) -> dict[str, Any]:
        game = self._game(asked.game)
        if game.state.is_over:
            raise Refused("not-your-turn", "the game is over")
        if asked.bot not in bots():
            raise Refused("bad-request", f"no bot is called {asked.bot[:40]!r} (known: {', '.join(bots())})")
        seed = 0 if asked.seed is None else asked.seed
        action = bot_maker(asked.bot)(seed).choose(view(game.state, game.state.to_act))
        return {"action": plain.plain(action), **self._after(game, action, asked.viewers, asked.locale)}

    def _after(
        self, game: _Game, action: Action, viewers: Sequence[calls.Viewer] | None, locale: str | None
    ) -> dict[str, Any]:
        before = game.state
        for viewer in viewers or ():
            self._viewer(viewer, before)
        step = game.history.apply(action)
        told = self._told(step.events, viewers or (), locale, step.state)
        return {**self._standing(step.state, locale), "reveals": step.reveals, **told}

    def _told(
        self,
        events: Sequence[Event],
        viewers: Sequence[calls.Viewer],
        locale: str | None,
        state: GameState,
        *,
        views: bool = False,
    ) -> dict[str, Any]:
        """The events as each viewer may see them, with `views` also what each sees then."""
        told: list[dict[str, Any]] = []
        for viewer in viewers:
            seen = events_for(events, self._viewer(viewer, state))
            found: dict[str, Any] = {"viewer": viewer, "events": plain.plain(seen)}
            if views:
                found["view"] = plain.plain(view(state, self._viewer(viewer, state)))
            if locale is not None:
                found["words"] = self._words(seen, locale)
            told.append(found)
        return {"told": told} if viewers else {}

    def _words(self, events: Sequence[Event], locale: str) -> list[str]:
        """What happened, in words, one sentence an event."""
        return [str(self.rules.describe(event, locale)) for event in events]

    def _viewer(self, viewer: calls.Viewer, state: GameState) -> int | None:
        if viewer == "spectator":
            return None
        if not 0 <= viewer < len(state.players):
            last = len(state.players) - 1
            raise Refused("bad-request", f'a viewer is a seat from 0 to {last} or "spectator", not {viewer}')
        return viewer

    def do_undo(self, asked: calls.Undo) -> dict[str, Any]:
        game = self._game(asked.game)
        against = game.history.why_not_undo(asked.seat)
        if against is not None:
            raise Refused("no-undo", against.message)
        for viewer in asked.viewers or ():
            self._viewer(viewer, game.state)
        taken = game.history.taken[-1]
        state = game.history.undo(asked.seat)
        told = self._told((), asked.viewers or (), asked.locale, state, views=True)
        return {**self._standing(state, asked.locale), "undone": plain.plain(taken.action), **told}

    def do_preview(self, asked: calls.Foresee) -> dict[str, Any]:
        found = preview(self._game(asked.game).state, asked.action)
        words = {} if asked.locale is None else {"words": self._words(found.events, asked.locale)}
        return {"events": plain.plain(found.events), "stops": found.stops, **words}

    def do_explain(self, asked: calls.Explain) -> dict[str, Any]:
        found = explain_illegal(self._game(asked.game).state, asked.action)
        why = None if found is None else {**plain.plain(found), "message": in_json(found.message)}
        if found is not None and asked.locale is not None:
            why = {**(why or {}), "words": str(self.rules.describe(found, asked.locale))}
        return {"legal": found is None, "why": why}

    def _standing(self, state: GameState, locale: str | None = None) -> dict[str, Any]:
        """Where a game stands: what every answer about one says; with a locale, what has to be chosen in words."""
        return {
            "step": state.step,
            "to_act": state.to_act,
            "over": state.is_over,
            "outcome": plain.plain(state.outcome),
            **self._prompt(state, locale),
        }

    def _prompt(self, state: GameState, locale: str | None) -> dict[str, Any]:
        """What has to be chosen now, in words; of the options, which are the chooser's to see, it says nothing."""
        if locale is None:
            return {}
        return {"prompt": None if state.decision is None else str(self.rules.describe(state.decision, locale))}

    # --- words and files ---

    def do_describe(self, asked: calls.Describe) -> dict[str, Any]:
        rules, locale = self.rules, resolve(asked.locale, self.rules.locales)
        wanted = asked.cards if asked.cards is not None else (*rules.gifts, *rules.powerholders, *rules.rivals)
        cards = [card_data(rules, card, locale, faces=asked.faces is True) for card in wanted]
        return {"cards": cards, **table_data(rules, locale)}

    def do_save(self, asked: calls.Save) -> dict[str, Any]:
        return {"saved": to_json(self._game(asked.game).state)}

    def do_replay(self, asked: calls.Record) -> dict[str, Any]:
        game = self._game(asked.game)
        replay = game.replay()
        if asked.viewer is None:
            return {"replay": replay.text()}
        return {"replay": replay.redacted(self._viewer(asked.viewer, game.state)).text()}

    def do_hello(self, asked: calls.Hello) -> dict[str, Any]:
        return {
            "version": VERSION,
            "format": FORMAT,
            "ruleset": plain.plain(plain.stamp(self.rules)),
            "locales": list(self.rules.locales),
            "bots": list(bots()),
            "calls": list(calls.CALLS),
        }


_DOES: Final[dict[type, Callable[[Host, Any], dict[str, Any]]]] = {
    calls.Hello: Host.do_hello,
    calls.New: Host.do_new,
    calls.Seen: Host.do_view,
    calls.Legal: Host.do_legal,
    calls.Apply: Host.do_apply,
    calls.BotMove: Host.do_bot,
    calls.Undo: Host.do_undo,
    calls.Foresee: Host.do_preview,
    calls.Explain: Host.do_explain,
    calls.Describe: Host.do_describe,
    calls.Save: Host.do_save,
    calls.Load: Host.do_load,
    calls.Record: Host.do_replay,
    calls.End: Host.do_end,
}


def _error(code: str, message: str) -> dict[str, Any]:
    """The answer to what cannot be read as a request, so has no id."""
    return {"id": None, "type": "error", "code": code, "message": message}


def _read(data: Plain) -> Any:
    """The request that plain data describes."""
    try:
        return from_json.structure(data, calls.ANY_REQUEST)
    except FormatError as error:
        raise Refused("bad-request", str(error)) from None


def id_of(data: Plain) -> int | str | None:
    """The id of a request that may be no request at all."""
    found: object = data.get("id") if is_map(data) else None
    return found if isinstance(found, int | str) and not isinstance(found, bool) else None


def locale_of(data: Plain) -> str | None:
    """The language of a request that may be no request at all."""
    found: object = data.get("locale") if is_map(data) else None
    return found if isinstance(found, str) else None


def short_seed(seed: int | str | LongNumber) -> int | str:
    """A seed as games take it. Refused if the digits of a long number are none."""
    if not isinstance(seed, LongNumber):
        return seed
    if not (seed.digits.isascii() and seed.digits.isdigit() and len(seed.digits) < LONGEST_NUMBER):
        raise Refused(
            "bad-request", f"seed.digits: the digits of a whole number belong here, at most {LONGEST_NUMBER - 1}"
        )
    return int(seed.digits)


def kind_of_text(saved: str) -> str:
    """What a saved text says it is."""
    return kind_of(saved) if saved.lstrip().startswith("{") and "\n" in saved else ""
