"""Playing the games of a plan, and counting."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import Final

from serviam_rules.actions import Action, Offer
from serviam_rules.bots import bot_maker, bot_step
from serviam_rules.events import CardResolved, Event, GiftDealt, GiftDrawn, GiftTakenUp, VpChanged
from serviam_rules.game import legal_actions, start
from serviam_rules.loading import load_ruleset
from serviam_rules.model import Ruleset
from serviam_rules.simulation.plan import Game, Plan
from serviam_rules.simulation.tally import Score, Spread, Tally
from serviam_rules.state import GameState, Outcome
from serviam_rules.values import BAZZI_BETTI, Seat, Side

#: How many games a process plays before it tells.
CHUNK: Final = 10

Progress = Callable[[int], None]


def simulate(
    rules: Ruleset, plan: Plan, progress: Progress | None = None, *, jobs: int = 1, packs: Sequence[str] = ()
) -> Tally:
    """Play the games of a plan. `progress` is told how many more have been played.

    With `jobs` > 1 so many processes share the games; each loads the ruleset anew from `packs`.
    """
    tally = Tally()
    chunks = _chunks(plan.listed(rules))
    for part in _in_processes(chunks, jobs, packs) if jobs > 1 else (play(rules, one) for one in chunks):
        tally.merge(part)
        if progress is not None:
            progress(part.games)
    return tally


def play(rules: Ruleset, games: Iterable[Game]) -> Tally:
    """Play some games."""
    tally = Tally()
    for game in games:
        _Table(rules, game, tally).play()
    return tally


def _chunks(games: Iterator[Game]) -> Iterator[tuple[Game, ...]]:
    while chunk := tuple(islice(games, CHUNK)):
        yield chunk


def _in_processes(chunks: Iterator[tuple[Game, ...]], jobs: int, packs: Sequence[str]) -> Iterator[Tally]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            with _deaf_to_interrupts():
                waiting = [pool.submit(_play_elsewhere, tuple(packs), chunk) for chunk in chunks]
            for one in waiting:
                yield one.result()
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_to_interrupts() -> Generator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C, which goes to all; the first one answers for them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _play_elsewhere(packs: tuple[str, ...], games: tuple[Game, ...]) -> Tally:
    """What a process of its own does."""
    return play(_rules(packs), games)


@cache
def _rules(packs: tuple[str, ...]) -> Ruleset:
    return load_ruleset(*packs)


#: What a turn's own VP come from; what a rival does at the end of a round (O-9) is not the gift's merit.
_OWN_SOURCES: Final = ("gift/", "powerholder/", "set/")


class _Table:
    """One game under way, and what it adds to the tally."""

    def __init__(self, rules: Ruleset, game: Game, tally: Tally) -> None:
        self.game = game
        self.tally = tally
        self.bots = [bot_maker(name)(f"{game.seed}/{seat}") for seat, name in enumerate(game.bots)]
        setting = game.setting
        self.state, events = start(
            rules,
            setting.players,
            seed=game.seed,
            mode=setting.mode,
            families=game.families,
            arrangement=setting.arrangement,
            difficulty=setting.difficulty or "normal",
        )
        for player in self.state.players:
            for gift in player.known_hand:
                tally.gift(gift).came += 1
        self.began: Seat | None = None
        #: The seat whose offer is being resolved, the gift, the recipient, and the VP gained by it so far.
        self.offered: tuple[Seat, str, str] | None = None
        self.gained = 0
        self._count_events(events)

    def play(self) -> None:
        decisions = 0
        while not self.state.is_over:
            assert self.state.to_act is not None
            before = self.state
            action, step = bot_step(before, self.bots[self.state.to_act])
            self._count_action(before, action)
            self.state = step.state
            self._count_events(step.events)
            decisions += 1
        self._count_end(decisions)

    def _count_action(self, before: GameState, action: Action) -> None:
        if before.phase == "offering" and self.began is None:
            self.began = before.active
        if not isinstance(action, Offer):
            return
        self._close_turn()
        player = before.players[before.active]
        offers = [offer for offer in legal_actions(before) if isinstance(offer, Offer)]
        for gift in dict.fromkeys(offer.gift for offer in offers):
            self.tally.gift(gift).chances += 1
        for slot in dict.fromkeys(offer.slot for offer in offers):
            self.tally.powerholder(player.row[slot].powerholder).chances += 1
        self.offered = (before.active, action.gift, player.row[action.slot].powerholder)

    def _close_turn(self) -> None:
        """Count what the last offer has brought."""
        if self.offered is None:
            return
        _, gift, recipient = self.offered
        self.tally.gift(gift).gained.add(self.gained)
        self.tally.powerholder(recipient).gained.add(self.gained)
        self.tally.turns.add(self.gained)
        self.offered, self.gained = None, 0

    def _count_events(self, events: Iterable[Event]) -> None:
        for told in events:
            if isinstance(told, VpChanged):
                own = self.offered is not None and told.side == self.offered[0]
                if own and told.source.startswith(_OWN_SOURCES):
                    self.gained += told.end - told.start
            elif isinstance(told, GiftDrawn | GiftDealt | GiftTakenUp):
                if told.gift is not None:
                    self.tally.gift(told.gift).came += 1
            elif isinstance(told, CardResolved):
                self._count_ability(told.source)

    def _count_ability(self, source: str) -> None:
        kind, _, card = source.partition("/")
        if kind == "powerholder":
            self.tally.powerholder(card).abilities += 1
        elif kind == "rival":
            self.tally.rival(card).abilities += 1

    def _count_end(self, decisions: int) -> None:
        self._close_turn()
        state, outcome = self.state, self.state.outcome
        assert outcome is not None
        for player in state.players:
            for gift in player.hand:
                self.tally.gift(gift).left += 1
        for who in state.markers:
            self.tally.powerholder(who).final.add(state.influence(who))
        kind = self.tally.setting(self.game.setting)
        kind.length.add(decisions)
        kind.ties += len(outcome.winners) > 1
        for player in state.players:
            kind.vp.add(outcome.vp[player.seat])
            for item, given in outcome.added.items():
                kind.scoring.setdefault(item, Spread()).add(given[player.seat])
            for group, name in self._groups(player.seat):
                _count_side(kind.score(group, name), outcome, player.seat)
        if state.rival is not None:
            _count_side(kind.score("side", BAZZI_BETTI), outcome, BAZZI_BETTI)
            _count_side(self.tally.rival(state.rival).score, outcome, 0)

    def _groups(self, seat: Seat) -> Iterator[tuple[str, str]]:
        """The groups that a seat's result counts for."""
        yield "seat", str(seat)
        yield "order", str((seat - (self.began or 0)) % len(self.state.players))
        yield "family", self.game.families[seat]
        yield "bot", self.game.bots[seat]


def _count_side(score: Score, outcome: Outcome, side: Side) -> None:
    """Add a side's result to a score."""
    score.vp.add(outcome.vp[side if isinstance(side, int) else -1])
    winners = outcome.winners
    if side in winners:
        if len(winners) == 1:
            score.won += 1
        else:
            score.shares[len(winners)] += 1
    score.sides[len(outcome.vp)] += 1
