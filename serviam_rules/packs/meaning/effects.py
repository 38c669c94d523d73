"""Every effect of the cards and the set: read, walked through, and measured. Layer 6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from serviam_rules.effects.node import STEP, GrammarError, Sort, parse, parse_steps
from serviam_rules.errors import Problem, Severity
from serviam_rules.packs.meaning.scenes import Scene, effects
from serviam_rules.packs.meaning.signs import unsigned
from serviam_rules.packs.meaning.static import Static
from serviam_rules.packs.meaning.walk import Walk
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.read import Key
from serviam_rules.schema.paths import DataPath


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
    Walk(scene, Static(whole.source, scene), report, check_id).effect(sort, tree, path)
    return found


_AT_KEYS = frozenset({"must-not-ask"})
