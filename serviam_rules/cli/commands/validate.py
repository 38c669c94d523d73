"""`serviam-rules validate`: whether packs are in order, and if not, everything that is wrong."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from serviam_rules.cli.cells import wrap
from serviam_rules.cli.command import OUTPUT, PACKS, Argument, OneOf, command
from serviam_rules.cli.terminal import say, say_json, tell, width
from serviam_rules.errors import PackError, Problem, UsageError, one_line
from serviam_rules.values import evolve

if TYPE_CHECKING:
    from serviam_rules.packs.merge import Change
    from serviam_rules.testing import CaseFailed

MANIFEST: Final = "pack.yaml"
_CASE_FAILED: Final = "case-failed"


@attrs.frozen
class Checked:
    """A pack and what was found in it."""

    path: str
    problems: tuple[Problem, ...]
    changes: tuple[Change, ...] = ()
    skipped: tuple[tuple[str, str], ...] = ()
    #: How many scenario cases were played; None if nobody asked for it.
    cases: int | None = None

    @property
    def ok(self) -> bool:
        return not any(problem.severity == "error" for problem in self.problems)


@command(
    "validate",
    "packs",
    usage="PATH",
    does="checks packs; every problem with file, line and column",
    about="""\
Checks packs: each PATH by itself, on top of the reference set and of the packs of --pack. Every problem of every file
is told in one run, with file, line and column. Warnings are things that only look like mistakes.""",
    examples="""\
examples:
  serviam-rules validate my-pack
  serviam-rules validate cards               the reference set, in a checkout
  serviam-rules validate two --pack one      a pack that needs another
  serviam-rules validate my-pack --cases     ... and play the cases in it
  serviam-rules validate my-pack --watch     again whenever a file is saved
  serviam-rules validate * --format github   annotations for a pull request

PATH is a folder with a pack.yaml, a file in one, or the name of an installed pack.

