"""One of several things is done."""

from __future__ import annotations

from typing import ClassVar

from serviam_rules.effects.node import BRANCH, CONDITION, STEP, Node, Path, integer, part, parts, word
from serviam_rules.effects.op import CompilesTo, CostsOf, Looks, Op
from serviam_rules.effects.source import Condition


@word("do", BRANCH)
class Do(Node):
    doc = "Steps that can be chosen, if `when` holds."

    steps: tuple[Op, ...] = parts(STEP, "the steps")
    when: Condition | None = part(CONDITION, "the condition under which they can be chosen", default=None)

    examples: ClassVar[dict[str, str]] = {"{do: [{draw: 1}], when: solo}": "in the solo game: draw 1 gift"}


@word("choose", STEP)
class ChooseOne(Op):
    doc = (
        "Do one of these, as the player likes, or so many `different` ones, one after another; one whose first choice "
        "has no possibility gives way (T-18)."
    )

    branches: tuple[Do, ...] = parts(BRANCH, "the things to choose from")
    different: int = integer("how many different ones", least=1, most=9, default=1)

    examples: ClassVar[dict[str, str]] = {
        "{choose: [{do: [{turn_up: {one: face_down}}]}, {do: [{move: {one: anyone}, by: +1}]}]}":
            "do one: turn up a face-down card of your row; or move any powerholder +1",
        "{choose: [{do: [{gain: 2}]}, {do: [{draw: 1}]}, {do: [{move: {one: anyone}, by: +1}]}], different: 2}":
            "do two different ones: gain 2 VP; draw a gift; or move any powerholder +1",
    }  # fmt: skip

    asks = True

    def look(self, at: Looks, path: Path) -> None:
        at.ask(path, self.tag)
        for number, branch in enumerate(self.branches):
            if branch.when is not None:
                at.condition(branch.when, (*path, "choose", number, "when"))
        for number, branch in enumerate(self.branches):
            with at.holding(branch.when, holds=True):
                at.steps(branch.steps, (*path, "choose", number, "do"))

    @property
    def possibilities(self) -> tuple[tuple[Op, ...], ...]:
        return tuple(branch.steps for branch in self.branches)

    def compile(self, compiler: CompilesTo) -> None:
        compiler.branches([(branch.when, branch.steps) for branch in self.branches], self.different)

    def cost(self, costs: CostsOf) -> int:
        most = sorted((costs.of(branch.steps) for branch in self.branches), reverse=True)[: self.different]
        return sum(3 + cost for cost in most)
