"""Plays one case and says what did not come as expected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from serviam_rules import game, invariants
from serviam_rules.actions import Action, Choose, Offer, Pass
from serviam_rules.errors import CannotStart, IllegalAction, ServiamError, UsageError
from serviam_rules.events import Event
from serviam_rules.model import Ruleset
from serviam_rules.state import GameState
from serviam_rules.testing.cases import Case, read_cases
from serviam_rules.testing.matching import as_state, differences, fits, missing_in_order, show
from serviam_rules.testing.situation import situation
from serviam_rules.testing.telling import plain, told
from serviam_rules.testing.variant import marked_gift, patched, with_effect
from serviam_rules.values import value


@value
class Played:
    """A case played to its end: the state it came to (None if no game began), and all events."""

    state: GameState | None
    events: tuple[Event, ...]


class CaseFailed(ServiamError, AssertionError):
    """A case did not come out as it says; `case` is the case, `reasons` a sentence each."""

    def __init__(self, case: Case, reasons: Sequence[str]) -> None:
        self.case = case
        self.reasons: tuple[str, ...] = tuple(reasons)
        rules = f" [{', '.join(case.rules)}]" if case.rules else ""
        super().__init__("\n".join([f"{case}{rules}", *(f"  {reason}" for reason in reasons)]))

    def __reduce__(self) -> tuple[type[CaseFailed], tuple[Any, ...]]:
        return CaseFailed, (self.case, self.reasons)


def run_cases(folder: Path | str, rules: Ruleset) -> tuple[CaseFailed, ...]:
    """Play all cases of a folder with a ruleset; the failures, in order. PackError if the files are malformed."""
    failures: list[CaseFailed] = []
    for case in read_cases(folder):
        try:
            run_case(case, rules)
        except CaseFailed as failed:
            failures.append(failed)
    return tuple(failures)


def run_case(case: Case, rules: Ruleset, watch: Callable[[GameState], None] | None = None) -> Played:
    """Play a case. Raises CaseFailed with every expectation that was not met.

    Each state on the way is also checked for what holds of every state; `watch`, if given, sees each of them.
    """
    try:
        return _Run(case, rules, watch).run()
    except CaseFailed:
        raise
    except ServiamError as error:
        raise CaseFailed(case, [f"it cannot be played: {error}"]) from error


class _Run:
    """A case being played."""

    def __init__(self, case: Case, rules: Ruleset, watch: Callable[[GameState], None] | None) -> None:
        self.case = case
        self.watch = watch
        self.data = case.data
        self.rules = patched(rules, self.data.get("cards", {}))
        self.events: list[Event] = []
        self.reasons: list[str] = []
        self.refused = "refused" not in self.data

    def run(self) -> Played:
        state = self._begin()
        if state is not None:
            self._look(state, "given")
            for entry in self._actions():
                state = self._do(state, entry)
            if not self.refused:
                self._expect("refused", self.data["refused"], "everything was legal")
            self._check(state, self.data)
        self._check_events()
        if self.reasons:
            raise CaseFailed(self.case, self.reasons)
        return Played(state, tuple(self.events))

    def _begin(self) -> GameState | None:
        """The table on which the case is played: prepared, or dealt anew."""
        if "start" not in self.data:
            given = self.data.get("given", {})
            state = situation(self.rules, given)
            if "effect" not in self.data:
                return state
            by_rival = self.data.get("by") == "rival"
            patch = with_effect(state, self.data["effect"], self.data.get("to", 0), by_rival)
            return situation(patched(self.rules, patch), given)
        try:
            begun = game.start(self.rules, **self.data["start"])
        except (UsageError, CannotStart) as error:
            kind = "usage" if isinstance(error, UsageError) else "cannot-start"
            self._refusal({"kind": kind, "rule": _cited(str(error))}, str(error))
            return None
        self.events += begun.events
        return begun.state

    def _actions(self) -> list[Any]:
        actions = list(self.data.get("do", ()))
        if "effect" in self.data:
            gift = marked_gift(self.rules)
            actions.insert(0, {"type": "offer", "gift": gift, "slot": self.data.get("to", 0)})
        return actions

    def _do(self, state: GameState, entry: Mapping[str, Any]) -> GameState:
        """Carry out one entry of `do`: an action, or a look at the state in between."""
        if "check" in entry:
            self._check(state, entry["check"])
            return state
        action = self._action(state, entry)
        against = game.explain_illegal(state, action)
        try:
            step = game.apply(state, action)
        except IllegalAction as error:
            if against is None or (against.code, against.rule) != (error.code, error.rule):
                self.reasons.append(f"explain_illegal says {against}, but apply refuses: {error}")
            self._refusal({"kind": "illegal-action", "code": error.code, "rule": error.rule}, str(error))
            return state
        if against is not None:
            self.reasons.append(f"explain_illegal says {against}, but apply carries it out")
        self.events += step.events
        self._look(step.state, f"after {show(entry)}")
        return step.state

    def _look(self, state: GameState, when: str) -> None:
        """Check what holds of every state."""
        self.reasons += [f"{when}: {finding}" for finding in invariants.check(state)]
        if self.watch is not None:
            self.watch(state)

    def _refusal(self, came: dict[str, str], message: str) -> None:
        """Something was refused; was that expected?"""
        if self.refused:
            raise CaseFailed(self.case, [*self.reasons, f"refused: {message}"])
        self.refused = True
        expected = dict(self.data["refused"])
        says = expected.pop("says", [])
        self.reasons += differences(expected, came, "refused")
        self.reasons += [
            f"refused: the message does not say {text!r}: {message}" for text in says if text not in message
        ]

    def _action(self, state: GameState, entry: Mapping[str, Any]) -> Action:
        if "choose" in entry:
            return self._choice(state, entry["choose"], entry.get("step"))
        step = entry.get("step")
        match entry["type"]:
            case "offer":
                return Offer(entry["gift"], entry["slot"], step)
            case "choose":
                return Choose(entry["option"], step)
            case _:
                return Pass(step)

    def _choice(self, state: GameState, wanted: Any, step: int | None) -> Choose:
        """The answer that chooses what is written."""
        if state.decision is None:
            raise CaseFailed(self.case, [*self.reasons, f"choose {show(wanted)}: no choice is due", *self._story()])
        options = plain(state.decision.options)
        found = [at for at, option in enumerate(options) if fits(wanted, option)]
        if len(found) != 1:
            many = "nothing" if not found else "more than one thing"
            told_ = f"choose {show(wanted)}: that is {many} among {show(options)} ({state.decision.prompt})"
            raise CaseFailed(self.case, [*self.reasons, told_])
        return Choose(found[0], step)

    def _check(self, state: GameState, expected: Mapping[str, Any]) -> None:
        """Compare a state with what is expected of it."""
        if "decision" in expected:
            self._expect("decision", expected["decision"], plain(state.decision))
        if "state" in expected:
            self._expect("state", as_state(expected["state"], len(state.players)), told(state))
        if "outcome" in expected:
            self._expect("outcome", expected["outcome"], plain(state.outcome))
        if "legal" in expected:
            self._check_legal(expected["legal"], plain(game.legal_actions(state)))

    def _check_legal(self, expected: Mapping[str, Any], came: list[Any]) -> None:
        if "exactly" in expected:
            wanted = expected["exactly"]
            unmet = [item for item in wanted if item not in came] + [item for item in came if item not in wanted]
            if unmet or len(wanted) != len(came):
                self.reasons.append(f"legal: expected {show(wanted)}, came {show(came)}")
        for item in expected.get("contains", ()):
            if not any(fits(item, action) for action in came):
                self.reasons.append(f"legal: {show(item)} is not legal; legal are {show(came)}")
        for item in expected.get("excludes", ()):
            if any(fits(item, action) for action in came):
                self.reasons.append(f"legal: {show(item)} is legal")
        if "count" in expected:
            self._expect("legal.count", expected["count"], len(came))

    def _check_events(self) -> None:
        came = self._told()
        unmet = missing_in_order(self.data.get("events", ()), came)
        if unmet is not None:
            after = " after those before it" if unmet else ""
            self.reasons.append(f"events: {show(self.data['events'][unmet])} did not happen{after}")
        if "all_events" in self.data and not fits(self.data["all_events"], came):
            wanted = self.data["all_events"]
            at = next((n for n, pair in enumerate(zip(wanted, came, strict=False)) if not fits(*pair)), None)
            where = f"number {at + 1} differs" if at is not None else f"expected {len(wanted)}, came {len(came)}"
            self.reasons.append(f"all_events: {where}")
        never = self.data.get("no_events", ())
        self.reasons += [
            f"no_events: {show(event)} happened" for event in came if any(fits(item, event) for item in never)
        ]
        if any(reason.startswith(("events", "all_events")) for reason in self.reasons):
            self.reasons += self._story()

    def _told(self) -> list[dict[str, Any]]:
        """What happened, each event with its words in the languages in which the case expects some."""
        expected = [event for key in ("events", "all_events", "no_events") for event in self.data.get(key, ())]
        locales = sorted({locale for event in expected for locale in event.get("words", ())})
        if not locales:
            return [plain(event) for event in self.events]
        words = [{locale: str(self.rules.describe(event, locale)) for locale in locales} for event in self.events]
        return [{**plain(event), "words": told_} for event, told_ in zip(self.events, words, strict=True)]

    def _story(self) -> list[str]:
        return ["what happened:", *(f"  {show(event)}" for event in self._told())]

    def _expect(self, at: str, expected: Any, came: Any) -> None:
        self.reasons += differences(expected, came, at)


def _cited(message: str) -> str:
    """The rule id at the end of a message, or ""."""
    _, _, tail = message.rpartition("[")
    return tail[:-1] if tail.endswith("]") else ""
