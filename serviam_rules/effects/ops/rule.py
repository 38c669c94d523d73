"""A rule is laid down that holds for a while."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from serviam_rules.effects.known import Idle, Known
from serviam_rules.effects.lasting import RuleWord
from serviam_rules.effects.node import RULE, STEP, UNTIL, Node, Path, part, word
from serviam_rules.effects.op import CompilesTo, CostsOf, Looks, Op


@word("rule", STEP)
class Rule(Op):
    doc = (
        "From now on this rule holds, until it ends. It is yours, and it is about what this step means by `target` and "
        "by names given before. At most forty can hold at a time; another one is not laid down then."
    )

    rule: RuleWord = part(RULE, "the rule")
    until: Node = part(UNTIL, "when it ends")

    examples: ClassVar[dict[str, str]] = {
        "{rule: {prevent: {moves_left: target}}, until: next_turn}":
            "until your next turn begins, moves to the left do not move the recipient",
        "{rule: {repeat: offers}, until: once}": "the icons of the next gift you offer are carried out twice",
    }  # fmt: skip

    def look(self, at: Looks, path: Path) -> None:
        at.lasting(self, path)

    def idle(self, known: Known) -> Iterator[Idle]:
        core: Any = self.rule.core
        if core.tag == "add" and not core.more:
            yield Idle("rule", "it adds 0")

    def compile(self, compiler: CompilesTo) -> None:
        compiler.lay(self)

    def cost(self, costs: CostsOf) -> int:
        return 1 + sum(part.answers for part in _asked(self.rule))


def _asked(node: Node) -> Iterator[Node]:
    """A rule and everything in it that is settled when it is laid down: all but what it answers with."""
    yield node
    for argument in node.arguments:
        inside = getattr(node, argument.name)
        if isinstance(inside, Node):
            yield from _asked(inside)
