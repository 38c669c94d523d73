"""The entries, each with its seed corpus and what is done with what it lets in."""

from __future__ import annotations

import io
import json
import random
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from serviam_rules import (
    Choose,
    Offer,
    Pass,
    ServiamError,
    action_from_json,
    apply,
    explain_illegal,
    invariants,
    legal_actions,
    load_ruleset,
    new_game,
    replay,
    start,
    state_from_json,
    to_json,
    view,
)
from serviam_rules.cli.commands.serve import answer
from serviam_rules.host import Host
from serviam_rules.loading import check_packs
from serviam_rules.state import GameState
from serviam_rules.text import markdown
from serviam_rules.wire import event_from_json, events_from_json
from tests.fuzz.mutate import ODD_VALUES, spoilt
from tests.games import GAMES, moments

ROOT = Path(__file__).resolve().parents[2]
#: Seconds that one try may take.
PATIENCE = 20


class Hangs(BaseException):
    """One try took longer than `PATIENCE`; no Exception, so that nothing takes it for an ordinary error."""


class Fault(AssertionError):
    """What an entry must not do, with what was put in."""


class Score(NamedTuple):
    """How many tries, and how many were let in."""

    tries: int
    let_in: int


Try = Callable[[random.Random], bool]


@cache
def rules() -> Any:
    return load_ruleset()


@cache
def states() -> tuple[GameState, ...]:
    """Every third state of two games of each kind."""
    return tuple(state for game in GAMES for seed in range(2) for state, _ in list(moments(rules(), game, seed))[::3])


@cache
def documents(of: str) -> tuple[bytes, ...]:
    """The seed corpus of an entry."""
    match of:
        case "state":
            return tuple(to_json(state).encode() for state in states())
        case "action":
            return tuple(to_json(action).encode() for state in states() for action in legal_actions(state)[:3])
        case "event":
            return tuple(
                to_json(one).encode() for game in GAMES for _, told in moments(rules(), game, 3) for one in told
            )
        case "replay":
            return tuple(_replays())
        case "host":
            return tuple(_conversation(seed) for seed in range(8))
        case "markdown":
            files = [*ROOT.glob("docs/**/*.md"), ROOT / "README.md", *ROOT.glob("examples/packs/*/README.md")]
            return (*_passages(), *(file.read_bytes() for file in sorted(files)))
    raise KeyError(of)


def _replays() -> Iterator[bytes]:
    for number, options in enumerate(GAMES.values()):
        played, dice = replay.Replay.record(rules(), seed=number, **options), random.Random(number)
        while not played.state.is_over:
            played.play(dice.choice(legal_actions(played.state)))
        with tempfile.TemporaryDirectory() as place:
            played.save(Path(place) / "whole.jsonl")
            yield (Path(place) / "whole.jsonl").read_bytes()


def _conversation(seed: int) -> bytes:
    """Requests as a frontend sends them, one a line."""
    told = [
        {"id": 1, "type": "hello"},
        {"id": 2, "type": "new", "players": 2 + seed % 3, "seed": seed, "locale": "ja"},
        {"id": 3, "type": "view", "game": "1", "viewer": 0},
        {"id": 4, "type": "legal", "game": "1", "locale": "en"},
        {"id": 5, "type": "explain", "game": "1", "action": {"type": "choose", "option": 3}},
        {"id": 6, "type": "bot", "game": "1"},
        {"id": 7, "type": "undo", "game": "1"},
        {"id": 8, "type": "describe", "card": "kurt", "locale": "zh-Hans"},
        {"id": 9, "type": "save", "game": "1"},
        {"id": 10, "type": "replay", "game": "1"},
        {"id": 11, "type": "end", "game": "1"},
    ]
    return "\n".join(json.dumps(one) for one in told).encode() + b"\n"


def _passages() -> Iterator[bytes]:
    for card in ("kurt", "bribe", "irma"):
        for locale in ("en", "ja", "zh-Hans"):
            words = rules().text(card, locale)
            yield f"# A\n\n<!-- serviam: {card} {locale} -->\n{words}\n<!-- /serviam -->\nb\n".encode()


def _sound(state: GameState, dice: random.Random, steps: int = 12) -> None:
    """The state keeps every invariant, is read back as itself, and can be played on."""
    for _ in range(steps):
        if found := invariants.check(state):
            raise Fault(f"a state was let in, or led to one, that breaks: {found[0]}")
        if state.is_over:
            return
        seen = view(state, state.to_act)
        assert seen.legal_actions, "nothing is legal"
        state = apply(state, dice.choice(legal_actions(state))).state
    assert state_from_json(to_json(state), state.ruleset) == state


def _state(dice: random.Random) -> bool:
    state = state_from_json(
        spoilt(dice, dice.choice(documents("state")), documents("state"), most=dice.choice((1, 1, 3))), rules()
    )
    _sound(state, dice)
    return True


def _action(dice: random.Random) -> bool:
    action = action_from_json(spoilt(dice, dice.choice(documents("action")), documents("action")))
    assert action_from_json(to_json(action)) == action
    explain_illegal(dice.choice(states()), action)
    return True


