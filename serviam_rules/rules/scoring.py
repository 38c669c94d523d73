"""Final scoring and the winners: F-1 to F-4, O-13."""

from __future__ import annotations

from serviam_rules.effects import vm
from serviam_rules.effects.force import comes_in
from serviam_rules.effects.link import tables
from serviam_rules.effects.running import Emit
from serviam_rules.effects.tables import TIE, Tables
from serviam_rules.events import CardResolved, GameEnded, PhaseBegan
from serviam_rules.kinds import LASTING
from serviam_rules.model import Ruleset
from serviam_rules.state import Draft, Outcome
from serviam_rules.values import BAZZI_BETTI, FrozenMap, Side


def score(draft: Draft, emit: Emit) -> None:
    """Count each item of the scoring for each player, in the set's order (F-1, F-2, F-4); name the winners (F-3)."""
    PhaseBegan.tell(draft, emit, "scoring")
    GameEnded.tell(draft, emit, outcome(draft, counted(draft, emit)))


def counted(draft: Draft, emit: Emit) -> dict[str, tuple[int, ...]]:
    """Count all items, and what each gives each side; what lasting rules give comes after those of the set."""
    added = {item.id: _count(draft, f"scoring/{item.id}", emit) for item in draft.ruleset.numbers.scoring}
    return added | {LASTING: _count_rules(draft, emit)} if counts_rules(draft.ruleset) else added


def counts_rules(rules: Ruleset) -> bool:
    """Whether lasting rules can answer the final scoring."""
    known: Tables = tables(rules)
    return known.lasting is not None and ("answer", "scoring") in known.lasting.about


def _count_rules(draft: Draft, emit: Emit) -> tuple[int, ...]:
    """What the rules that hold give at the final scoring, after its items."""
    sides: list[Side] = [*range(len(draft.players)), *([BAZZI_BETTI] if draft.bazzi_betti else [])]
    before = [draft.side(side).vp for side in sides]
    for one, _ in [*comes_in(draft, [("answer", "scoring")])]:
        rule, laid = one.rule, one.as_laid
        CardResolved.tell(draft, emit, rule.program, one.side, laid.target)
        carry_out = draft.ruleset.tables.functions.resume[rule.program, rule.position + 1]
        ended = carry_out(draft, emit, one.side, laid.target, laid.place, laid.answers)
        assert ended, "an answer to the scoring must not ask; the check of the cards sees to that"
    return tuple(draft.side(side).vp - vp for side, vp in zip(sides, before, strict=True))


def _count(draft: Draft, program_id: str, emit: Emit) -> tuple[int, ...]:
    """What one item gives each seat, within the limits of C-7. Bazzi-Betti has no gifts and scores nothing (O-13)."""
    before = [player.vp for player in draft.players]
    for seat in range(len(draft.players)):
        ended = vm.start(draft, program_id, seat, emit)
        assert ended, "an item of the scoring must not ask; the check of the set sees to that"
    given = [player.vp - vp for player, vp in zip(draft.players, before, strict=True)]
    return (*given, 0) if draft.bazzi_betti else tuple(given)


def outcome(draft: Draft, added: dict[str, tuple[int, ...]]) -> Outcome:
    """The most VP win; the tied compare conspiracy-marked gifts in their rows, and the still tied all win (F-3)."""
    sides: list[Side] = list(range(len(draft.players)))
    if draft.bazzi_betti is not None:
        sides.append(BAZZI_BETTI)
    tie = tables(draft.ruleset).functions.look[TIE]
    vp = [draft.side(side).vp for side in sides]
    ties = [tie(draft, side, None, None) for side in sides]
    standing = list(zip(vp, ties, strict=True))
    ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
    winners: tuple[Side, ...] = tuple(side for side, rank in zip(sides, ranks, strict=True) if rank == 1)
    return Outcome(winners, tuple(vp), tuple(ties), ranks, FrozenMap(added))
