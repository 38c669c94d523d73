"""Numbers for learning: actions and observations of a ruleset, in spaces that never change their size.

    >>> spaces = Spaces(rules)
    >>> spaces.mask(seen)  # one number for each of `spaces.actions`: 1 if it is legal now
    >>> spaces.observe(seen)  # {"vp": (3, 0, 0, 0, 0), "hand": (...), ...}, as `spaces.fields` describe them
    >>> spaces.vector(seen)  # the same, scaled to 0..1, in a row of `spaces.size` numbers
    >>> spaces.action(seen, number)  # the action of a number, and `spaces.number(seen, action)` the other way

All of it is worked out from a view, so nothing hidden is in it. Seats count from the viewer: 0 is the own one, 1 plays
next, and so on; Bazzi-Betti come last, after as many seats as the ruleset has at most. The numbering follows from the
ruleset and `FORMAT` alone; `stamp` names both. Nothing here needs numpy; what is returned goes into `numpy.array`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from types import MappingProxyType
from typing import Any, Final, TypeAlias, get_args

from serviam_rules.actions import Action, Offer, Pass
from serviam_rules.effects.link import tables
from serviam_rules.errors import UsageError, shortened
from serviam_rules.model import Ruleset
from serviam_rules.rules import arrange, phases
from serviam_rules.state import (
    BazziBettiView,
    BranchRef,
    CardRef,
    GiftRef,
    Option,
    PlaceRef,
    PlayerRef,
    PlayerView,
    Ref,
    StopRef,
    View,
)
from serviam_rules.values import ARRANGEMENTS, BAZZI_BETTI, Side, value

#: Which numbering this is; it changes when the same ruleset would be numbered otherwise.
FORMAT: Final = 1
#: How many branches of one step can be told apart. A card has two or three.
BRANCHES: Final = 32
#: The last word of the vocabularies of prompts, kinds and sources: whatever no program of the ruleset says itself.
OTHER: Final = "other"

#: What a block of action numbers stands for, and how many of each there are.
Axes: TypeAlias = tuple[str, ...]


@value
class Field:
    """A part of an observation: whole numbers from `low` to `high`, one for each combination of what its axes list.

    The last axis varies fastest. An axis is a key of `Spaces.vocabularies`; a field without one is a single number.
    """

    name: str
    axes: Axes
    shape: tuple[int, ...]
    low: int
    high: int
    doc: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


@value
class Block:
    """Action numbers `start` to `start + size - 1`: one for each combination of what its axes list."""

    name: str
    axes: Axes
    start: int
    size: int


class Spaces:
    """The numbering of one ruleset. Making it takes some milliseconds; it can be shared by any number of games."""

    def __init__(self, rules: Ruleset) -> None:
        if not isinstance(rules, Ruleset):
            raise UsageError(f"spaces are those of what load_ruleset() returns, not of {type(rules).__name__}")
        self.rules: Final = rules
        self.vocabularies: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(_vocabularies(rules))
        self.at: Final = {name: {word: n for n, word in enumerate(words)} for name, words in self.vocabularies.items()}
        self.blocks: Final[tuple[Block, ...]] = tuple(self._numbered())
        self.start: Final = {block.name: block.start for block in self.blocks}
        self.actions: Final[int] = self.blocks[-1].start + self.blocks[-1].size
        self.fields: Final[tuple[Field, ...]] = tuple(self._fields())
        self.size: Final[int] = sum(field.size for field in self.fields)

    @property
    def stamp(self) -> str:
        """What numbers of these spaces mean something with: the numbering and the ruleset's fingerprint."""
        return f"{FORMAT}/{self.rules.fingerprint}"

    # --- actions ---

    def number(self, seen: View, action: Action) -> int:
        """The number of an action, 0 to `actions - 1`. UsageError for one that is not legal in this view."""
        if action not in seen.legal_actions:
            raise UsageError(f"{shortened(action)} is not legal in this view, so it has no number")
        return self._number(seen, action)

    def action(self, seen: View, number: int) -> Action:
        """The action of a number. UsageError if no legal action of this view has it."""
        for action, its in zip(seen.legal_actions, self.legal(seen), strict=True):
            if its == number:
                return action
        raise UsageError(f"{shortened(number)} is the number of no legal action in this view")

    def legal(self, seen: View) -> tuple[int, ...]:
        """The numbers of `seen.legal_actions`, in their order."""
        return tuple([self._number(seen, action) for action in seen.legal_actions])

    def mask(self, seen: View) -> tuple[int, ...]:
        """For each action number, 1 if it is legal in this view, else 0."""
        mask = [0] * self.actions
        for number in self.legal(seen):
            mask[number] = 1
        return tuple(mask)

    def name(self, number: int) -> str:
        """What a number stands for: `offer demon 4`, `place 1 3`, `pass`. UsageError for a number that none has."""
        for block in self.blocks:
            if type(number) is int and block.start <= number < block.start + block.size:
                words: list[str] = []
                left = number - block.start
                for axis in reversed(block.axes):
                    left, at = divmod(left, len(self.vocabularies[axis]))
                    words.append(self.vocabularies[axis][at])
                return " ".join([block.name, *reversed(words)])
        raise UsageError(f"{shortened(number)} is no number of an action: these go from 0 to {self.actions - 1}")

    def _number(self, seen: View, action: Action) -> int:
        if isinstance(action, Pass):
            return self.start["pass"]
        if isinstance(action, Offer):
            return self.start["offer"] + self.at["gift"][action.gift] * len(self.at["own place"]) + action.slot
        assert seen.decision is not None
        return self.of_ref(seen, seen.decision.options[action.option].ref)

    def of_ref(self, seen: View, ref: Ref) -> int:
        """The number of choosing what a ref names."""
        at, start = self.at, self.start
        if isinstance(ref, PlaceRef):
            return start["place"] + self.side(seen, ref.side) * len(at["place"]) + ref.slot
        if isinstance(ref, GiftRef):
            return start["gift"] + self.side(seen, ref.seat) * len(at["gift"]) + at["gift"][ref.gift]
        if isinstance(ref, PlayerRef):
            return start["player"] + self.side(seen, ref.side)
        if isinstance(ref, BranchRef):
            if ref.branch >= BRANCHES:
                raise UsageError(f"branch {ref.branch} of a step has no number: {BRANCHES} have")
            return start["branch"] + ref.branch
        if isinstance(ref, CardRef):
            return start["card"] + at["gift"][ref.gift]
        if isinstance(ref, StopRef):
            return start["stop"]
        return start["powerholder"] + at["powerholder"][ref]

    def side(self, seen: View, side: Side) -> int:
        """Where a side sits, counted from the viewer (a spectator counts from seat 0); Bazzi-Betti last."""
        if side == BAZZI_BETTI:
            return len(self.at["seat"])
        assert isinstance(side, int)
        return (side - (seen.seat or 0)) % len(seen.players)

    def _numbered(self) -> Iterator[Block]:
        start = 0
        blocks: dict[str, Axes] = {
            "pass": (),
            "offer": ("gift", "own place"),
            "powerholder": ("powerholder",),
            "place": ("side", "place"),
            "gift": ("seat", "gift"),
            "player": ("side",),
            "branch": ("branch",),
            "card": ("gift",),
            "stop": (),
        }
        for name, axes in blocks.items():
            size = prod(len(self.vocabularies[axis]) for axis in axes)
            yield Block(name, axes, start, size)
            start += size

    # --- observations ---

    def observe(self, seen: View) -> dict[str, tuple[int, ...]]:
        """What a view tells, by the name of the field, each as a flat row of whole numbers."""
        if type(seen) is not View:
            raise UsageError(f"an observation is one of a View, not of {type(seen).__name__}")
        if seen.ruleset != self.rules:
            raise UsageError("these spaces are those of another ruleset than the view's")
        found = _Observation(self, seen).found
        return {name: tuple(numbers) for name, numbers in found.items()}

    def vector(self, seen: View) -> tuple[float, ...]:
        """The same as one row of `size` numbers from 0 to 1: the fields in order, each scaled from low..high."""
        found = self.observe(seen)
        scaled: list[float] = []
        for field in self.fields:
            low, span = field.low, field.high - field.low
            numbers = found[field.name]
            scaled += numbers if low == 0 and span == 1 else [(number - low) / span for number in numbers]
        return tuple(scaled)

    def described(self) -> dict[str, Any]:
        """All of it as plain data, for a file beside what has been learnt."""
        fields = [
            {"name": one.name, "axes": list(one.axes), "shape": list(one.shape), "low": one.low, "high": one.high}
            for one in self.fields
        ]
        blocks = [
            {"name": one.name, "axes": list(one.axes), "start": one.start, "size": one.size} for one in self.blocks
        ]
        words = {name: list(words) for name, words in self.vocabularies.items()}
        return {"stamp": self.stamp, "actions": blocks, "fields": fields, "vocabularies": words}

    def _fields(self) -> Iterator[Field]:
        numbers = self.rules.numbers
        seats = numbers.players.most
        counts = dict.fromkeys(self.rules.gifts, 0)
        for gift in [*tables(self.rules).gift_deck, *numbers.hand.given * seats]:
            counts[gift] += 1
        gifts, copies = sum(counts.values()), max(1, *counts.values())
        spaces = [tables(self.rules).values[n] for n in range(len(self.rules.powerholders))]
        longest = max(1, *(len(track) - 1 for track in spaces))
        values = [number for track in spaces for number in track]
        bounds = {
            "yes": (0, 1),
            "vp": (numbers.vp.least, max(numbers.vp.most, numbers.vp.least + 1)),
            "turns": (0, numbers.turn.turns),
            "cards": (0, max(gifts, len(self.rules.powerholders), 1)),
            "copies": (0, copies),
            "space": (0, longest),
            "influence": (min(values), max(*values, min(values) + 1)),
            "amount": (-longest, longest),
            "place": (0, max(1, numbers.row.places)),
        }
        for name, (axes, bound, doc) in _FIELDS.items():
            shape = tuple(len(self.vocabularies[axis]) for axis in axes)
            yield Field(name, axes, shape, *bounds[bound], doc)


