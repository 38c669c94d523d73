"""Work shared by processes: handed out bit by bit, answered in order, and over when the one who wanted it is gone.

The pools of the standard library hand out everything at once, wait for what is running when they are interrupted, or
hang when a process is killed; a simulation with strangers' bots must do none of these.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, TypeVar

from serviam_rules.errors import ServiamError

C = TypeVar("C")
P = TypeVar("P")
R = TypeVar("R")

#: How many parts for each process may be done before the one that comes next in order is: a bound for memory.
_AHEAD: Final = 4
#: What asks a process to end.
_ENDINGS: Final = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}


class WorkerLost(ServiamError):
    """A process that shared the work ended before its time: it was killed, or what it ran ended it."""


def share_out(work: Callable[[C, P], R], common: C, parts: Iterable[P], jobs: int) -> Generator[R]:
    """`work(common, part)` for each part, in order, in up to `jobs` processes of their own.

    Parts are asked for when a process is free. What `work` raises is raised here; WorkerLost if a process ends.
    However this generator ends, its processes end with it.
    """
    crew = _Crew(work, common, jobs)
    try:
        yield from crew.results(parts)
    finally:
        crew.end()


class _Worker:
    """A process, the pipe to it, and the number of the part it has in hand (None: it waits for one)."""

    def __init__(self, work: Callable[[Any, Any], Any], common: object) -> None:
        context = get_context("spawn")
        self.pipe, its_end = context.Pipe()
        self.process = context.Process(target=_serve, args=(its_end, work, common), daemon=True)
        with _unheard_by_children():
            self.process.start()
        its_end.close()
        self.part: int | None = None

    def lost(self) -> WorkerLost:
        self.process.join(1)
        code = self.process.exitcode
        how = f"killed by {_signal(-code)}" if code is not None and code < 0 else f"with exit status {code}"
        return WorkerLost(
            f"a process that played games ended before its time ({how}): it was killed, the memory ran out, or a bot "
            "ended it; what it had in hand is lost"
        )


class _Crew(Generic[C, P, R]):
    def __init__(self, work: Callable[[C, P], R], common: C, jobs: int) -> None:
        self.work, self.common, self.jobs = work, common, jobs
        self.had_tracker = _tracker() is not None
        self.workers: list[_Worker] = []

    def results(self, parts: Iterable[P]) -> Generator[R]:
        left = enumerate(parts)
        waiting: dict[int, R] = {}
        wanted, more = 0, True
        while True:
            while more and (worker := self._free(waiting, wanted)) is not None:
                number, part = next(left, (None, None))
                if number is None:
                    more = False
                else:
                    worker.part = number
                    self._send(worker, part)
            busy = {worker.pipe: worker for worker in self.workers if worker.part is not None}
            if not busy:
                return
            for pipe in wait(list(busy)):
                number, result = self._receive(busy[pipe])  # type: ignore[index]
                waiting[number] = result
            while wanted in waiting:
                yield waiting.pop(wanted)
                wanted += 1

    def _free(self, waiting: dict[int, R], wanted: int) -> _Worker | None:
        """A worker that has nothing to do, started if need be; None if all are busy or too far ahead."""
        if max(waiting, default=wanted) - wanted >= _AHEAD * self.jobs:
            return None
        for worker in self.workers:
            if worker.part is None:
                return worker
        if len(self.workers) == self.jobs:
            return None
        with interrupts_held():  # a process that is on no list would never be ended
            self.workers.append(_Worker(self.work, self.common))
        return self.workers[-1]

    @staticmethod
    def _send(worker: _Worker, part: object) -> None:
        try:
            worker.pipe.send(part)
        except OSError:
            raise worker.lost() from None

    @staticmethod
    def _receive(worker: _Worker) -> tuple[int, Any]:
        try:
            fine, result = worker.pipe.recv()
        except (EOFError, OSError):
            raise worker.lost() from None
        if not fine:
            raise result
        number, worker.part = worker.part, None
        assert number is not None
        return number, result

    def end(self) -> None:
        """End every process, whatever it is doing."""
        with interrupts_held():
            for worker in self.workers:
                worker.process.kill()
            for worker in self.workers:
                worker.process.join()
                worker.pipe.close()
            tracker = _tracker()
            if tracker is not None and not self.had_tracker:
                tracker._stop()


def _tracker() -> Any:
    """The process with which `multiprocessing` accompanies those it spawns, if it runs; it would outlive us."""
    tracker: Any = getattr(resource_tracker, "_resource_tracker", None)
    running = getattr(tracker, "_fd", None) is not None and hasattr(tracker, "_stop")
    return tracker if running else None


# --- in a process of its own ----------------------------------------------------------------------------------------


def _serve(pipe: Connection, work: Callable[[Any, Any], Any], common: object) -> None:
    """What a process does: work on parts until there is nobody any more to want them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; the first process answers for them
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDINGS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        while True:
            pipe.send(_done(work, common, pipe.recv()))
    except (EOFError, OSError):
        return


def _done(work: Callable[[Any, Any], Any], common: object, part: object) -> tuple[bool, Any]:
    try:
        return True, work(common, part)
    except Exception as error:
        return False, error


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def _unheard_by_children() -> Generator[None]:
    """A process that is started meanwhile does not hear Ctrl-C, not even before its first line.

    Nor are we asked to end while it is half started: it would tell that its beginning is missing.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows, where a process hears it only as `_serve` lets it
        yield
        return
    resource_tracker.ensure_running()  # starting it would lift the mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def interrupts_held() -> Generator[None]:
    """Let a Ctrl-C wait until the end of what must not stop half-way."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[int, Any]] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came and callable(before):
        before(*came[0])


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
