"""Playing the games of a plan, and counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import combinations, islice
from time import monotonic
from typing import Final

from serviam_rules.actions import Action, Offer
from serviam_rules.bots import bot_maker, bot_step
from serviam_rules.events import CardResolved, Event, GiftDealt, GiftDrawn, GiftTakenUp, VpChanged
from serviam_rules.game import begin, legal_actions
from serviam_rules.model import Ruleset
from serviam_rules.replay import Replay
from serviam_rules.simulation.plan import Game, Plan
from serviam_rules.simulation.tally import Score, Spread, Tally
from serviam_rules.simulation.workers import interrupts_held, share_out
from serviam_rules.state import GameState, Outcome
from serviam_rules.values import BAZZI_BETTI, Seat, Side

#: Games are played some at a time: as many as take so many seconds, if it is up to us, and never more than so many.
_SECONDS: Final = 0.25
_MOST: Final = 64

Progress = Callable[[int], None]


class Stopped(KeyboardInterrupt):
    """A simulation was interrupted (Ctrl-C). `tally` is what is known of the games that were over by then."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        super().__init__(f"stopped after {tally.games} games")


def simulate(
    rules: Ruleset, plan: Plan, progress: Progress | None = None, *, jobs: int = 1, games: range | None = None
) -> Tally:
    """Play the games of a plan, or those of a range of numbers. `progress` is told how many more have been played.

    With `jobs` > 1 so many processes share the games. Raises Stopped, with what is known so far, when it is
    interrupted; BotError for whatever a bot does wrong; WorkerLost if a process is killed. Nothing is left running.
    """
    tally = Tally()
    try:
        with closing(played(rules, plan, range(plan.games) if games is None else games, jobs)) as parts:
            for part in parts:
                with interrupts_held():
                    tally.merge(part)
                if progress is not None:
                    progress(part.games)
    except KeyboardInterrupt:
        raise Stopped(tally) from None
    return tally


def played(rules: Ruleset, plan: Plan, games: range, jobs: int) -> Generator[Tally]:
    """The games of a range some at a time, in order. However it ends, nothing is left running."""
    parts = _Parts(plan.listed(rules, games))
    results = share_out(play, rules, parts, jobs) if jobs > 1 else (play(rules, part) for part in parts)
    with closing(results):
        for part in results:
            parts.measure()
            yield part


def play(rules: Ruleset, games: Iterable[Game]) -> Tally:
    """Play some games."""
    tally = Tally()
    for game in games:
        _Table(rules, game, tally).play()
    return tally


def recorded(rules: Ruleset, game: Game) -> Replay:
    """The replay of a game, played again: the same, unless one of its bots looks at the clock."""
    replay = Replay.begun(rules, game.options)
    bots = [bot_maker(name)(f"{game.options.seed}/{seat}") for seat, name in enumerate(game.bots)]
    while replay.state.to_act is not None:
        action, _ = bot_step(replay.state, bots[replay.state.to_act])
        replay.play(action)
    return replay


class _Parts:
    """The games of a plan, some at a time: more, the quicker they are played."""

    def __init__(self, games: Iterator[Game]) -> None:
        self._games = games
        self._size = 1
        self._last = monotonic()

    def __iter__(self) -> Iterator[tuple[Game, ...]]:
        while part := tuple(islice(self._games, self._size)):
            yield part

    def measure(self) -> None:
        """Note that another part has been played."""
        now = monotonic()
        if now - self._last < _SECONDS:
            self._size = min(2 * self._size, _MOST)
        elif now - self._last > 2 * _SECONDS:
            self._size = max(1, self._size // 2)
        self._last = now


#: What a turn's own VP come from; what a rival does at the end of a round (O-9) is not the gift's merit.
_OWN_SOURCES: Final = ("gift/", "powerholder/", "set/")


class _Table:
    """One game under way, and what it adds to the tally."""

    def __init__(self, rules: Ruleset, game: Game, tally: Tally) -> None:
        self.game = game
        self.tally = tally
        self.bots = [bot_maker(name)(f"{game.options.seed}/{seat}") for seat, name in enumerate(game.bots)]
        self.state, events = begin(rules, game.options)
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
        self.tally.gift(gift).recipients[recipient] += 1
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
        for one, other in combinations(range(len(self.game.bots)), 2):
            self._count_pair(outcome, one, other)
        if state.rival is not None:
            _count_side(kind.score("side", BAZZI_BETTI), outcome, BAZZI_BETTI)
            _count_side(self.tally.rival(state.rival).score, outcome, 0)

    def _count_pair(self, outcome: Outcome, one: Seat, other: Seat) -> None:
        """Count which of two seats' bots ranked higher, unless it is the same bot."""
        (name, seat), (name_of_other, seat_of_other) = sorted((self.game.bots[seat], seat) for seat in (one, other))
        if name != name_of_other:
            above = outcome.ranks[seat_of_other] - outcome.ranks[seat]
            self.tally.pairs.setdefault((name, name_of_other), Counter())[(above > 0) - (above < 0)] += 1

    def _groups(self, seat: Seat) -> Iterator[tuple[str, str]]:
        """The groups that a seat's result counts for."""
        yield "seat", str(seat)
        yield "order", str((seat - (self.began or 0)) % len(self.state.players))
        yield "family", self.state.players[seat].family
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