def _vocabularies(rules: Ruleset) -> dict[str, tuple[str, ...]]:
    """What every axis lists, in its order."""
    numbers, programs = rules.numbers, tables(rules).programs
    seats = tuple(str(seat) for seat in range(numbers.players.most))
    width = max(numbers.row.places, 0 if numbers.solo is None else numbers.solo.row)
    asked = {step.asks.prompt for program in programs.values() for step in _questions(program.code)}
    kinds = [option.type for option in get_args(Option)]
    found = {
        "seat": seats,
        "side": (*seats, BAZZI_BETTI),
        "powerholder": tuple(rules.powerholders),
        "gift": tuple(rules.gifts),
        "rival": tuple(rules.rivals),
        "own place": tuple(str(slot) for slot in range(numbers.row.places)),
        "place": tuple(str(slot) for slot in range(width)),
        "branch": tuple(str(branch) for branch in range(BRANCHES)),
        "phase": phases.names(),
        "arrangement": ARRANGEMENTS,
        "difficulty": () if numbers.solo is None else tuple(numbers.solo.difficulties),
        "kind": (*kinds, OTHER),
        "prompt": (*sorted(asked | {arrange.PROMPT}), OTHER),
        "source": (*programs, arrange.SOURCE, OTHER),
    }
    choices = [
        *(f"powerholder {who}" for who in found["powerholder"]),
        *(f"place {side} {slot}" for side in found["side"] for slot in found["place"]),
        *(f"gift {seat} {gift}" for seat in found["seat"] for gift in found["gift"]),
        *(f"player {side}" for side in found["side"]),
        *(f"branch {branch}" for branch in found["branch"]),
        *(f"card {gift}" for gift in found["gift"]),
        "stop",
    ]
    return {**found, "choice": tuple(choices)}


