"""Whatever is given to a public function, a `ServiamError` is all that comes of it: no foreign exception, no harm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import serviam_rules as sr
from serviam_rules.model import Ruleset
from serviam_rules.rules.options import OPTIONS


class Odd:
    """Something whose own methods fail."""

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        raise RuntimeError("no words")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not to be compared")


def nested(depth: int) -> list[Any]:
    made: list[Any] = []
    for _ in range(depth):
        made = [made]
    return made


#: More digits than Python prints.
LONG = 10**5000
ODD: Any = Odd()
DEEP: Any = nested(100_000)
HOSTILE: dict[str, Any] = {
    "a long number": LONG, "a negative long number": -LONG, "True": True, "a float": 1.5, "not a number": float("nan"),
    "None": None, "no text": "", "a long text": "x" * 10_000, "half a character": "\ud800", "bytes": b"\xff",
    "an empty list": [], "a dict": {}, "a list": [1], "an object": object(), "an odd object": ODD, "a deep list": DEEP,
    "a class": int, "a function": nested, "an offer of long numbers": sr.Offer(LONG, LONG),  # type: ignore[arg-type]
    "an odd offer": sr.Offer(ODD, 0), "an odd slot": sr.Offer("bribe", ODD), "a long choice": sr.Choose(LONG),
    "a long step": sr.Choose(0, step=LONG), "an odd step": sr.Choose(0, step=ODD), "a deep step": sr.Pass(step=DEEP),
}  # fmt: skip


def doors(rules: Ruleset) -> dict[str, Callable[[Any], object]]:
    """Every public function, once for each of its arguments."""
    state, events = sr.start(rules, seed=1)
    seen, text = sr.view(state, 0), sr.to_json(state)
    replay = sr.Replay(rules, seed=1)
    found: dict[str, Callable[[Any], object]] = {
        "new_game(rules)": lambda x: sr.new_game(x, seed=1),
        "start(rules)": lambda x: sr.start(x, seed=1),
        "apply(state)": lambda x: sr.apply(x, sr.Pass()),
        "apply(action)": lambda x: sr.apply(state, x),
        "legal_actions": sr.legal_actions,
        "explain_illegal(state)": lambda x: sr.explain_illegal(x, sr.Pass()),
        "explain_illegal(action)": lambda x: sr.explain_illegal(state, x),
        "view(state)": lambda x: sr.view(x, 0),
        "view(seat)": lambda x: sr.view(state, x),
        "events_for(events)": lambda x: sr.events_for(x, 0),
        "events_for(event)": lambda x: sr.events_for([x], 0),
        "events_for(seat)": lambda x: sr.events_for(events, x),
        "advance(view)": lambda x: sr.advance(x, ()),
        "advance(events)": lambda x: sr.advance(seen, x),
        "advance(event)": lambda x: sr.advance(seen, [x]),
        "determinize(view)": lambda x: sr.determinize(x, 1),
        "determinize(seed)": lambda x: sr.determinize(seen, x),
        "chance(state)": lambda x: sr.chance(x, sr.Pass()),
        "chance(action)": lambda x: sr.chance(state, x),
        "preview(view)": lambda x: sr.preview(x, sr.Pass()),
        "preview(action)": lambda x: sr.preview(seen, x),
        "to_json": sr.to_json,
        "to_json(list)": lambda x: sr.to_json([x]),
        "to_json(indent)": lambda x: sr.to_json(state, indent=x),
        "action_from_json": sr.action_from_json,
        "state_from_json(text)": lambda x: sr.state_from_json(x, rules),
        "state_from_json(rules)": lambda x: sr.state_from_json(text, x),
        "History": sr.History,
        "History.apply": lambda x: sr.History(state).apply(x),
        "History.undo": lambda x: sr.History(state).undo(x),
        "Replay(actions)": lambda x: sr.Replay(rules, seed=1, actions=x),
        "Replay.load(source)": lambda x: sr.Replay.load(x, rules),
        "Replay.load(rules)": lambda x: sr.Replay.load(replay.text(), x),
        "Replay.play": replay.play,
        "Replay.at": replay.at,
        "Replay.cut": replay.cut,
        "Replay.redacted": replay.redacted,
        "Replay.text": replay.text,
        "text(card)": lambda x: rules.text(x, "en"),
        "text(locale)": lambda x: rules.text("kurt", x),
        "face(card)": lambda x: rules.face(x, "en"),
        "face(locale)": lambda x: rules.face("kurt", x),
        "find": rules.find,
        "describe(thing)": lambda x: rules.describe(x, "en"),
        "describe(locale)": lambda x: rules.describe(sr.Pass(), x),
        "load_ruleset": sr.load_ruleset,
        "check_packs": sr.check_packs,
    }  # fmt: skip
    for option in OPTIONS:
        for mode in ("standard", "solo"):
            name = f"new_game({mode}, {option})"
            found[name] = lambda x, o=option, m=mode: sr.new_game(rules, **{"seed": 1, "mode": m, o: x})  # type: ignore[misc]
        found[f"Replay({option})"] = lambda x, o=option: sr.Replay(rules, **{"seed": 1, o: x})  # type: ignore[misc]
    return found


@pytest.mark.parametrize("given", HOSTILE)
def test_nothing_foreign_is_raised(rules: Ruleset, given: str) -> None:
    foreign: list[str] = []
    for name, call in doors(rules).items():
        try:
            call(HOSTILE[given])
        except (sr.ServiamError, OSError):  # a path that does not exist is the file system's to tell
            continue
        except BaseException as error:
            foreign.append(f"{name}: {type(error).__name__}")
    assert foreign == []


@pytest.mark.parametrize("thing", [5, "text", {}, True, [{}], [1.5], nested(9), object(), [object()]])
def test_only_what_is_of_a_game_becomes_json(rules: Ruleset, thing: Any) -> None:
    for one in (thing, rules):
        with pytest.raises(sr.UsageError):
            sr.to_json(one)


@pytest.mark.parametrize("events", [5, [1], "text", None])
def test_events_are_events(events: Any) -> None:
    with pytest.raises(sr.UsageError, match="events"):
        sr.events_for(events, 0)