Exit status: 0 no errors (warnings are no errors), 1 errors, also where PATH is
missing or holds no pack, 2 wrong usage.""",
    arguments=(
        Argument("path", nargs="+", metavar="PATH", help="the packs to check"),
        PACKS,
        OUTPUT,
        Argument("--cases", action="store_true", help="also play the scenario cases in the packs' folders cases/"),
        Argument("--watch", action="store_true", help="check again whenever a file changes, until interrupted"),
        OneOf(
            Argument(
                "--format",
                metavar="F",
                choices=("text", "json", "github"),
                default="text",
                help="text, json or github (text)",
            ),
            Argument("--json", dest="format", action="store_const", const="json", help="the same as --format json"),
        ),
    ),
)
def validate(arguments: argparse.Namespace) -> int:
    """Check, and tell; with `--watch` again and again."""
    if arguments.watch:
        tell(f"watching {', '.join(arguments.path)}: a saved file is checked at once, Ctrl-C ends it")
        return watch([*arguments.path, *arguments.pack], lambda: _run(arguments))
    return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    from serviam_rules.loading import pack_folder

    for pack in arguments.pack:
        pack_folder(pack)
    checked = [_check(path, arguments.pack, cases=arguments.cases) for path in arguments.path]
    _TELL[arguments.format](checked)
    return 0 if all(one.ok for one in checked) else 1


def _check(path: str, below: Sequence[str], *, cases: bool = False) -> Checked:
    from serviam_rules.loading import check_packs

    try:
        path = _pack_of(path)
        report = check_packs(*below, path)
    except (UsageError, OSError) as error:
        message = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return Checked(path, (Problem(path, 0, 0, "unreadable-file", message),))
    checked = Checked(path, report.problems, report.changes, report.skipped)
    return _with_cases(checked, below) if cases and checked.ok else checked


def _with_cases(checked: Checked, below: Sequence[str]) -> Checked:
    """A pack that is in order, with the problems of its scenario cases."""
    from serviam_rules.loading import pack_folder

    count, problems = run_pack_cases(str(pack_folder(checked.path)), below)
    return attrs.evolve(checked, cases=count, problems=(*checked.problems, *problems))


def _pack_of(path: str) -> str:
    """The folder of the pack that a file belongs to; anything else stays as it is."""
    if not Path(path).is_file():
        return path
    folders = Path(path).absolute().parents
    found = next((folder for folder in folders if (folder / MANIFEST).is_file()), None)
    if found is None:
        raise UsageError(f"no folder around {path} has a {MANIFEST}")
    return _shown(found, path)


def _shown(folder: Path, path: str) -> str:
    """A folder around a file, named as the user would name it."""
    around = [parent for parent in Path(path).parents if parent.absolute() == folder]
    return str(around[0]) if around else str(folder)


# ---- telling


def _tell_text(checked: Sequence[Checked]) -> None:
    """Problems on standard error; on standard output a line each pack, and what of it was not read."""
    for one in checked:
        for problem in one.problems:
            tell(line(problem))
        errors = sum(problem.severity == "error" for problem in one.problems)
        warnings = len(one.problems) - errors
        counts = [_count(errors, "error"), _count(warnings, "warning")]
        cases = "" if one.cases is None else f" ({_count(one.cases, 'case') or 'no cases'} played)"
        say(f"{one.path}: {', '.join(filter(None, counts)) or 'fine'}{cases}")
        for pack, what in dict.fromkeys((change.pack, change.what) for change in one.changes):
            cards = [_card(change) for change in one.changes if (change.pack, change.what) == (pack, what)]
            say("\n".join(wrap(f"  {what} by {pack}: {', '.join(cards)}", width(), "    ")))
        for file, why in one.skipped:
            say(f"  not read: {file} ({why})")


def _count(number: int, word: str) -> str:
    return "" if not number else f"1 {word}" if number == 1 else f"{number} {word}s"


def _card(change: Change) -> str:
    return change.id if change.id == change.kind else f"{change.kind} {change.id}"


def line(problem: Problem) -> str:
    """A problem in one line; that a case failed, with its reasons below."""
    text, reasons = str(problem), list[str]()
    if problem.code == _CASE_FAILED:
        message, *reasons = problem.message.split("\n")
        text = str(evolve(problem, message=message, rule=""))
        reasons[-1] += f" [{problem.rule}]" if problem.rule else ""
    if problem.severity != "error":
        text = text.replace(f": {problem.code}: ", f": warning: {problem.code}: ", 1)
    return "\n".join([text, *reasons])


def _tell_json(checked: Sequence[Checked]) -> None:
    packs = [{**attrs.asdict(one), "ok": one.ok} for one in checked]
    say_json({"format": 1, "type": "validation", "ok": all(one.ok for one in checked), "packs": packs})


def _tell_github(checked: Sequence[Checked]) -> None:
    for one in checked:
        for problem in one.problems:
            say("".join(_annotation(problem)))


def _annotation(problem: Problem) -> Iterator[str]:
    """A workflow command of GitHub Actions."""
    place = {"file": problem.path}
    if problem.line:
        place |= {"line": str(problem.line), "col": str(problem.column)}
    place["title"] = problem.code
    yield f"::{problem.severity} "
    yield ",".join(f"{key}={_escaped(item, property_=True)}" for key, item in place.items())
    where = f" ({problem.where})" if problem.where else ""
    yield f"::{_escaped(problem.message + where)}"


def _escaped(text: str, *, property_: bool = False) -> str:
    for sign, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(sign, code)
    return text.replace(":", "%3A").replace(",", "%2C") if property_ else text


_TELL: Final[dict[str, Any]] = {"text": _tell_text, "json": _tell_json, "github": _tell_github}


# ---- cases


def run_pack_cases(pack: str, below: Sequence[str]) -> tuple[int, tuple[Problem, ...]]:
    """How many cases a pack has, and a problem for each that fails. The pack itself must be in order."""
    from serviam_rules.loading import load_ruleset
    from serviam_rules.testing import CaseFailed, read_cases, run_case

    folder = Path(pack, "cases")
    if not folder.is_dir():
        return 0, ()
    try:
        cases = read_cases(folder)
    except PackError as error:
        return 0, error.problems
    rules = load_ruleset(*below, pack)
    problems: list[Problem] = []
    for case in cases:
        try:
            run_case(case, rules)
        except CaseFailed as failed:
            problems.append(_problem(failed))
    return len(cases), tuple(problems)


def _problem(failed: CaseFailed) -> Problem:
    case = failed.case
    message = "\n".join([f"it {one_line(case.it)}:", *(f"    {one_line(reason)}" for reason in failed.reasons)])
    return Problem(case.file, case.line, 1, _CASE_FAILED, message, rule=", ".join(case.rules))


# ---- watching: names, sizes and times of change again and again, which works on every file system

#: Seconds between two looks.
PAUSE: Final = 0.3
#: Each file with its time of change and its size.
Snapshot: TypeAlias = Mapping[str, tuple[int, int]]


def watch(folders: Iterable[str], act: Callable[[], int], wait: Callable[[], bool] | None = None) -> int:
    """Call `act` now and after every change, until `wait` says no or the user interrupts; what `act` returned last.

    `wait` waits a moment and says whether to go on; by default it always does.
    """
    places = list(folders)
    before, status = snapshot(places), act()
    try:
        while (wait or _pause)():
            now = snapshot(places)
            if now != before:
                before, status = now, act()
    except KeyboardInterrupt:
        pass
    return status


def snapshot(folders: Iterable[str]) -> Snapshot:
    """All files below these folders; what cannot be read is not there."""
    found: dict[str, tuple[int, int]] = {}
    for folder in folders:
        for place, _, files in os.walk(folder):
            for name in files:
                path = os.path.join(place, name)  # noqa: PTH118 - os.walk gives texts
                try:
                    facts = os.stat(path)  # noqa: PTH116
                except OSError:
                    continue
                found[path] = (facts.st_mtime_ns, facts.st_size)
    return found


def _pause() -> bool:
    time.sleep(PAUSE)
    return True
