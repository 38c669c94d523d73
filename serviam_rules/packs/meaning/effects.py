"""Every effect of the cards and the set: read, walked through, and measured.

The walk goes the way the compiler goes, so names are known exactly where they are known to a running effect. It knows
no word: each says for itself what is against it (`effects.node.Node`, `effects.op.Op`).
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Protocol

import attrs

from serviam_rules.cards import ruleset_from
from serviam_rules.effects.bounds import MOST_STEPS, bound
from serviam_rules.effects.known import MOST_AMOUNT, Found, Known, Name, Scene
from serviam_rules.effects.node import (
    AMOUNT,
    COLLECTION,
    CONDITION,
    RULE,
    STEP,
    Argument,
    GrammarError,
    Node,
    Sort,
    parse,
    parse_steps,
    walk,
)
from serviam_rules.effects.selectors import first_of
from serviam_rules.effects.trees import answers_in
from serviam_rules.effects.trees import effects as trees_of
from serviam_rules.effects.vocabulary import OPS
from serviam_rules.errors import Problem, Severity, nearest
from serviam_rules.model import RulesetData
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.pack import SET, Key
from serviam_rules.strict_yaml.paths import DataPath, parts
from serviam_rules.values import is_list

# ---- where effects stand


@attrs.frozen
class Effect:
    """An expression, or a list of steps, where it stands in a card or the set. `program` is the id it will have."""

    program: str
    key: Key
    path: DataPath
    sort: Sort
    data: Any
    scene: Scene


ICON: Final = Scene("an icon")
_TURN = Scene("a turn")
_SCORING = Scene("the scoring", target=False, asks=False)
_TIE = Scene("the comparison of a tie", target=False, asks=False, compiled=False)
_ABILITY = Scene("a rival's ability", solo=True, bazzi_betti=True)
_WHEN = Scene("the condition of a rival's ability", solo=True, bazzi_betti=True, asks=False, compiled=False)
_LASTING = Scene("a lasting rule", target=False, asks=False, lies="gift")
_SOLO = Scene("the Bazzi-Betti turn", target=False, solo=True, bazzi_betti=True)


def effects(whole: Whole) -> Iterator[Effect]:
    """Every effect of the cards and the set but those of icons."""
    for key, card in whole.cards("powerholder"):
        scene = Scene("an EFFETTO ORDINE", own=key[1])
        yield Effect(f"powerholder/{key[1]}", key, ("effetto_ordine",), STEP, card["effetto_ordine"], scene)
        lasting = attrs.evolve(_LASTING, own=key[1], lies="powerholder")
        for at, rule in enumerate(card.get("lasting", ())):
            yield Effect(f"lasting-powerholder/{key[1]}/{at}", key, ("lasting", at), RULE, rule, lasting)
    for key, card in whole.cards("gift"):
        for at, rule in enumerate(card.get("lasting", ())):
            yield Effect(f"lasting-gift/{key[1]}/{at}", key, ("lasting", at), RULE, rule, _LASTING)
    for key, card in whole.cards("rival"):
        ability = card["ability"]
        yield Effect(f"rival/{key[1]}", key, ("ability", "do"), STEP, ability["do"], _ABILITY)
        if "when" in ability:
            yield Effect("", key, ("ability", "when"), CONDITION, ability["when"], _WHEN)
    yield from _of_the_set(whole.game)


def _of_the_set(game: dict[str, Any]) -> Iterator[Effect]:
    if not game:
        return
    for part in ("expansion", "reward"):
        yield Effect(f"set/{part}", SET, ("turn", part), STEP, game["turn"][part], _TURN)
    for at, item in enumerate(game["scoring"]):
        yield Effect(f"scoring/{item['id']}", SET, ("scoring", at, "do"), STEP, item["do"], _SCORING)
    yield Effect("", SET, ("tie_break",), AMOUNT, game["tie_break"], _TIE)
    for part in ("turn", "income") if game.get("solo") else ():
        yield Effect(f"solo/{part}", SET, ("solo", part), STEP, game["solo"][part], _SOLO)


# ---- checks


def check(whole: Whole) -> Iterator[Problem]:
    """What is wrong with effects other than those of icons."""
    if not whole.game:
        return
    for effect in effects(whole):
        yield from check_effect(whole, effect.key, effect.path, effect.sort, effect.data, effect.scene)
        yield from unsigned(whole, effect.key, effect.path, effect.data)
        if not effect.data and effect.key[0] in ("powerholder", "rival"):
            message = "nothing happens here; is something missing?"
            yield whole.problem(effect.key, effect.path, "no-effect", message, severity="warning")


def check_effect(whole: Whole, key: Key, path: DataPath, sort: Sort, data: Any, scene: Scene) -> list[Problem]:
    """What is wrong with one effect; `path` is where it stands in the card."""
    found: list[Problem] = []

    def report(path: DataPath, code: str, message: str, *, rule: str = "", severity: Severity = "error") -> None:
        at_key = code in _AT_KEYS
        found.append(whole.problem(key, path, code, message, at_key=at_key, rule=rule, severity=severity))

    def check_id(path: DataPath, kind: str, named: str) -> bool:
        dangling = list(whole.dangling(key, path, kind, named))
        found.extend(dangling)
        return bool(dangling)

    try:
        tree = parse_steps(data, path) if sort is STEP else parse(sort, data, path)
    except GrammarError as error:
        return [whole.problem(key, error.path, error.code, error.message)]
    Walk(Known(whole.source, scene), report, check_id).effect(sort, tree, path)
    return found


_AT_KEYS = frozenset({"must-not-ask"})


class Report(Protocol):
    """Takes a finding at a place within the effect."""

    def __call__(
        self, path: DataPath, code: str, message: str, *, rule: str = ..., severity: Severity = ...
    ) -> None: ...


class CheckId(Protocol):
    """Takes an id that is named within the effect, and tells whether that is a finding."""

    def __call__(self, path: DataPath, kind: str, named: str) -> bool: ...


class Walk:
    """A walk through one effect: what it may not do where it stands, and what in it can never matter."""

    def __init__(self, known: Known, report: Report, check_id: CheckId) -> None:
        self.known = known
        self.check_id = check_id
        self.reported: int = 0
        self._report = report

    def report(self, path: DataPath, code: str, message: str, *, rule: str = "", severity: Severity = "error") -> None:
        self.reported += 1
        self._report(path, code, message, rule=rule, severity=severity)

    def effect(self, sort: Sort, tree: Any, path: DataPath) -> None:
        """Walk through steps, or through an expression that stands alone."""
        if sort is STEP:
            self.steps(tree, path)
            return
        if sort is CONDITION:
            self.condition(tree, path)
        else:
            self.expression(sort, tree, path)
        self._close({})

    # ---- steps

    def steps(self, steps: Sequence[Any], path: DataPath) -> None:
        """Steps one after another; names they give are known only to the steps after them."""
        outer = dict(self.known.names)
        for at, step in enumerate(steps):
            step.look(self, (*path, at))
        self._close(outer)

    def step(self, op: Any, path: DataPath) -> None:
        """A step that holds no others."""
        before = self.reported
        self._parts(STEP, op, path)
        for argument in op.arguments:
            if argument.facts.kind == "binds" and (name := getattr(op, argument.name)):
                self._give(name, "number", Found(0, op.reach(self.known)), (*path, argument.key))
        if self.reported == before:
            for idle in op.idle(self.known):
                what = "this step never does anything" if idle.always else "with some of these choices nothing happens"
                code = "no-effect" if idle.always else "empty-choice"
                self.report((*path, idle.key), code, f"{what}: {idle.why}", rule=idle.rule)

    def lasting(self, op: Any, path: DataPath) -> None:
        """A step that lays down a lasting rule."""
        self.step(op, path)

    def rule(self, node: Any, path: DataPath) -> None:
        """What a lasting rule answers with: steps of their own, carried out later, when there may be no offer."""
        core = node.core
        known, before = self.known, self.known.scene
        title = f"the answer of a lasting rule in {before.title}" if not before.lies else "the answer of a lasting rule"
        known.scene = attrs.evolve(before, title=title, target=True, asks=not core.asks_nobody)
        self.steps(core.do, path)
        known.scene = before

    def condition(self, condition: Any, path: DataPath) -> bool | None:
        """Whether a condition is always the same, which is reported: then it decides nothing."""
        before = self.reported
        self.expression(CONDITION, condition, path)
        truth = condition.truth(self.known) if self.reported == before else None
        if truth is False:
            self.report(path, "never", "this condition never holds, so what depends on it never happens")
        elif truth is True:
            self.report(path, "always", "this condition always holds, so it can be left away", severity="warning")
        return truth

    @contextmanager
    def holding(self, condition: Any, *, holds: bool) -> Generator[None, None, None]:
        """Where a condition is known to hold, or not to; None is no condition."""
        solo = self.known.solo if condition is None else condition.solo_if(self.known, holds=holds)
        with self.known.in_solo(solo):
            yield

    @contextmanager
    def acting(self, who: Any) -> Generator[None, None, None]:
        """Where somebody else is `you`: what is known to be somebody's is known of nobody there."""
        known = self.known
        names, scene = dict(known.names), known.scene
        if known.found(who).owner != "you":
            known.scene = attrs.evolve(scene, bazzi_betti=False)
            known.names = {
                name: attrs.evolve(given, found=attrs.evolve(given.found, owner="")) for name, given in names.items()
            }
        yield
        for name, given in names.items():
            given.read = given.read or known.names[name].read
        known.names, known.scene = names, scene

    @contextmanager
    def naming(self, name: str, kind: str, collection: Any, path: DataPath) -> Generator[None, None, None]:
        """Where each thing of a collection has a name in its turn."""
        outer = dict(self.known.names)
        self._bind(name, kind, collection, path)
        yield
        self._close(outer)

    def ask(self, path: DataPath, tag: str) -> None:
        """A player is asked here."""
        scene = self.known.scene
        if not scene.asks:
            message = f"{tag!r} asks a player to choose, but nobody can be asked in {scene.title}"
            self.report((*path, tag), "must-not-ask", message)

    # ---- names

    def _close(self, outer: dict[str, Name]) -> None:
        """Forget the names given since, and report those that nobody has read."""
        for name, given in self.known.names.items():
            if name not in outer and not given.read:
                message = f"the name {name!r} is given here and never read"
                self.report(given.path, "unused-name", message, severity="warning")
        self.known.names = outer

    def call(self, name: str, kind: str, path: DataPath) -> None:
        """Something that can be anything of its kind has a name from here on."""
        self._give(name, kind, Found(0, 1), path)

    def _give(self, name: str, kind: str, found: Found, path: DataPath) -> None:
        if name in self.known.names:
            self.report(path, "name-twice", f"the name {name!r} is given twice; take another")
        self.known.names[name] = Name(kind, found, path)

    def _bind(self, name: str | None, kind: str, found: Any, path: DataPath) -> None:
        if name is None:
            return
        if found.tag == "some":
            self._give(name, kind, attrs.evolve(self.known.found(found), least=0), path)
            return
        if name in self.known.names:
            self.report(path, "name-twice", f"the name {name!r} is given twice; take another")
        one = attrs.evolve(first_of(self.known.found(found)), least=0)
        if kind == "player":
            one = attrs.evolve(one, owner=name if one.owner != "you" else "you")
        self.known.names[name] = Name(kind, one, path)

    def _read(self, name: str, kind: str, path: DataPath) -> None:
        given = self.known.names.get(name)
        if given is None:
            known = ", ".join(self.known.names) or "none"
            hint = nearest(name, self.known.names)
            self.report(path, "unknown-name", f"nothing has been called {name!r} before this{hint} (names: {known})")
            return
        given.read = True
        if given.kind != kind:
            self.report(path, "wrong-kind", f"{name!r} is the name of a {given.kind}, but a {kind} is meant here")

    # ---- expressions

    def expression(self, sort: Sort, node: Any, path: DataPath) -> None:
        """An expression: what is within it, and then itself."""
        before = self.reported
        self._parts(sort, node, path)
        if node.asks:
            self.ask(path, node.tag)
        elif node.answers and self.known.its:
            message = f"{node.tag!r} is found before anything is compared, so it cannot stand within it"
            self.report(path, "must-not-ask", message)
        self.known.kind = sort.kind
        for fault in node.against(self.known):
            self.report((*path, fault.key) if fault.key else path, fault.code, fault.message, rule=fault.rule)
        if self.reported == before:
            self._bounds(sort, node, path)
        for argument in node.arguments:
            if argument.facts.kind == "binds" and self.known.scene.compiled:
                self._bind(getattr(node, argument.name), sort.kind, node, (*path, argument.key))

    def _parts(self, sort: Sort, node: Any, path: DataPath) -> None:
        """What stands within an expression, in the order it is evaluated."""
        for at, argument in enumerate(node.arguments):
            inside, key = getattr(node, argument.name), argument.key if at else node.tag
            if isinstance(inside, Node):
                before = self.reported
                with self._considering(sort, node, argument):
                    self.expression(argument.sort_in(sort), inside, (*path, key))
                if argument.facts.single and self.reported == before:
                    self._single(node, argument, inside, (*path, key))
            elif is_list(inside):
                self._several(argument.sort_in(sort), node, inside, (*path, key))
            elif argument.facts.kind == "id":
                self.reported += self.check_id((*path, key), argument.facts.of, inside)
            elif argument.facts.kind == "reads":
                self._read(inside, sort.kind, (*path, key))

    @contextmanager
    def _considering(self, sort: Sort, node: Any, argument: Argument) -> Generator[None, None, None]:
        """Where an argument is worked out for each of several things, `it` is each of them."""
        if not argument.facts.considers:
            yield
            return
        with self.known.considering(node.among.things or sort.kind or node.things, node.among):
            yield

    def _several(self, sort: Sort, node: Any, inside: Sequence[Any], path: DataPath) -> None:
        """A list within an expression. Of conditions, each is looked at only if those before it have not decided."""
        if sort is STEP:
            self.rule(node, path)
            return
        before = self.known.solo
        for at, each in enumerate(inside):
            self.expression(sort, each, (*path, at))
            if sort is CONDITION and node.goes_on_if is not None:
                self.known.solo = each.solo_if(self.known, holds=node.goes_on_if)
        self.known.solo = before

    def _single(self, node: Any, argument: Argument, inside: Any, path: DataPath) -> None:
        """One thing at most has to be found where more would be left out without a word."""
        if self.known.found(inside).most > 1:
            message = (
                f"{node.tag!r} is about one thing here ({argument.facts.doc}), and this finds several; "
                f"take them one by one: {{for_each: ..., as: it, do: [{{{node.tag}: ...}}]}} and {{chosen: it}}"
            )
            self.report(path, "one-at-a-time", message)

    def _bounds(self, sort: Sort, node: Any, path: DataPath) -> None:
        """What can never stand for anything, and numbers that could be too great."""
        why = node.nothing(self.known)
        if not why and sort is COLLECTION and not self.known.found(node).most:
            why = "there can never be any of these"
        if not why and any(one.facts.context == "pool" for one in node.arguments) and not self.known.found(node).most:
            why = "there can never be anything to select here"
        if why:
            self.report(path, "selects-nothing", why)
        if sort is AMOUNT:
            least, most = self.known.amount(node)
            if not -MOST_AMOUNT <= least <= most <= MOST_AMOUNT:
                reached = most if most > MOST_AMOUNT else least
                message = f"this number can be {reached}; numbers from {-MOST_AMOUNT} to {MOST_AMOUNT} will do"
                self.report(path, "too-great", message)


