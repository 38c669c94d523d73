"""The compiled effect of a card, instruction by instruction, in words."""

from __future__ import annotations

from typing import Any

from serviam_rules.effects import instructions as known
from serviam_rules.effects.link import tables
from serviam_rules.effects.node import Node
from serviam_rules.effects.selectors import Held
from serviam_rules.program import Program
from tools.site.language import Language
from tools.site.markdown import code, table
from tools.site.ruleset import RULES


def listing(program_id: str, language: Language) -> str:
    """The program as a table: number, instruction, what it does. "" for one that does nothing."""
    program = tables(RULES).programs[program_id]
    if not program.code:
        return ""
    rows = [(str(at), type(step).__name__, _told(step, language)) for at, step in enumerate(program.code)]
    head = [language.say(f"program.{column}") for column in ("at", "instruction", "does")]
    return table(head, rows)


def bound(program_id: str) -> int:
    """The most instructions that the program can take."""
    program: Program = tables(RULES).programs[program_id]
    return program.bound


def _told(step: Any, language: Language) -> str:
    key = f"program.{type(step).__name__.lower()}"
    facts = {name: _shown(getattr(step, name), language) for name in _FACTS.get(type(step), ())}
    if isinstance(step, known.Ask):
        facts["of"] = _pool(step.selector, language)
        facts["kind"] = language.say(f"kind.{step.kind}")
    if isinstance(step, known.Branch):
        facts["count"] = str(len(step.branches))
    return language.say(key, **facts)


_FACTS: dict[type, tuple[str, ...]] = {
    known.Ask: ("answer",),
    known.Branch: ("answer",),
    known.Switch: ("answer", "targets", "otherwise"),
    known.Jump: ("to",),
    known.Unless: ("condition", "to"),
    known.Run: ("op",),
    known.Call: ("op",),
    known.Find: ("answer", "selector"),
    known.Collect: ("answer", "collection"),
    known.Next: ("items", "item", "after"),
}


def _shown(item: Any, language: Language) -> str:
    if isinstance(item, Node):
        return code(_written(item))
    if isinstance(item, tuple):
        return language.comma.join(map(str, item))
    return str(item)


def _pool(selector: Any, language: Language) -> str:
    shown = code(_written(selector.of))
    if selector.except_ is not None:
        shown = language.say("program.except", of=shown, left=code(_written(selector.except_)))
    return shown


def _written(node: Node) -> str:
    """A node as it would be written in YAML; an answer as `#0`."""
    return flow(_data(node))


def _data(item: Any) -> Any:
    if isinstance(item, Held):
        return f"#{item.answer}"
    if isinstance(item, tuple):
        return [_data(each) for each in item]
    if not isinstance(item, Node):
        return item
    if item.tag == "number":
        return getattr(item, item.arguments[0].name)
    written = {
        argument.key if at else item.tag: _data(getattr(item, argument.name))
        for at, argument in enumerate(item.arguments)
        if argument.required or at == 0 or getattr(item, argument.name) != argument.default
    }
    main = item.arguments[0] if item.arguments else None
    bare = main is None or (not main.required and getattr(item, main.name) == main.default)
    return item.tag if bare and len(written) <= 1 else written


def flow(data: Any) -> str:
    """Plain data as YAML in one line."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{key}: {flow(item)}" for key, item in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(map(flow, data)) + "]"
    if isinstance(data, bool):
        return str(data).lower()
    return str(data)
