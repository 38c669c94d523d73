"""The instruction set: ten instructions, each with its meaning. Layer 4.

Every one carries itself out and returns the position that comes next. `Ask` and `Branch` may return PAUSE
because a player has to choose, `Call` SUSPENDED because what it started waits for one.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias, cast

from serviam_rules.effects.conditions import Condition
from serviam_rules.effects.env import Env
from serviam_rules.effects.op import Op
from serviam_rules.effects.selectors import Finds, First, One, pool_of
from serviam_rules.events import ChoiceImpossible, ChoiceMade
from serviam_rules.program import PAUSE, SUSPENDED
from serviam_rules.state import BranchRef, GiftOption, GiftRef, Option, Ref
from serviam_rules.values import Seat, value


class Starts(Protocol):
    """A step that starts another effect; False if that waits for a player."""

    def start(self, env: Env) -> bool: ...


@value
class Ask:
    """answers[answer] := one of what `selector` finds, chosen by a player; settled here if at most one (T-16)."""

    answer: int
    kind: str
    selector: One
    prompt: str
    #: The options, where they are always the same.
    ready: tuple[Option, ...] | None = None

    def refs(self, env: Env) -> tuple[Ref, ...]:
        """What can be chosen. Of several hands only the first with a possibility, or one would look into another's."""
        found = pool_of(self.selector, env)
        if self.kind != "gift" or not found or not isinstance(found[0], GiftRef):
            return found
        return tuple(ref for ref in found if isinstance(ref, GiftRef) and ref.seat == found[0].seat)

    def seat(self, env: Env, refs: tuple[Ref, ...]) -> Seat:
        """Whoever's hand it is chooses from it; all else is chosen by whoever resolves the effect."""
        return refs[0].seat if refs and isinstance(refs[0], GiftRef) else env.decider()

    def options(self, env: Env, refs: tuple[Ref, ...]) -> tuple[Option, ...]:
        return self.ready or tuple(env.option(ref) for ref in refs)

    def do(self, env: Env, position: int) -> int:
        return settle(self, env, position)


@value
class Branch:
    """answers[answer] := one of several things to do, chosen by a player (T-18); settled here if at most one (T-16)."""

    answer: int
    branches: tuple[tuple[Condition | None, One | None], ...]
    prompt: str
    kind = "branch"

    def refs(self, env: Env) -> tuple[Ref, ...]:
        open_ = [at for at, (when, _) in enumerate(self.branches) if when is None or when.holds(env)]
        able = [at for at in open_ if (first := self.branches[at][1]) is None or pool_of(first, env)]
        return tuple(BranchRef(at) for at in able or open_)

    def seat(self, env: Env, refs: tuple[Ref, ...]) -> Seat:
        return env.decider()

    def options(self, env: Env, refs: tuple[Ref, ...]) -> tuple[Option, ...]:
        return tuple(env.option(ref) for ref in refs)

    def do(self, env: Env, position: int) -> int:
        return settle(self, env, position)


Question: TypeAlias = Ask | Branch


def settle(question: Question, env: Env, position: int) -> int:
    """Make a choice that has no possibility or exactly one; leave any other to a player (T-16)."""
    refs = question.refs(env)
    if len(refs) > 1:
        env.found = refs
        return PAUSE
    if refs:
        answer(question, env, question.options(env, refs)[0], question.seat(env, refs), by_engine=True)
    else:
        env.answers[question.answer] = None
        env.emit(ChoiceImpossible(env.decider(), question.prompt, question.kind, env.program.id))
    return position + 1


def answer(question: Question, env: Env, option: Option, seat: Seat, *, by_engine: bool) -> None:
    """Take an option as the answer, and report it. A gift of a hand is its owner's to see, until it is laid down."""
    env.answers[question.answer] = option.ref
    private = False
    if isinstance(option, GiftOption):
        private = True
        env.private = (*env.private, option)
    env.emit(ChoiceMade(seat, question.prompt, option, by_engine, private))


@value
class Switch:
    """Go to the branch that was chosen, or to `otherwise` if none was."""

    answer: int
    targets: tuple[int, ...]
    otherwise: int

    def do(self, env: Env, position: int) -> int:
        chosen = cast("BranchRef | None", env.answers[self.answer])
        return self.otherwise if chosen is None else self.targets[chosen.branch]


@value
class Find:
    """answers[answer] := the first of what `selector` finds, or nothing; nobody is asked."""

    answer: int
    selector: First

    def do(self, env: Env, position: int) -> int:
        found = self.selector.find(env)
        env.answers[self.answer] = found[0] if found else None
        return position + 1


@value
class Run:
    """Carry out the step."""

    op: Op

    def do(self, env: Env, position: int) -> int:
        self.op.run(env)
        return position + 1


@value
class Call:
    """Carry out a step that starts another effect, and go on when that has ended."""

    op: Starts

    def do(self, env: Env, position: int) -> int:
        return position + 1 if self.op.start(env) else SUSPENDED


@value
class Jump:
    """Go on at `to`."""

    to: int

    def do(self, env: Env, position: int) -> int:
        return self.to


@value
class Unless:
    """Go on at `to` unless the condition holds."""

    condition: Condition
    to: int

    def do(self, env: Env, position: int) -> int:
        return position + 1 if self.condition.holds(env) else self.to


@value
class Collect:
    """answers[answer] := everything the collection holds now, in order. Gifts of hands are shown, every copy."""

    answer: int
    collection: Finds

    def do(self, env: Env, position: int) -> int:
        found = cast("tuple[Ref, ...]", tuple(self.collection.find(env)))
        for ref in found:
            if isinstance(ref, GiftRef):
                env.show(ref.seat, ref.gift, env.hand(ref.seat).count(ref.gift))
        env.answers[self.answer] = found
        return position + 1


@value
class Next:
    """Take the next of the things collected into answers[item]; when there is none, go on at `end`."""

    items: int
    item: int
    end: int

    def do(self, env: Env, position: int) -> int:
        left = cast("tuple[Ref, ...]", env.answers[self.items])
        if not left:
            return self.end
        env.answers[self.item] = left[0]
        env.answers[self.items] = left[1:]
        return position + 1