# ---- signs


def unsigned(whole: Whole, key: Key, path: DataPath, data: Any) -> Iterator[Problem]:
    """Numbers under `by` within plain data that are written without a sign, so that a lost minus is not seen (T-4)."""
    for name, item in parts(data):
        if name == "by" and type(item) is int:
            yield from sign_problem(whole, key, (*path, name))
        else:
            yield from unsigned(whole, key, (*path, name), item)


def sign_problem(whole: Whole, key: Key, path: DataPath) -> Iterator[Problem]:
    """The problem of a number without a sign, if it has none."""
    found = _UNSIGNED.match(whole.entries[key].origin.written(path))
    if found:
        message = f"a move is written with its sign: +{found[0]} or -{found[0]}"
        yield whole.problem(key, path, "unsigned-move", message, rule="T-4", severity="warning")


_UNSIGNED: Final = re.compile("[1-9][0-9]*")


# ---- length


def endless(whole: Whole) -> Iterator[Problem]:
    """An icon that resolves icons could resolve itself for ever."""
    for key, card in whole.cards("icon"):
        for path in _resolves(card["effect"], ("effect",)):
            user = next(
                (gift[1] for gift, data in whole.cards("gift") if any(key[1] in use for use in data["icons"])), None
            )
            through = f" -> gift {user!r}" if user else ""
            chain = f"icon {key[1]!r}{through} -> resolve{through} -> icon {key[1]!r}"
            message = f"an icon must not resolve icons, or an effect need not end: {chain}"
            yield whole.problem(key, path, "endless", message, at_key=True)