def _event(dice: random.Random) -> bool:
    text = spoilt(dice, dice.choice(documents("event")), documents("event"))
    if dice.random() < 0.3:
        events = events_from_json(b"[" + text + b"]")
        assert events_from_json(to_json(list(events))) == events
    else:
        event = event_from_json(text)
        assert event_from_json(to_json(event)) == event
    return True


def _actions(dice: random.Random) -> bool:
    """Values made in Python, of whatever types, at any state."""
    odd = (*ODD_VALUES, object(), b"demon", float("nan"), Choose, 1 + 2j, 10**5000)
    state, one = dice.choice(states()), lambda: dice.choice(odd)
    step = dice.choice((None, state.step, one()))
    near = [*legal_actions(state), Pass()] if not state.is_over else [Pass()]
    action: Any = dice.choice(
        (Offer(one(), one(), step), Choose(one(), step), Pass(step), one(), Offer("demon", one()), dice.choice(near))
    )
    before = state.digest()
    try:
        refused = explain_illegal(state, action)
        after = apply(state, action).state
        assert refused is None, "explain refuses what apply does"
        _sound(after, dice, 3)
        return True
    finally:
        assert state.digest() == before, "the state was changed"


def _start(dice: random.Random) -> bool:
    names = ("players", "seed", "first", "mode", "difficulty", "arrangement")
    given: Any = {name: dice.choice((*ODD_VALUES, 2, 3, 4, "solo", "hard", "look")) for name in dice.sample(names, 2)}
    _sound(start(rules(), **{"seed": 1, **given}).state, dice, 3)
    return True


def _replay(dice: random.Random) -> bool:
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "game.jsonl"
        file.write_bytes(spoilt(dice, dice.choice(documents("replay")), documents("replay")))
        loaded = replay.load(file, rules(), force=dice.random() < 0.3)
    if isinstance(loaded, replay.Replay):
        loaded.verify()
        _sound(loaded.state, dice)
    return True


def _host(dice: random.Random) -> bool:
    text = spoilt(dice, dice.choice(documents("host")), documents("host"), most=6)
    answers = io.BytesIO()
    answer(Host(rules()), io.BytesIO(text), answers)
    told = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert all("Traceback" not in json.dumps(one) for one in told)
    return any(one["type"] != "error" for one in told)


def _markdown(dice: random.Random) -> bool:
    text = spoilt(dice, dice.choice(documents("markdown")), documents("markdown")).decode(errors="replace")
    renewed = markdown.refresh(rules(), text)
    assert markdown.refresh(rules(), renewed) == renewed, "what was written is not left alone"
    return not markdown.check(rules(), text)


@cache
def pack_folders() -> tuple[Path, ...]:
    """Packs that people could have made, good ones and bad ones."""
    found = [file.parent for top in ("examples/packs", "tests/data/packs") for file in (ROOT / top).rglob("pack.yaml")]
    return tuple(sorted(found))


@cache
def yaml_files() -> tuple[bytes, ...]:
    places = ("cards", "examples/packs", "tests/data/packs", "tests/data/yaml")
    return tuple(file.read_bytes() for place in places for file in sorted((ROOT / place).rglob("*.yaml")))


def _pack(dice: random.Random) -> bool:
    """A pack of which one or two files are spoilt; if nothing is found wrong with it, a game is played with it."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "pack"
        shutil.copytree(dice.choice(pack_folders()), folder)
        files = sorted(folder.rglob("*.yaml"))
        for file in dice.sample(files, min(len(files), dice.randint(1, 2))):
            file.write_bytes(spoilt(dice, file.read_bytes(), yaml_files(), most=dice.choice((1, 1, 3))))
        report = check_packs(folder)
        for problem in report.problems:
            assert "\n" not in str(problem), "a finding of more than one line"
        if report.errors:
            return False
        mine = load_ruleset(folder)
    mode = dice.choice(list(GAMES))
    _sound(new_game(mine, seed=dice.randrange(100), **GAMES[mode]), dice, 200)
    return True


ENTRIES: dict[str, Try] = {
    "packs": _pack,
    "states": _state,
    "actions as JSON": _action,
    "events": _event,
    "actions": _actions,
    "new games": _start,
    "replays": _replay,
    "host": _host,
    "Markdown": _markdown,
}


@contextmanager
def _in_time() -> Iterator[None]:
    def late(*_: object) -> None:
        raise Hangs

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def once(entry: str, seed: int) -> bool:
    """One try; whether what was put in was let in. Raises Fault, from what was wrong."""
    try:
        with _in_time():
            return ENTRIES[entry](random.Random(f"{entry} {seed}"))
    except ServiamError:
        return False
    except (Exception, Hangs) as error:  # the very thing looked for
        raise Fault(f"{entry}, seed {seed}: {type(error).__name__}: {str(error)[:300]}") from error


def fuzz(entry: str, seeds: Sequence[int]) -> Score:
    """So many tries at an entry."""
    count = Counter(once(entry, seed) for seed in seeds)
    return Score(len(seeds), count[True])
