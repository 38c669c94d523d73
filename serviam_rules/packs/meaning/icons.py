"""Icons, and how gifts use them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from serviam_rules.effects.icons import arguments_of, fill, icon_of
from serviam_rules.effects.node import STEP, GrammarError, Sort
from serviam_rules.errors import Problem, nearest
from serviam_rules.fields import read
from serviam_rules.model import Icon
from serviam_rules.packs.meaning.effects import ICON, check_effect, sign_problem, unsigned
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.pack import Key
from serviam_rules.strict_yaml.paths import DataPath
from serviam_rules.values import is_map

#: Kinds of parameters that are numbers, with the least that they can be.
_NUMBERS: Final = {"rank": 1, "number": 0, "steps": -999}
_IN_GLYPH: Final = re.compile(r"\$([a-z][a-z0-9]*(?:[-_][a-z0-9]+)*)")
#: Findings that depend on what a parameter is, and so are told of the gifts.
_OF_USES: Final = frozenset({"selects-nothing", "no-effect", "empty-choice", "never", "one-at-a-time", "too-great"})


def check(whole: Whole) -> Iterator[Problem]:
    """What is wrong with icons, and with their uses."""
    if not whole.game:
        return
    icons = {key[1]: _icon(card) for key, card in whole.cards("icon")}
    found = [*_clashes(whole, icons)]
    found += ((key, problem) for key, card in whole.cards("icon") for problem in _parameters(whole, key, card))
    for key, problem in found:
        icons.pop(key[1], None)
        yield problem
    for key, card in whole.cards("icon"):
        yield from unsigned(whole, key, ("effect",), card["effect"])
    for key, card in whole.cards("gift"):
        if not card["icons"]:
            message = "a gift without icons does nothing when it is offered; is something missing?"
            yield whole.problem(key, ("icons",), "no-effect", message, severity="warning")
        for at, use in enumerate(card["icons"]):
            yield from _use(whole, key, ("icons", at), use, icons)


def _icon(card: Mapping[str, Any]) -> Icon:
    return read(Icon, card)


# ---- icons


def _parameters(whole: Whole, key: Key, card: dict[str, Any]) -> Iterator[Problem]:
    """Parameters that are not there, not used, or used as something else; and what the effect does wrong anywhere."""
    parameters: dict[str, str] = card["parameters"]
    used: set[str] = set()
    wrong = False
    for path, name, wanted in _holes(card["effect"], ("effect",)):
        used.add(name)
        if problem := _hole_problem(whole, key, path, name, wanted, parameters):
            wrong = True
            yield problem
    for name in _IN_GLYPH.findall(card["glyph"]):
        if problem := _hole_problem(whole, key, ("glyph",), name, "", parameters):
            yield problem
    for name in parameters:
        if name not in used:
            message = f"the parameter {name!r} is not used: no ${name} stands in the effect"
            yield whole.problem(key, ("parameters", name), "unused-parameter", message, at_key=True)
    if not wrong:
        filled = fill(card["effect"], {name: _sample(whole, kind) for name, kind in parameters.items()})
        found = check_effect(whole, key, ("effect",), STEP, filled, ICON)
        yield from (problem for problem in found if problem.code not in _OF_USES)


def _hole_problem(
    whole: Whole, key: Key, path: DataPath, name: str, wanted: str, parameters: Mapping[str, str]
) -> Problem | None:
    """What is wrong with `$name` where something of a kind is `wanted`."""
    if name not in parameters:
        known = ", ".join(parameters) or "none"
        message = f"the icon has no parameter {name!r}{nearest(name, parameters)} (parameters: {known})"
        return whole.problem(key, path, "unknown-parameter", message)
    kind = parameters[name]
    if wanted and kind != wanted and not (wanted == "number" and kind in _NUMBERS):
        return whole.problem(key, path, "wrong-kind", f"${name} is {_a(kind)}, but {_a(wanted)} is meant here")
    return None


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _holes(data: Any, path: DataPath) -> Iterator[tuple[DataPath, str, str]]:
    """Every `$name` in a list of steps: its path, the name, and what kind of thing is wanted there."""
    for at, step in enumerate(data):
        yield from _holes_in(STEP, step, (*path, at))


def _holes_in(sort: Sort, data: Any, path: DataPath) -> Iterator[tuple[DataPath, str, str]]:
    if isinstance(data, str) and data.startswith("$"):
        yield path, data[1:], "number"
    if not is_map(data):
        return
    cls = sort.words[next(tag for tag in data if tag in sort.words)]
    for at, argument in enumerate(cls.arguments):
        key = argument.key if at else cls.tag
        if key not in data:
            continue
        inside, kind = data[key], argument.facts.kind
        if kind in ("id", "integer") and isinstance(inside, str) and inside.startswith("$"):
            yield (*path, key), inside[1:], argument.facts.of if kind == "id" else "number"
        elif kind == "node":
            yield from _holes_in(argument.sort_in(sort), inside, (*path, key))
        elif kind in ("nodes", "pair"):
            for index, each in enumerate(inside):
                yield from _holes_in(argument.sort_in(sort), each, (*path, key, index))


def _sample(whole: Whole, kind: str) -> Any:
    return 1 if kind in _NUMBERS else next(iter(whole.known(kind) or ()), "nobody")


def _clashes(whole: Whole, icons: Mapping[str, Icon]) -> Iterator[tuple[Key, Problem]]:
    """A gift tells icons apart by their ids among its keys, so no icon can be called like a parameter of another."""
    for key, _ in whole.cards("icon"):
        others = [one.id for one in icons.values() if key[1] in one.parameters and one.id != key[1]]
        if others:
            place = whole.entries["icon", others[0]].origin.line(("parameters", key[1]))
            message = f"{key[1]!r} is a parameter of the icon {others[0]!r} ({place}); take another id"
            yield key, whole.problem(key, ("id",), "id-taken", message)


# ---- uses


def _use(whole: Whole, key: Key, path: DataPath, use: dict[str, Any], icons: Mapping[str, Icon]) -> Iterator[Problem]:
    """What is wrong with an icon as a gift uses it."""
    if any(name in (whole.known("icon") or ()) and name not in icons for name in use):
        return
    try:
        icon = icon_of(use, icons, path)
        given = arguments_of(use, icon, path)
    except GrammarError as error:
        at_key = error.code in ("unknown-key", "unknown-icon", "missing-key")
        yield whole.problem(key, error.path, error.code, error.message, at_key=at_key)
        return
    wrong = [
        problem for name in given for problem in _value(whole, key, (*path, name), icon.parameters[name], given[name])
    ]
    yield from wrong
    if not wrong:
        found = check_effect(whole, key, path, STEP, fill(icon.effect, given), ICON)
        yield from (problem for problem in found if problem.code in _OF_USES)


def _value(whole: Whole, key: Key, path: DataPath, kind: str, value: Any) -> Iterator[Problem]:
    """What is wrong with the value of a parameter."""
    shown = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    if kind not in _NUMBERS:
        if type(value) is str:
            yield from whole.dangling(key, path, kind, value)
        else:
            yield whole.problem(key, path, "wrong-type", f"{shown} stands where the id of {_a(kind)} belongs")
        return
    if type(value) is not int:
        yield whole.problem(key, path, "wrong-type", f"{shown} stands where a whole number ({kind}) belongs")
        return
    most = whole.game["ranks"] if kind == "rank" else 999
    if not _NUMBERS[kind] <= value <= most:
        message = f"{value} is out of range: {kind} is {_NUMBERS[kind]} to {most}"
        yield whole.problem(key, path, "out-of-range", message)
    elif kind == "steps" and value == 0:
        yield whole.problem(key, path, "no-effect", "a move by 0 does nothing", rule="T-4")
    elif kind == "steps":
        yield from sign_problem(whole, key, path)
