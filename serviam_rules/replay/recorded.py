"""What a replay file holds besides the beginning: the actions, and what playing them must agree with."""

from __future__ import annotations

from serviam_rules.actions import Action
from serviam_rules.from_json import MOST_DIGITS
from serviam_rules.model import Ruleset
from serviam_rules.replay.differences import changed_cards
from serviam_rules.replay.lines import Acted, Checkpoint, End, Header, LongNumber, Reader, out_of_order
from serviam_rules.state import Outcome
from serviam_rules.values import FrozenMap, value


@value
class Recorded:
    """What a file says that playing the game again must agree with.

    `marks` are those of the table after each action, the beginning first; `checkpoints` digests by step; `changed` the
    cards that are others now, none if the rules are the same.
    """

    marks: tuple[str, ...]
    checkpoints: FrozenMap[int, str]
    outcome: Outcome | None
    changed: tuple[str, ...]


def read_body(reader: Reader, header: Header, rules: Ruleset) -> tuple[list[Action], Recorded]:
    """Read everything after the header; nothing is played yet. FormatError with file and line for a damaged line."""
    actions: list[Action] = []
    marks = [header.mark]
    checkpoints: dict[int, str] = {}
    while True:
        line: Acted | Checkpoint | End = reader.read(Acted | Checkpoint | End)
        wanted = len(actions) + 1 if isinstance(line, Acted) else len(actions)
        at = line.steps if isinstance(line, End) else line.step
        if at != wanted:
            raise reader.error(out_of_order(wanted, at))
        if isinstance(line, End):
            break
        if isinstance(line, Checkpoint):
            checkpoints[at] = line.digest
        else:
            actions.append(line.action)
            marks.append(line.mark)
    reader.finish()
    changed = changed_cards(header.cards, rules)
    return actions, Recorded(tuple(marks), FrozenMap(checkpoints), line.outcome, changed)


def written_seed(seed: int | str) -> int | str | LongNumber:
    """A seed as it stands in a header."""
    if isinstance(seed, int) and len(str(seed)) > MOST_DIGITS:
        return LongNumber(str(seed))
    return seed


def read_seed(seed: int | str | LongNumber, reader: Reader) -> int | str:
    """The seed that stands in a header. FormatError if its digits are no long number."""
    if not isinstance(seed, LongNumber):
        return seed
    digits = seed.digits
    if not (digits.isascii() and digits.isdigit() and MOST_DIGITS < len(digits) < 40 and digits[0] != "0"):
        raise reader.error("seed.digits: a long whole number belongs here")
    return int(digits)