def _resolves(data: Any, path: DataPath) -> Iterator[DataPath]:
    for key, item in parts(data):
        if key in OPS and OPS[key].starts_a_gift:
            yield (*path, key)
        yield from _resolves(item, (*path, key))


def too_long(whole: Whole) -> Iterator[Problem]:
    """Effects that could take too many steps. Asked only of a set that is otherwise in order."""
    rules: Any = ruleset_from(RulesetData, whole.source, known=({"none": ""}, "none"))
    trees = trees_of(rules)
    gifts = {program: bound(rules, steps, 0) for program, steps in trees.items() if program.startswith("gift/")}
    longest = max(gifts, key=lambda program: gifts[program], default="")
    places: dict[str, tuple[Key, DataPath]] = {effect.program: (effect.key, effect.path) for effect in effects(whole)}
    places |= {program: (("gift", program.partition("/")[2]), ("icons",)) for program in gifts}
    for program, steps in trees.items():
        resolving = gifts.get(longest, 0) + 1
        sizes = [bound(rules, do, resolving) for do in answers_in(steps)]
        size = max([gifts.get(program) or bound(rules, steps, resolving), *sizes])
        if size > MOST_STEPS:
            chain = f"{program} -> resolve -> {longest}" if _resolving(steps) else program
            key, path = places[program]
            message = f"{chain}: this could take {size} steps; at most {MOST_STEPS} will do"
            yield whole.problem(key, path, "too-many-steps", message)


def _resolving(steps: Sequence[Any]) -> bool:
    return any(part.starts_a_gift for step in steps for part in walk(step))
