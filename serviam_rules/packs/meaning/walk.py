"""Effects, step by step: what they may not do where they stand, and what in them can never matter. Layer 6.

The walk goes the way the compiler goes, so names are known exactly where they are known to a running effect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import attrs

from serviam_rules.effects import conditions, decks, gifts, places, players, powerholders, selectors
from serviam_rules.effects.compile import KIND_OF_COLLECTION, KIND_OF_SORT
from serviam_rules.effects.node import COLLECTION, CONDITION, PLAYERS, STEP, WHO, Node, Sort
from serviam_rules.effects.ops.choose import ChooseOne
from serviam_rules.effects.ops.for_each import ForEach
from serviam_rules.effects.ops.if_ import If
from serviam_rules.effects.ops.may import May
from serviam_rules.errors import Severity, nearest
from serviam_rules.packs.meaning import idle
from serviam_rules.packs.meaning.scenes import Scene
from serviam_rules.packs.meaning.static import Static, known_solo
from serviam_rules.schema.paths import DataPath
from serviam_rules.values import is_list


class Report(Protocol):
    """Takes a finding at a place within the effect."""

    def __call__(
        self, path: DataPath, code: str, message: str, *, rule: str = ..., severity: Severity = ...
    ) -> None: ...


class CheckId(Protocol):
    """Takes an id that is named within the effect, and tells whether that is a finding."""

    def __call__(self, path: DataPath, kind: str, named: str) -> bool: ...


@attrs.define
class _Name:
    """A name that `as` has given: to what kind of thing, where, and whether it has been read."""

    kind: str
    path: DataPath
    read: bool = False


class Walk:
    """A walk through one effect."""

    def __init__(self, scene: Scene, static: Static, report: Report, check_id: CheckId) -> None:
        self.scene = scene
        self.static = static
        self.check_id = check_id
        self.names: dict[str, _Name] = {}
        self.reported = 0
        self._report = report

    def report(self, path: DataPath, code: str, message: str, *, rule: str = "", severity: Severity = "error") -> None:
        self.reported += 1
        self._report(path, code, message, rule=rule, severity=severity)

    def effect(self, sort: Sort, tree: Any, path: DataPath) -> None:
        """Walk through steps, or through an expression that stands alone."""
        if sort is STEP:
            self.steps(tree, path, self.scene.solo)
            return
        before = self.reported
        self.expression(sort, tree, path, self.scene.solo)
        if sort is CONDITION:
            self.branch(tree, path, self.scene.solo, before)
        self.close({})

    # ---- steps

    def steps(self, steps: Sequence[Any], path: DataPath, solo: bool | None) -> None:
        """Steps one after another; names they give are known only to the steps after them."""
        outer = dict(self.names)
        for at, step in enumerate(steps):
            self.step(step, (*path, at), solo)
        self.close(outer)

    def close(self, outer: dict[str, _Name]) -> None:
        """Forget the names given since, and report those that nobody has read."""
        for name, given in self.names.items():
            if name not in outer and not given.read:
                message = f"the name {name!r} is given here and never read"
                self.report(given.path, "unused-name", message, severity="warning")
        self.names = outer

    def step(self, step: Any, path: DataPath, solo: bool | None) -> None:
        match step:
            case If():
                self.conditional(step, path, solo)
            case ChooseOne():
                self.ask(path, "choose")
                self.choose(step, (*path, "choose"), solo)
            case May():
                self.ask(path, "may")
                self.steps(step.steps, (*path, "may"), solo)
            case ForEach():
                self.loop(step, path, solo)
            case _:
                before = self.reported
                self.parts(STEP, step, path, solo)
                if self.reported == before:
                    for key, why, rule in idle.reasons(step, self.static):
                        self.report((*path, key), "no-effect", f"this step never does anything: {why}", rule=rule)

    def conditional(self, step: If, path: DataPath, solo: bool | None) -> None:
        before = self.reported
        self.expression(CONDITION, step.condition, (*path, "if"), solo)
        if self.branch(step.condition, (*path, "if"), solo, before) and step.else_:
            self.report((*path, "else"), "never", "the condition always holds, so this never happens")
        self.steps(step.then, (*path, "then"), known_solo(step.condition, solo, holds=True))
        self.steps(step.else_, (*path, "else"), known_solo(step.condition, solo, holds=False))

    def choose(self, step: ChooseOne, path: DataPath, solo: bool | None) -> None:
        for at, branch in enumerate(step.branches):
            if branch.when is not None:
                before = self.reported
                self.expression(CONDITION, branch.when, (*path, at, "when"), solo)
                self.branch(branch.when, (*path, at, "when"), solo, before)
        for at, branch in enumerate(step.branches):
            inside = solo if branch.when is None else known_solo(branch.when, solo, holds=True)
            self.steps(branch.steps, (*path, at, "do"), inside)

    def branch(self, condition: Any, path: DataPath, solo: bool | None, before: int) -> bool | None:
        """Whether a condition is always the same, which is reported: then it decides nothing."""
        truth = self.static.truth(condition, solo) if self.reported == before else None
        if truth is False:
            self.report(path, "never", "this condition never holds, so what depends on it never happens")
        elif truth is True:
            self.report(path, "always", "this condition always holds, so it can be left away", severity="warning")
        return truth

    def loop(self, step: ForEach, path: DataPath, solo: bool | None) -> None:
        self.expression(COLLECTION, step.of, (*path, "for_each"), solo)
        kind = KIND_OF_COLLECTION.get(step.of.tag)  # type: ignore[attr-defined]
        if kind is None:
            message = f"{step.of.tag!r} cannot be gone through one by one"  # type: ignore[attr-defined]
            self.report((*path, "for_each"), "not-one-by-one", message)
            return
        outer = dict(self.names)
        self.bind(step.as_, kind, (*path, "as"))
        self.steps(step.do, (*path, "do"), solo)
        self.close(outer)

    # ---- names

    def bind(self, name: str | None, kind: str, path: DataPath) -> None:
        if name is None:
            return
        if name in self.names:
            self.report(path, "name-twice", f"the name {name!r} is given twice; take another")
        self.names[name] = _Name(kind, path)

    def read(self, name: str, kind: str, path: DataPath) -> None:
        given = self.names.get(name)
        if given is None:
            known = ", ".join(self.names) or "none"
            hint = nearest(name, self.names)
            self.report(path, "unknown-name", f"nothing has been called {name!r} before this{hint} (names: {known})")
            return
        given.read = True
        if given.kind != kind:
            self.report(path, "wrong-kind", f"{name!r} is the name of a {given.kind}, but a {kind} is meant here")

    def ask(self, path: DataPath, tag: str) -> None:
        if not self.scene.asks:
            message = f"{tag!r} asks a player to choose, but nobody can be asked in {self.scene.title}"
            self.report((*path, tag), "must-not-ask", message)

    # ---- expressions

    def parts(self, sort: Sort, node: Any, path: DataPath, solo: bool | None) -> None:
        """What stands within an expression, in the order it is evaluated."""
        for at, argument in enumerate(node.arguments):
            inside, key = getattr(node, argument.name), argument.key if at else node.tag
            if isinstance(inside, Node):
                self.expression(argument.sort_in(sort), inside, (*path, key), solo)
            elif is_list(inside):
                self.several(argument.sort_in(sort), node, inside, (*path, key), solo)
            elif argument.facts.kind == "id":
                self.reported += self.check_id((*path, key), argument.facts.of, inside)

    def several(self, sort: Sort, node: Any, inside: Sequence[Any], path: DataPath, solo: bool | None) -> None:
        """A list within an expression. Of conditions, each is looked at only if those before it have not decided."""
        for at, each in enumerate(inside):
            self.expression(sort, each, (*path, at), solo)
            if isinstance(node, conditions.AllConditions | conditions.AnyCondition):
                solo = known_solo(each, solo, holds=isinstance(node, conditions.AllConditions))

    def expression(self, sort: Sort, node: Any, path: DataPath, solo: bool | None) -> None:
        before = self.reported
        self.parts(sort, node, path, solo)
        self.word(sort, node, path, solo)
        if self.reported == before and (why := self.nothing(sort, node)):
            self.report(path, "selects-nothing", why)
        if isinstance(node, selectors.One | selectors.First) and self.scene.compiled:
            self.bind(node.as_, KIND_OF_SORT[sort.name], (*path, "as"))

    def word(self, sort: Sort, node: Any, path: DataPath, solo: bool | None) -> None:
        """What is against this word here."""
        match node:
            case powerholders.Target() | places.TargetPlace() if not self.scene.target:
                self.report(path, "no-target", f"no gift has been offered in {self.scene.title}, so there is no target")
            case powerholders.Self() if self.scene.own is None:
                message = f"'self' is whoever's EFFETTO ORDINE it is, and this is {self.scene.title}"
                self.report(path, "no-self", message, rule="T-7")
            case powerholders.Named() | decks.RivalDeck() | decks.FaceUpRival() if solo is not True:
                message = f"{node.tag!r} means something in the solo game only; put it under `if: solo` or `when: solo`"
                self.report(path, "solo-only", message, rule="O-4")
            case selectors.Chosen(name=name):
                self.read(name, "player" if sort is PLAYERS else KIND_OF_SORT[sort.name], (*path, "chosen"))
            case selectors.One():
                self.ask(path, "one")
                self.hands(node.of, (*path, "one"))
            case _:
                pass

    def hands(self, pool: Any, path: DataPath) -> None:
        """Whoever chooses from several hands would see them."""
        seen = isinstance(pool, gifts.Hand) and isinstance(pool.of, players.Opponents | players.Everyone)
        if seen and not self.scene.bazzi_betti:
            message = (
                "whoever chooses here would see other players' hands; choose a player first, who then chooses: "
                "{for_each: {players: opponents}, as: other, do: [...]} and {hand: ..., of: {chosen: other}}"
            )
            self.report(path, "sees-hands", message)

    def nothing(self, sort: Sort, node: Any) -> str:
        """Why an expression can never stand for anything, if it cannot."""
        found = _NOTHING.get(node.__class__)
        if found is not None:
            return found(self.static, node)
        if sort is COLLECTION and not self.static.collection(node)[1]:
            return "there can never be any of these"
        if not isinstance(node, selectors.One | selectors.Each | selectors.First) or sort.pool is PLAYERS:
            return ""
        some = self.static.who(node) if sort is WHO else self.static.collection(node.of)[1]
        return "" if some else "there can never be anything to select here"


def _rank(static: Static, node: powerholders.Rank) -> str:
    ranks = static.game["ranks"]
    return "" if node.stars <= ranks else f"nobody has rank {node.stars}; the ranks are 1 to {ranks}"


def _influence(static: Static, node: Any) -> str:
    if static.people(node)[0]:
        return ""
    values = sorted({value for values in static.values.values() for value in values})
    return f"nobody's influence can be that; the tracks have {', '.join(map(str, values))}"


_NOTHING: Final[dict[type, Callable[[Static, Any], str]]] = {
    powerholders.Rank: _rank,
    powerholders.InfluenceIs: _influence,
    powerholders.InfluenceAtLeast: _influence,
    powerholders.InfluenceAtMost: _influence,
}
