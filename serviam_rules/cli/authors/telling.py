"""What happens on a prepared table, in words: each choice with what its options lead to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from serviam_rules import game
from serviam_rules.actions import Choose
from serviam_rules.cli.authors.trials import Trial
from serviam_rules.events import Event
from serviam_rules.model import Ruleset
from serviam_rules.state import BazziBetti, GameState, Place, Player

#: Options of a choice that are looked into; of more, only the number is told.
MOST_OPTIONS: Final = 6
#: Events that say how a turn goes, not what the card does.
_FRAME: Final = frozenset(
    "phase-began turn-began turn-ended card-resolved choice-due choice-made gift-offered game-ended passed".split()
)


class Teller:
    """Tells trials in one language."""

    def __init__(self, rules: Ruleset, locale: str) -> None:
        self.rules = rules
        self.locale = locale
        self.words: Mapping[str, str] = words(locale)

    def trial(self, trial: Trial) -> Iterator[str]:
        """The lines for one table: how it stands, and what happens on it."""
        yield from self.table(trial)
        yield ""
        yield self.say("offer", action=self.describe(trial.offer))
        step = game.apply(trial.state, trial.offer)
        yield from self.happening(step.state, step.events, trial.program)

    # ---- the table

    def table(self, trial: Trial) -> Iterator[str]:
        """How a prepared table stands."""
        state = trial.state
        yield self.say(f"table-{trial.name}")
        for player in state.players:
            yield self.say("hand", player=self.side(player.seat), gifts=self.gifts(player.hand))
            yield self.say("row", player=self.side(player.seat), places=self.row(player))
        if state.bazzi_betti is not None:
            yield self.say("vp", player=self.family(state), vp=state.bazzi_betti.vp)
        values = sorted({state.influence(who) for who in state.markers})
        yield self.say("influence", values=", ".join(map(str, values)).replace("-", "−"))

    def row(self, side: Player | BazziBetti) -> str:
        """A row, place by place."""
        return self.words["between"].join(self.place(place) for place in side.row)

    def place(self, place: Place) -> str:
        """A card of a row with its gifts."""
        name = self.name("powerholders", place.powerholder)
        if not place.face_up:
            return self.say("face-down", name=name)
        return self.say("with-gifts", name=name, gifts=self.gifts(place.gifts)) if place.gifts else name

    def gifts(self, gifts: Sequence[str]) -> str:
        """Gifts by name."""
        return self.words["and"].join(self.name("gifts", gift) for gift in gifts) or self.words["nothing"]

    # ---- what happens

    def happening(self, state: GameState, events: Sequence[Event], program: str) -> Iterator[str]:
        """What an action led to, and from there every choice in turn, the first option being taken."""
        if program.startswith("rival/") and not _resolved(events, program) and state.decision is None:
            yield self.say("no-condition")
            return
        lines = self.lines(events)
        yield from (f"  {line}" for line in lines)
        if state.decision is None:
            if not lines:
                yield f"  {self.words['nothing-happens']}"
            return
        yield f"  {self.describe(state.decision)}"
        steps = [game.apply(state, Choose(at)) for at in range(min(MOST_OPTIONS, len(state.decision.options)))]
        for option, step in zip(state.decision.options, steps, strict=False):
            yield "    " + self.say("option", option=self.describe(option), leads=self.leads(step))
        if more := len(state.decision.options) - len(steps):
            yield "    " + self.say("more", count=more)
        if steps[0].state.decision is not None:
            yield self.say("say", option=self.describe(state.decision.options[0]))
            yield from self.happening(steps[0].state, steps[0].events, program)

    def leads(self, step: game.Step) -> str:
        """What an option leads to, up to the next choice, on one line."""
        lines = self.lines(step.events)
        if step.state.decision is not None:
            lines.append(self.say("goes-on", prompt=self.describe(step.state.decision)))
        return self.words["then"].join(lines or [self.words["nothing-happens"]])

    def lines(self, events: Sequence[Event]) -> list[str]:
        """Events in words, without what only frames them."""
        return [self.describe(event) for event in events if event.type not in _FRAME]

    # ---- words

    def say(self, key: str, **values: Any) -> str:
        """A sentence of this command."""
        text = self.words[key]
        for name, item in values.items():
            text = text.replace(f"{{{name}}}", str(item))
        return text

    def describe(self, thing: object) -> str:
        """A thing of the game in words."""
        return self.rules.describe(thing, self.locale)

    def name(self, kind: str, key: str) -> str:
        """The name of a card."""
        names = self.rules.source["locales"].get(self.locale, {}).get("names", {}).get(kind, {}).get(key, {})
        return str(names.get("name") or getattr(self.rules, kind)[key].name)

    def side(self, seat: int) -> str:
        """A player."""
        return self.say("player", number=seat + 1)

    def family(self, state: GameState) -> str:
        """The automatic family."""
        assert state.bazzi_betti is not None
        return self.name("families", state.bazzi_betti.family)


def _resolved(events: Sequence[Event], program: str) -> bool:
    return any(getattr(event, "source", "") == program for event in events if event.type == "card-resolved")


def words(locale: str) -> Mapping[str, str]:
    """The words of this command in a language, English where it has none."""
    every = _words()
    return every["en"] | every.get(locale, {})


@cache
def _words() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(
        resources.files("serviam_rules.cli.authors").joinpath("words.json").read_text(encoding="utf-8")
    )
    return found