def _questions(code: Iterable[Any]) -> list[Any]:
    """The instructions that ask."""
    return [step for step in code if hasattr(step, "asks")]


#: Every field: its axes, its bounds, what it says. `_Observation` fills them in.
_FIELDS: Final[Mapping[str, tuple[Axes, str, str]]] = {
    "present": (("side",), "yes", "who plays"),
    "arrangement": (("arrangement",), "yes", "how rows were laid out (S-7)"),
    "difficulty": (("difficulty",), "yes", "of the solo game (O-5)"),
    "phase": (("phase",), "yes", "the phase under way"),
    "active": (("seat",), "yes", "whose turn it is"),
    "to_act": (("seat",), "yes", "whose action is awaited"),
    "laid": ((), "place", "how many places of the row being laid out are laid out (S-7)"),
    "passed": ((), "yes", "whether the active player has passed (T-12)"),
    "turns_taken": (("seat",), "turns", "turns that each has behind"),
    "vp": (("side",), "vp", "victory points"),
    "space": (("powerholder",), "space", "where each marker stands, from the left end"),
    "influence": (("powerholder",), "influence", "the value of that space (C-2)"),
    "hand": (("gift",), "copies", "the own hand"),
    "hand_size": (("seat",), "cards", "how many gifts each holds"),
    "known_hand": (("seat", "gift"), "copies", "gifts that everybody knows to be in a hand"),
    "not_letters": (("seat",), "cards", "how many others of a hand cannot be threat letters"),
    "stale": (("seat",), "cards", "how many others of a hand are older than the gift deck (T-11)"),
    "row": (("side", "place", "powerholder"), "yes", "who lies where, as far as the viewer knows"),
    "face_up": (("side", "place"), "yes", "which of them lie face up"),
    "pile": (("side", "place", "gift"), "copies", "gifts that lie on a place"),
    "topmost": (("side", "place", "gift"), "yes", "the last of them (D-4)"),
    "deck_size": (("side",), "cards", "powerholders in each deck"),
    "deck_top": (("side", "powerholder"), "yes", "the top card of a deck, if it lies open"),
    "known_deck": (("side", "powerholder"), "yes", "cards that everybody knows to be in a deck"),
    "gift_deck": ((), "cards", "cards in the gift deck"),
    "discard": (("gift",), "copies", "discarded gifts"),
    "stale_gifts": (("gift",), "copies", "what hands held together when the discards became the gift deck (T-11)"),
    "unseen": (("gift",), "copies", "gifts that the viewer cannot place: in the deck or in another hand"),
    "rival": (("rival",), "yes", "the rival that lies open"),
    "rival_top": (("rival",), "yes", "the top card of the rival deck, if it lies open"),
    "hidden_rivals": (("rival",), "yes", "rivals in the rival deck"),
    "offered": (("gift",), "yes", "what has been offered this turn"),
    "offered_at": (("own place",), "yes", "on which place of the active player's row"),
    "recipient": (("powerholder",), "yes", "to whom (T-17)"),
    "kind": (("kind",), "yes", "of the pending choice: what its options are"),
    "prompt": (("prompt",), "yes", "of the pending choice: the word of the step that asks"),
    "source": (("source",), "yes", "of the pending choice: the program that asks"),
    "amount": ((), "amount", "of the pending choice: by how much the chosen one moves, at most the length of a track"),
    "running": (("source",), "yes", "programs that wait"),
    "chosen": (("choice",), "yes", "what has been chosen in them so far"),
}


