"""Many games, played in parts: by this machine's processes or by others', kept on the way, gone on with later."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from importlib import import_module
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeAlias

from serviam_rules.errors import UsageError
from serviam_rules.files import check_writable, write_whole
from serviam_rules.model import Ruleset
from serviam_rules.simulation.plan import Plan
from serviam_rules.simulation.playing import Progress, play, played
from serviam_rules.simulation.results import Results, from_text, joined, results, text
from serviam_rules.simulation.tally import Tally
from serviam_rules.simulation.workers import interrupts_held

#: A client of dask.distributed, which has no complete types.
Client: TypeAlias = Any

#: The file of a folder of checkpoints.
KEPT: Final = "results.json"
#: Seconds between two writings of it; so much work is lost at most.
_EVERY: Final = 5.0
#: Games that are handed out at a time to a machine.
_AT_ONCE: Final = 100


class Checkpoint:
    """A folder in which the results so far are kept. UsageError, OSError or FormatError if it cannot be used.

    `resume` says whether results that lie there already are gone on with; otherwise they are not touched.
    """

    def __init__(self, folder: Path, *, resume: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path: Path = check_writable(folder / KEPT)
        self.found: Results | None = None
        if self.path.is_file():
            if not resume:
                raise UsageError(f"{self.path} holds results already: go on with --resume, or choose another folder")
            self.found = from_text(self.path.read_bytes())
        self._written = monotonic()

    @property
    def due(self) -> bool:
        """Whether it is time to keep results again."""
        return monotonic() - self._written >= _EVERY

    def keep(self, found: Results) -> None:
        """Keep results."""
        write_whole(self.path, text(found))
        self._written = monotonic()


def gather(
    rules: Ruleset,
    plan: Plan,
    games: range | None = None,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    checkpoint: Checkpoint | None = None,
    client: Client | None = None,
) -> Results:
    """Play a plan, or a range of its games: in `jobs` processes, or on the workers of a `client` of dask.distributed.

    The results are the same to the byte, however the games are split. Raises what `simulate` raises, but
    Interrupted for Ctrl-C; ResultsDiffer if the checkpoint is of other cards or another plan. A worker of a
    cluster that is lost loses nothing: others play its games.
    """
    so_far = _Gathered(rules, plan, checkpoint)
    wanted = range(plan.games) if games is None else games
    missing = so_far.found().missing(wanted)
    if progress is not None:
        progress(len(wanted) - sum(map(len, missing)))
    try:
        for gap in missing:
            parts = _cluster(client, rules, plan, gap) if client else _here(rules, plan, gap, jobs)
            with closing(parts):
                for part, tally in parts:
                    with interrupts_held():
                        so_far.add(part, tally)
                    if progress is not None:
                        progress(len(part))
    except KeyboardInterrupt:
        raise Interrupted(so_far.found()) from None
    finally:
        so_far.keep()
    return so_far.found()


class _Gathered:
    """The results so far, kept now and then."""

    def __init__(self, rules: Ruleset, plan: Plan, checkpoint: Checkpoint | None) -> None:
        self.rules, self.plan, self.checkpoint = rules, plan, checkpoint
        self.games: tuple[range, ...] = ()
        self.tally = Tally()
        if checkpoint is not None and checkpoint.found is not None:
            known = results(rules, plan, (), Tally()).with_more(checkpoint.found)
            self.games, self.tally = known.games, known.tally

    def found(self) -> Results:
        return results(self.rules, self.plan, self.games, self.tally)

    def add(self, games: range, tally: Tally) -> None:
        self.tally.merge(tally)
        self.games = joined((*self.games, games))
        if self.checkpoint is not None and self.checkpoint.due:
            self.keep()

    def keep(self) -> None:
        if self.checkpoint is not None:
            self.checkpoint.keep(self.found())


class Interrupted(KeyboardInterrupt):
    """Interrupted (Ctrl-C); `results` is what is known of the games that were over by then."""

    def __init__(self, found: Results) -> None:
        self.results = found
        super().__init__(f"stopped after {found.count} games")


def _here(rules: Ruleset, plan: Plan, games: range, jobs: int) -> Generator[tuple[range, Tally]]:
    """The games in this machine's processes, in order."""
    at = games.start
    with closing(played(rules, plan, games, jobs)) as parts:
        for tally in parts:
            yield range(at, at + tally.games), tally
            at += tally.games


def _cluster(client: Client, rules: Ruleset, plan: Plan, games: range) -> Generator[tuple[range, Tally]]:
    """The games on the workers of a cluster, in whatever order they are done; a few parts a worker at a time."""

    parts = (games[at : at + _AT_ONCE] for at in range(0, len(games), _AT_ONCE))
    futures: dict[Any, range] = {}

    waiting = import_module("distributed").as_completed()

    def hand_out(count: int) -> None:
        for part in islice(parts, count):
            future = client.submit(_play, rules, plan, part, pure=False, retries=3)
            futures[future] = part
            waiting.add(future)

    hand_out(4 * max(1, len(client.scheduler_info()["workers"])))
    try:
        for future in waiting:
            yield futures.pop(future), future.result()
            hand_out(1)
    finally:
        client.cancel(list(futures))


def _play(rules: Ruleset, plan: Plan, games: range) -> Tally:
    """What a worker of a cluster does."""
    return play(rules, plan.listed(rules, games))