class _Observation:
    """The fields of one view, being filled in."""

    def __init__(self, spaces: Spaces, seen: View) -> None:
        self.seen = seen
        self.spaces = spaces
        self.fields = {field.name: field for field in spaces.fields}
        self.found = {name: [field.low if field.low > 0 else 0] * field.size for name, field in self.fields.items()}
        self.found["vp"] = [self.fields["vp"].low] * self.fields["vp"].size
        self._table()
        for player in seen.players:
            self._player(player)
        if seen.bazzi_betti is not None:
            self._family(seen.bazzi_betti, BAZZI_BETTI)
        self._cards()
        self._turn()

    def put(self, name: str, number: int, *at: int) -> None:
        """Write a number, no further from the others than the field's bounds."""
        field, place = self.fields[name], 0
        for position, size in zip(at, field.shape, strict=True):
            place = place * size + position
        self.found[name][place] = min(max(number, field.low), field.high)

    def mark(self, name: str, word: str | None, *at: int) -> None:
        """Write a 1 at a word of the field's last axis, if there is one."""
        if word is not None:
            words = self.spaces.at[self.fields[name].axes[-1]]
            self.put(name, 1, *at, words[word] if word in words else words[OTHER])

    def count(self, name: str, gifts: Sequence[str], *at: int) -> None:
        """Write how often each gift is there."""
        for gift in dict.fromkeys(gifts):
            self.put(name, gifts.count(gift), *at, self.spaces.at["gift"][gift])

    def _table(self) -> None:
        seen = self.seen
        self.mark("arrangement", seen.arrangement)
        self.mark("difficulty", seen.difficulty)
        self.mark("phase", seen.phase)
        if seen.active < len(seen.players):
            self.put("active", 1, self.spaces.side(self.seen, seen.active))
        if seen.to_act is not None:
            self.put("to_act", 1, self.spaces.side(self.seen, seen.to_act))
        self.put("laid", seen.laid)
        self.put("passed", int(seen.passed))
        for at, (who, space) in enumerate(seen.markers.items()):
            self.put("space", space, at)
            self.put("influence", seen.influence(who), at)

    def _player(self, player: PlayerView) -> None:
        at = self.spaces.side(self.seen, player.seat)
        self.put("turns_taken", player.turns_taken, at)
        self.put("hand_size", len(player.hand), at)
        self.count("known_hand", player.known_hand, at)
        self.put("not_letters", player.not_letters, at)
        self.put("stale", player.stale, at)
        self._family(player, player.seat)

    def _family(self, family: PlayerView | BazziBettiView, side: Side) -> None:
        at = self.spaces.side(self.seen, side)
        self.put("present", 1, at)
        self.put("vp", family.vp, at)
        for slot, place in enumerate(family.row):
            self.mark("row", place.powerholder, at, slot)
            self.put("face_up", int(place.face_up), at, slot)
            if place.gifts:
                self.count("pile", place.gifts, at, slot)
                self.mark("topmost", place.gifts[-1], at, slot)
        self.put("deck_size", len(family.deck), at)
        if family.deck:
            self.mark("deck_top", family.deck[0], at)
        for who in family.known_deck:
            self.mark("known_deck", who, at)

    def _cards(self) -> None:
        seen = self.seen
        self.count("hand", seen.own_hand)
        self.put("gift_deck", len(seen.gift_deck))
        self.count("discard", seen.gift_discard)
        self.count("stale_gifts", seen.stale_gifts)
        self.count("unseen", seen.unseen)
        self.mark("rival", seen.rival)
        if seen.rival_deck:
            self.mark("rival_top", seen.rival_deck[0])
        for rival in seen.hidden_rivals:
            self.mark("hidden_rivals", rival)

    def _turn(self) -> None:
        seen, asked = self.seen, self.seen.decision
        if seen.offering is not None:
            self.mark("offered", seen.offering.gift)
            self.put("offered_at", 1, seen.offering.slot)
            self.mark("recipient", seen.offering.recipient)
        if asked is not None:
            self.mark("kind", asked.kind)
            self.mark("prompt", asked.prompt)
            self.mark("source", asked.source)
            self.put("amount", asked.amount or 0)
        first = self.spaces.start["powerholder"]
        for frame in seen.frames:
            self.mark("running", frame.program)
            for answer in frame.answers:
                for ref in answer if isinstance(answer, tuple) else () if answer is None else (answer,):
                    if not isinstance(ref, int):
                        self.put("chosen", 1, self.spaces.of_ref(seen, ref) - first)
