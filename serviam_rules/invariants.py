"""What holds of every state, as a table of checks; `check` says what does not.

Whatever `apply` makes of a state that passes passes again, and no action on it ends in anything but a new
state or an `IllegalAction`. So this is what a saved game has to show before it is played on, and what tests ask of
every state on their way.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, TypeAlias

from serviam_rules.effects import vm
from serviam_rules.effects.bounds import MOST_STEPS
from serviam_rules.effects.force import MOST_LAID
from serviam_rules.effects.instructions import (
    QUESTIONS,
    Acting,
    Ask,
    Begin,
    Branch,
    Call,
    Collect,
    Find,
    Gather,
    Jump,
    Lay,
    Lot,
    LotBranch,
    Next,
    Over,
    Pick,
    Picked,
    Run,
    Switch,
    Unless,
)
from serviam_rules.effects.known import MOST_AMOUNT
from serviam_rules.effects.link import tables
from serviam_rules.effects.node import walk
from serviam_rules.effects.op import Op
from serviam_rules.effects.tables import MOST_OPTIONS
from serviam_rules.effects.trees import effects
from serviam_rules.errors import CannotStart, unknown
from serviam_rules.kinds import LASTING
from serviam_rules.model import Ruleset
from serviam_rules.program import Program
from serviam_rules.rules import arrange, setup
from serviam_rules.rules.answers import LONGEST_CHAIN, MOST_WAITING
from serviam_rules.rules.phases import OVER, PHASES, Rest, rests
from serviam_rules.rules.scoring import counted, counts_rules, outcome
from serviam_rules.state import (
    BazziBetti,
    BranchRef,
    CardRef,
    Decision,
    Draft,
    Frame,
    GameState,
    GiftRef,
    Lasting,
    Offering,
    Outcome,
    Place,
    PlaceRef,
    Player,
    PlayerRef,
    Ref,
    StopRef,
    Waiting,
)
from serviam_rules.values import BAZZI_BETTI, LAID_OUT, Side, evolve, is_map

_RESTS: Final = {mode: rests(mode) for mode in PHASES}
_PHASES: Final = {mode: {phase.name: phase for phase in table} for mode, table in PHASES.items()}

#: Where it is, as in the JSON of the state, and what is wrong there.
Finding: TypeAlias = tuple[str, str]
Findings: TypeAlias = Iterator[Finding]
Check: TypeAlias = Callable[[GameState], Findings]


def check(state: GameState) -> list[str]:
    """Everything about a state that cannot be, each as `where: what`; [] for every state of a game."""
    found = [f"{where}: {what}" for where, what in findings(state)]
    if not found and state.decision != due(state):
        found.append("decision: it is not what the running effect asks for")
    return found


def findings(state: GameState) -> list[Finding]:
    """What cannot be about a state, its decision left aside. A group of checks that finds something is the last one."""
    tables(state.ruleset)
    for group in CHECKS:
        found = [finding for one in group for finding in one(state)]
        if found:
            return found
    return []


def due(state: GameState) -> Decision | None:
    """The choice that a state waits for, worked out anew."""
    if state.phase == arrange.ARRANGEMENT:
        return arrange.pending(state)
    return vm.pending(Draft.of(state))


# --- who plays what --------------------------------------------------------------------------------------------------


def mode(state: GameState) -> Findings:
    """The options are ones that can be asked for, and what the solo game adds is there in it alone (O-1, O-5)."""
    solo = state.mode == "solo"
    known = state.ruleset.numbers.solo
    if solo and known is None:
        yield "mode", "this ruleset has no solo game"
        return
    if solo and known and state.difficulty not in known.difficulties:
        yield "difficulty", _unknown("difficulty", state.difficulty or "", known.difficulties) + " [O-5]"
    if not solo and state.difficulty is not None:
        yield "difficulty", "only the solo game has one [O-5]"
    if solo != (state.bazzi_betti is not None):
        yield "bazzi_betti", f"in a {state.mode} game they {'play' if solo else 'do not play'} [O-1]"
    if not solo and (state.rival is not None or state.rival_deck or state.rival_deck_open):
        yield "rival", "only the solo game has rivals [O-4]"


def seats(state: GameState) -> Findings:
    """As many players as the set allows, each at its seat with a family of its own (S-2, O-1)."""
    rules = state.ruleset
    least, most = (1, 1) if state.mode == "solo" else (rules.numbers.players.least, rules.numbers.players.most)
    if not least <= len(state.players) <= most:
        yield "players", f"there are {len(state.players)}; from {least} to {most} can play [S-2]"
    for at, player in enumerate(state.players):
        if player.seat != at:
            yield f"players[{at}].seat", f"it is {player.seat}, but seats count from 0 [S-6]"
    families = [(where, owner.family) for where, _, owner in _sides(state)]
    for at, (where, family) in enumerate(families):
        if family not in rules.families:
            yield f"{where}.family", _unknown("family", family, rules.families)
        elif family in (other for _, other in families[:at]):
            yield f"{where}.family", f"{family} is played twice [S-2]"
    if state.bazzi_betti is not None and rules.numbers.solo and state.bazzi_betti.family != rules.numbers.solo.family:
        yield "bazzi_betti.family", f"it is {rules.numbers.solo.family} [O-1]"
    for key, seat in (("active", state.active), ("first", state.first)):
        if seat is not None and not 0 <= seat < len(state.players):
            yield key, f"{seat} is no seat of 0 to {len(state.players) - 1} [S-6]"
    if state.mode == "solo" and state.first != 0:
        yield "first", "in the solo game it is seat 0 [O-6]"


def rows(state: GameState) -> Findings:
    """Rows of the set's length (S-3, O-3), and markers on their tracks (C-2, T-6)."""
    numbers = state.ruleset.numbers
    for where, side, owner in _sides(state):
        places = numbers.solo.row if side == BAZZI_BETTI and numbers.solo else numbers.row.places
        if len(owner.row) != places:
            yield f"{where}.row", f"it has {len(owner.row)} places; a row has {places} [S-3]"
    for (who, track), space in zip(numbers.tracks.items(), state.spaces, strict=False):
        if not 0 <= space < len(track.spaces):
            yield f"markers.{who}", f"there is no space {space}; the track has 0 to {len(track.spaces) - 1} [T-6]"
    if len(state.spaces) != len(numbers.tracks):
        yield "markers", f"there are {len(state.spaces)} of {len(numbers.tracks)} [C-1]"


def vp(state: GameState) -> Findings:
    """VP within the set's limits (C-7)."""
    least, most = state.ruleset.numbers.vp.least, state.ruleset.numbers.vp.most
    for where, _, owner in _sides(state):
        if not least <= owner.vp <= most:
            yield f"{where}.vp", f"{owner.vp} is not from {least} to {most} [C-7]"


# --- every card is there, once ---------------------------------------------------------------------------------------


def gifts(state: GameState) -> Findings:
    """Every gift of the set, and what each player starts with, lies in exactly one place (C-4, S-5)."""
    rules = state.ruleset
    if sorted([gift for _, cards in _gifts(state) for gift in cards]) == _all_gifts(rules, len(state.players)):
        return
    lying: Counter[str] = Counter()
    for where, cards in _gifts(state):
        for at, gift in enumerate(cards):
            if gift not in rules.gifts:
                yield f"{where}[{at}]", _unknown("gift", gift, rules.gifts)
        lying.update(cards)
    there = Counter(setup.gift_deck(rules) + setup.given_gifts(rules) * len(state.players))
    for gift in rules.gifts:
        if lying[gift] != there[gift]:
            yield "gift_deck", f"{lying[gift]} copies of {gift} lie somewhere, and the game has {there[gift]} [C-4]"


@lru_cache(maxsize=64)
def _all_gifts(rules: Ruleset, players: int) -> list[str]:
    """Every gift of a game of so many players, by name."""
    return sorted(setup.gift_deck(rules) + setup.given_gifts(rules) * players)


def powerholders(state: GameState) -> Findings:
    """Every family holds each powerholder once, in its row or its deck (C-3, S-3)."""
    known = state.ruleset.powerholders
    everyone = sorted(known)
    for where, _, owner in _sides(state):
        if sorted([*owner.deck, *[place.powerholder for place in owner.row]]) == everyone:
            continue
        cards = [*((f"{where}.row[{at}].powerholder", place.powerholder) for at, place in enumerate(owner.row))]
        cards += ((f"{where}.deck[{at}]", card) for at, card in enumerate(owner.deck))
        yield from _each_once("powerholder", cards, known, f"{where}.deck", "C-3")


def rivals(state: GameState) -> Findings:
    """Every rival is the one face up or in the rival deck (C-6, O-4)."""
    if state.mode != "solo":
        return
    if (state.rival is None) != (state.phase == arrange.ARRANGEMENT):
        yield "rival", "one lies face up as soon as play begins [O-4]"
    cards = [("rival", state.rival)] if state.rival is not None else []
    cards += [(f"rival_deck[{at}]", card) for at, card in enumerate(state.rival_deck)]
    yield from _each_once("rival", cards, state.ruleset.rivals, "rival_deck", "C-6")


def piles(state: GameState) -> Findings:
    """Gifts lie on connections (F-4), on none of Bazzi-Betti's (O-13); the ends of a row are connections (S-3)."""
    ends = state.ruleset.numbers.row.face_up if state.phase != arrange.ARRANGEMENT else ()
    for where, side, owner in _sides(state):
        for slot, place in enumerate(owner.row):
            if place.gifts and not place.face_up:
                yield f"{where}.row[{slot}].gifts", "a card that lies face down holds no gifts [F-4]"
            if place.gifts and side == BAZZI_BETTI:
                yield f"{where}.row[{slot}].gifts", "Bazzi-Betti have no gifts [O-13]"
            if slot in ends and side != BAZZI_BETTI and not place.face_up:
                yield f"{where}.row[{slot}].face_up", "the ends of a row lie face up [S-3]"


# --- what everybody has seen -----------------------------------------------------------------------------------------


def known_hands(state: GameState) -> Findings:
    """What is known of a hand is true of it (S-4, S-5, D-3)."""
    letters = tables(state.ruleset).letters
    for player in state.players:
        where = f"players[{player.seat}]"
        unseen = [*player.hand]
        try:
            for gift in player.known_hand:
                unseen.remove(gift)
        except ValueError:
            yield f"{where}.known_hand", "there is a card in it that is not in the hand"
            continue
        harmless = min(sum([gift not in letters for gift in unseen]), state.ruleset.numbers.hand.dealt)
        if not 0 <= player.not_letters <= harmless:
            yield (
                f"{where}.not_letters",
                f"{player.not_letters} is not from 0 to {harmless}, so many others are no letters",
            )


def known_ages(state: GameState) -> Findings:
    """The gifts that are older than the gift deck can lie in the hands as everybody knows they do (T-11)."""
    if not state.stale_gifts and not any(player.stale for player in state.players):
        return
    others = [Counter(player.hand) - Counter(player.known_hand) for player in state.players]
    for player, unseen in zip(state.players, others, strict=True):
        if not 0 <= player.stale <= unseen.total():
            yield f"players[{player.seat}].stale", f"{player.stale} is not from 0 to {unseen.total()}, the other gifts"
            return
    shares = [player.stale for player in state.players]
    if sum(shares) != len(state.stale_gifts) or not _dealt(state.stale_gifts, others, shares):
        yield "stale_gifts", "these cannot be the gifts of the hands that the players' `stale` count"


def _dealt(cards: Sequence[str], holds: Sequence[Counter[str]], shares: Sequence[int]) -> bool:
    """Whether cards can be dealt so that each hand gets its share of them, and only cards it holds."""
    dealt: list[list[str]] = [[] for _ in shares]

    def give(card: str, tried: set[int]) -> bool:
        for hand, mine in enumerate(dealt):
            if hand in tried or mine.count(card) >= holds[hand][card]:
                continue
            tried.add(hand)
            if len(mine) < shares[hand]:
                mine.append(card)
                return True
            for other in dict.fromkeys(mine):
                if other != card and give(other, tried):
                    mine[mine.index(other)] = card
                    return True
        return False

    return all(give(card, set()) for card in cards)


def known_decks(state: GameState) -> Findings:
    """What is known of a deck is true of it; the top card that lies open is known (D-5, O-10)."""
    for where, _, owner in _sides(state):
        if len(set(owner.known_deck)) != len(owner.known_deck) or not set(owner.known_deck) <= set(owner.deck):
            yield f"{where}.known_deck", "there is a card in it that is not in the deck, or is there twice"
        if owner.deck_open and (not owner.deck or owner.deck[0] not in owner.known_deck):
            yield f"{where}.deck_open", "the card on top is not among those that are known"
    if state.rival_deck_open and not state.rival_deck:
        yield "rival_deck_open", "the rival deck is empty"


def chance(state: GameState) -> Findings:
    """The random source is one that a seed can give, or has given after a while."""
    if not _KEY.fullmatch(state.rng.key):
        yield "rng.key", "it is not 64 hexadecimal digits in small letters"
    if state.rng.used < 0:
        yield "rng.used", f"{state.rng.used} is below 0"


_KEY: Final = re.compile("[0-9a-f]{64}", re.ASCII)


# --- where the game stands -------------------------------------------------------------------------------------------


def _has_rules(state: GameState) -> bool:
    """Whether these cards have lasting rules."""
    return tables(state.ruleset).lasting is not None


def _answers_run(state: GameState) -> bool:
    """Whether what is carried out is no effect of the phase, but what lasting rules answer to it."""
    return _has_rules(state) and (not state.frames or (bool(state.waiting) and state.waiting[0].begun))


def phase(state: GameState) -> Findings:
    """The game rests in a phase of its mode, and in a way in which it can rest there (T, T-12, O-6)."""
    ways = _RESTS[state.mode]
    # Lasting rules can answer that a turn begins or ends, too.
    known = [*ways, *(["turn", "end"] if _has_rules(state) else [])]
    if state.phase not in known:
        yield "phase", _unknown("phase", state.phase, known)
        return
    found = Rest(state.offering is not None, state.passed, bool(state.frames or state.waiting))
    if not (found.effect and _answers_run(state)) and found not in ways.get(state.phase, ()):
        words = zip(("a gift offered", "a pass", "a running effect"), found, strict=True)
        done = " and ".join(word for word, holds in words if holds) or "nothing done"
        yield "phase", f"a game does not rest in phase {state.phase} with {done}"
    if (state.outcome is not None) != (state.phase == OVER):
        yield "outcome", "there is one exactly when the game is over [F-3]"
    if state.phase == arrange.ARRANGEMENT and state.arrangement not in LAID_OUT:
        yield "arrangement", "nobody lays out a row where rows are dealt [S-3, S-7]"


def turns(state: GameState) -> Findings:
    """Turns go round from the first player (S-6, T-10)."""
    if state.phase == arrange.ARRANGEMENT:
        return
    count = len(state.players)
    last = state.ruleset.numbers.turn.turns * count
    over = state.phase == OVER
    if not (state.turn == last if over else 1 <= state.turn <= last):
        yield "turn", f"{state.turn} is not {last if over else f'from 1 to {last}'} [T-10]"
        return
    ended = state.turn - (not over and state.phase != "end")
    began = (state.active - state.turn + 1) % count
    if state.first is not None and began != state.first:
        yield "active", f"in turn {state.turn} it is not this seat's turn if seat {state.first} began [S-6]"
    for player in state.players:
        taken = (ended - (player.seat - began) % count + count - 1) // count
        if player.turns_taken != taken:
            yield f"players[{player.seat}].turns_taken", f"it is {taken} by now [T-10]"


def steps(state: GameState) -> Findings:
    """An offer or a pass each turn, and no more choices besides than effects can ask for (T-1, T-12)."""
    laying = state.phase == arrange.ARRANGEMENT
    laid_out = arrange.choices(state, state.active if laying else len(state.players)) + state.laid
    offers = state.turn - (state.offering is None and not state.passed)
    least = laid_out if laying else laid_out + max(offers, 0)
    effects_at_most = len(PHASES[state.mode]) * (MOST_WAITING if _has_rules(state) else 1)
    most = least if laying else least + state.turn * MOST_STEPS * effects_at_most
    if not least <= state.step <= most:
        span = f"{least}" if least == most else f"from {least} to {most}"
        yield "step", f"{state.step} is not {span}, the actions it takes to come here [T-1, S-7]"


def bazzi_betti_row(state: GameState) -> Findings:
    """Where each round begins with turning up one of Bazzi-Betti's cards, as many lie face up (O-7)."""
    theirs, numbers = state.bazzi_betti, state.ruleset.numbers.solo
    if theirs is None or numbers is None or not numbers.turn:
        return
    turns_up: object = numbers.turn[0].get("turn_up")
    if not is_map(turns_up) or turns_up.get("first") != "face_down":
        return
    least = min(state.turn, len(theirs.row))
    up = sum(place.face_up for place in theirs.row)
    if up < least:
        yield "bazzi_betti.row", f"in round {state.turn} at least {least} cards lie face up, not {up} [O-7]"


def offering(state: GameState) -> Findings:
    """What is offered is a gift, to a powerholder, at a connection (T-1, T-17)."""
    offered = state.offering
    if offered is None:
        return
    row = state.players[state.active].row
    gift_known, person_known = offered.gift in state.ruleset.gifts, offered.recipient in state.ruleset.powerholders
    if not gift_known:
        yield "offering.gift", _unknown("gift", offered.gift, state.ruleset.gifts)
    elif state.phase == "conspiracy" and not state.ruleset.gifts[offered.gift].conspiracy:
        yield "offering.gift", f"{offered.gift} does not have the conspiracy mark [T-7]"
    if not person_known:
        yield "offering.recipient", _unknown("powerholder", offered.recipient, state.ruleset.powerholders)
    if not (0 <= offered.slot < len(row) and row[offered.slot].face_up):
        yield "offering.slot", f"at {offered.slot} there is no connection [T-1]"
        return
    if gift_known and person_known and _lies_still(state, offered):
        lying = row[offered.slot]
        if lying.powerholder != offered.recipient:
            yield "offering.recipient", f"at {offered.slot} lies {lying.powerholder} [T-17]"
        if lying.gifts[-1:] != (offered.gift,):
            yield "offering.gift", f"{offered.gift} is not the topmost gift at {offered.slot} [T-1]"


def _lies_still(state: GameState, offered: Offering) -> bool:
    """Whether no effect of this turn up to now can have changed what lies where the gift was offered."""
    words, rivals = _words(state.ruleset), state.ruleset.rivals
    for phase in PHASES[state.mode]:
        if phase.effect is not None and phase.for_recipient:
            for rival in rivals if "{rival}" in phase.effect else ("",):
                program = phase.effect.format(gift=offered.gift, recipient=offered.recipient, rival=rival)
                if not words[program] <= _LEAVE_ROWS:
                    return False
        if phase.name == state.phase:
            break
    return True


#: Words of steps by which no gift and no card of a row goes anywhere.
_LEAVE_ROWS: Final = frozenset({"move", "gain", "lose", "draw", "turn_up", "choose", "may", "if", "for_each"})


@lru_cache(maxsize=16)
def _words(rules: Ruleset) -> dict[str, frozenset[str]]:
    """The words of the steps of each effect."""
    return {
        program: frozenset(part.tag for step in steps for part in walk(step) if isinstance(part, Op))
        for program, steps in effects(rules).items()
    }


def arrangement(state: GameState) -> Findings:
    """While rows are laid out, nothing else has happened yet; afterwards no place waits to be laid (S-7)."""
    if state.phase != arrange.ARRANGEMENT:
        if state.laid:
            yield "laid", "it is 0 when nobody lays out a row"
        return
    numbers = state.ruleset.numbers
    solo, tracks = numbers.solo, numbers.tracks.values()
    fresh: list[tuple[str, object, object]] = [
        ("turn", state.turn, 0),
        ("gift_deck", state.gift_deck, setup.gift_deck(state.ruleset)),
        ("rival", state.rival, None),
        ("rival_deck", state.rival_deck, tuple(state.ruleset.rivals) if state.mode == "solo" else ()),
        ("markers", state.spaces, tuple(track.solo_start if state.mode == "solo" else track.start for track in tracks)),
    ]
    for where, side, owner in _sides(state):
        lying = tuple(Place(place.powerholder, False) for place in owner.row)
        start = solo.difficulties[state.difficulty or ""] if side == BAZZI_BETTI and solo else numbers.vp.start
        fresh += [(f"{where}.row", owner.row, lying), (f"{where}.vp", owner.vp, start)]
        fresh += [(f"{where}.known_deck", owner.known_deck, ()), (f"{where}.deck_open", owner.deck_open, False)]
    for player in state.players:
        where, given = f"players[{player.seat}]", setup.given_gifts(state.ruleset)
        fresh += [(f"{where}.hand", player.hand, given), (f"{where}.known_hand", player.known_hand, given)]
        fresh += [(f"{where}.not_letters", player.not_letters, 0), (f"{where}.turns_taken", player.turns_taken, 0)]
    yield from ((where, "it is not yet as at the beginning [S-7]") for where, found, wanted in fresh if found != wanted)
    if not 0 <= state.laid < numbers.row.places or len(arrange.cards_left(state, state.active, state.laid)) < 2:
        yield "laid", f"after {state.laid} places there is nothing left to choose [S-7]"
    try:
        setup.check_gifts(state.ruleset, len(state.players))
    except CannotStart as error:
        yield "players", str(error)


# --- effects that wait for a choice ----------------------------------------------------------------------------------


def lowest_frame(state: GameState) -> Findings:
    """The effect that waits is the one that this phase carries out, for whom it does so (T-3 to T-9, O-7 to O-9)."""
    if not state.frames:
        return
    if state.waiting and state.waiting[0].begun:
        yield from _answering(state)
        return
    frame, offered = state.frames[0], state.offering
    phase = _PHASES[state.mode][state.phase]
    cards = {"rival": frame.program.removeprefix("rival/")} | (
        {"gift": offered.gift, "recipient": offered.recipient} if offered else {}
    )
    program = (phase.effect or "").format_map(cards)
    if frame.program != program:
        yield "frames[0].program", f"in phase {state.phase} it is {program}"
    if phase.effect == "rival/{rival}":
        solo = state.ruleset.numbers.solo
        if cards["rival"] not in state.ruleset.rivals:
            yield "frames[0].program", f"in phase {state.phase} it is that of a rival [O-9]"
        if solo and state.turn not in solo.ability_rounds:
            yield "turn", f"in round {state.turn} rivals do nothing [O-9]"
    side: Side = state.active if phase.by == "player" else BAZZI_BETTI
    known = offered if phase.for_recipient else None
    target, place = (known.recipient, PlaceRef(state.active, known.slot)) if known else (None, None)
    for key, wanted in (("side", side), ("target", target), ("place", place)):
        if getattr(frame, key) != wanted:
            yield f"frames[0].{key}", "it is not that of this turn's effect [T-17]"


def _answering(state: GameState) -> Findings:
    """The effect that waits is the one that was begun before the others."""
    frame, begun = state.frames[0], state.waiting[0]
    for key in ("program", "side", "target", "place"):
        if getattr(frame, key) != getattr(begun, key):
            yield f"frames[0].{key}", "it is not that of what is being carried out, the first of `waiting`"
    laid = _laid(state, begun.program, begun.position)
    if laid is not None and begun.position is not None and not begun.position < frame.position < laid.after:
        yield "frames[0].position", f"at {frame.position} nothing is that the rule answers with"


def _laid(state: GameState, program: str, position: int | None) -> Lay | None:
    """The instruction that lays a rule down, if there is one at this position."""
    found = tables(state.ruleset).programs.get(program)
    if found is None or position is None or not 0 <= position < len(found.code):
        return None
    code = found.code[position]
    return code if isinstance(code, Lay) else None


def lasting(state: GameState) -> Findings:
    """Rules that hold have been laid down by a step that does so, for a while that is not over."""
    if (state.lasting or state.waiting) and not _has_rules(state):
        yield "lasting", "these cards have no lasting rules"
        return
    if len(state.lasting) > MOST_LAID:
        yield "lasting", f"there are {len(state.lasting)}; at most {MOST_LAID} can hold"
    for at, rule in enumerate(state.lasting):
        where = f"lasting[{at}]"
        of_card = rule.program.startswith(_OF_CARD) and not rule.position
        if _laid(state, rule.program, rule.position) is None or of_card:
            yield where, f"no step of {rule.program[:48]} lays a rule down at {rule.position}"
            continue
        yield from _knows(state, where, rule)


_OF_CARD: Final = "lasting-"


def _knows(state: GameState, where: str, rule: Lasting | Waiting) -> Findings:
    """What a rule knows is of this game."""
    if not _plays(state, rule.side):
        yield f"{where}.side", f"{rule.side} does not play"
    if rule.target is not None and rule.target not in state.ruleset.powerholders:
        yield f"{where}.target", _unknown("powerholder", rule.target, state.ruleset.powerholders)
    if rule.place is not None and not _fits(state, "place", rule.place):
        yield f"{where}.place", "there is no such place"
    program = tables(state.ruleset).programs[rule.program]
    known = Frame(rule.program, rule.position or 0, rule.answers, rule.side, rule.target, rule.place)
    yield from ((f"{where}.answers{key}", what) for key, what in _answers(state, known, program, rule.position or 0))


def waiting(state: GameState) -> Findings:
    """What is carried out next are answers of rules, or the icons of the offered gift once more; in order."""
    if state.waiting and state.outcome is not None:
        yield "waiting", "nothing is carried out after the end"
    offered = state.offering
    numbers = [one.moment for one in state.waiting]
    if numbers != sorted(numbers) or any(number < 0 for number in numbers):
        yield "waiting", "they are carried out moment by moment"
    if len(state.waiting) > MOST_WAITING:
        yield "waiting", f"there are {len(state.waiting)}; at most {MOST_WAITING} can be"
    for at, one in enumerate(state.waiting):
        where = f"waiting[{at}]"
        if one.begun != (at == 0 and bool(state.frames) and one.begun):
            yield f"{where}.begun", "only the first is being carried out, and only while an effect waits for a choice"
        if one.position is None:
            again = (f"gift/{offered.gift}", offered.recipient) if offered else None
            if again != (one.program, one.target) or one.answers or one.chain:
                yield where, "only the icons of the offered gift are carried out once more"
            continue
        laid = _laid(state, one.program, one.position)
        if laid is None or laid.op.rule.core.tag != "answer":
            yield where, f"no rule of {one.program[:48]} at {one.position} answers anything"
            continue
        fits = 1 <= len(one.chain) <= LONGEST_CHAIN and len({*one.chain}) == len(one.chain)
        if not fits or one.chain[-1] != one.program:
            yield f"{where}.chain", "it is the rules that led to it, each once, itself the last"
        yield from _knows(state, where, one)


def frames(state: GameState) -> Findings:
    """Each effect waits where it can: the topmost for a choice, each other for the effect above it."""
    known = tables(state.ruleset).programs
    for at, frame in enumerate(state.frames):
        where = f"frames[{at}]"
        program = known.get(frame.program)
        if program is None:
            yield f"{where}.program", _unknown("effect", frame.program, known)
            return
        top = at == len(state.frames) - 1
        waits = frame.position if top else frame.position - 1
        if not (0 <= waits < len(program.code) and isinstance(program.code[waits], QUESTIONS if top else Call)):
            awaited = "a choice" if top else "another effect"
            yield f"{where}.position", f"at {frame.position} nothing waits for {awaited}"
            return
        if at:
            yield from _called(state, at)
        yield from ((f"{where}.answers{key}", what) for key, what in _answers(state, frame, program, waits))


def _called(state: GameState, at: int) -> Findings:
    """An effect that another one has started: the icons of a gift, resolved by the same side with another target."""
    frame = state.frames[at]
    if not frame.program.startswith("gift/"):
        yield f"frames[{at}].program", "only the effects of gifts are started by others"
    below = state.frames[at - 1]
    others = any(isinstance(one, Acting) for one in tables(state.ruleset).programs[below.program].code)
    if not (_plays(state, frame.side) if others else frame.side == below.side and type(frame.side) is type(below.side)):
        yield f"frames[{at}].side", "there is no such player" if others else "it is that of the effect below"
    if frame.target not in state.ruleset.powerholders:
        yield f"frames[{at}].target", _unknown("powerholder", frame.target or "", state.ruleset.powerholders)
    if frame.place is not None and not _fits(state, "place", frame.place):
        yield f"frames[{at}].place", "there is no such place"


def _answers(state: GameState, frame: Frame, program: Program, position: int) -> Findings:
    """Answers are as many, and of such sorts, as the program keeps, and only where a question came before."""
    if len(frame.answers) != program.answers:
        yield "", f"there are {len(frame.answers)}; this effect keeps {program.answers}"
        return
    asked = _settled_before(program, position)
    for at, held in enumerate(frame.answers):
        sort = program.sorts[at]
        if held is None:
            continue
        if at not in asked:
            yield f"[{at}]", "this has not been asked yet"
        elif sort == "items":
            fits = isinstance(held, tuple) and all(_fits(state, _sort_of_items(program, at), item) for item in held)
            if not fits:
                yield f"[{at}]", f"it is not a list of {_sort_of_items(program, at)}s of this game"
        elif sort == "number":
            if type(held) is not int or abs(held) > MOST_AMOUNT:
                yield f"[{at}]", "it is not a number that an effect can come to"
        elif isinstance(held, tuple) or not _fits(state, sort, held):
            yield f"[{at}]", f"it is not a {sort} of this game"
        elif isinstance(held, BranchRef) and held.branch >= _branches(program, at):
            yield f"[{at}]", f"there is no branch {held.branch} of 0 to {_branches(program, at) - 1}"


def _fits(state: GameState, sort: str, ref: Ref | int) -> bool:
    """Whether a ref is of a sort and stands for something that this game has."""
    match ref:
        case str():
            return sort == "powerholder" and ref in state.ruleset.powerholders
        case PlaceRef(side, slot):
            return sort == "place" and _plays(state, side) and 0 <= slot < len(_owner(state, side).row)
        case GiftRef(seat, gift):
            return sort == "gift" and 0 <= seat < len(state.players) and gift in state.ruleset.gifts
        case PlayerRef(side):
            return sort == "player" and _plays(state, side)
        case BranchRef(branch):
            return sort == "branch" and branch >= 0
        case CardRef(gift):
            return sort == "card" and gift in state.ruleset.gifts
        case _:
            return isinstance(ref, StopRef) and sort in ("powerholder", "place", "gift", "player")


def decision(state: GameState) -> Findings:
    """What waits for a choice has at least two options (T-16), and not more than anybody could be shown."""
    if not state.frames and not state.waiting:
        return
    asked = due(state)
    options = len(asked.options) if asked else 0
    if not state.frames and not options >= 2:
        yield "waiting", "nothing is to be chosen, so this would have been carried out [T-16]"
    elif not 2 <= options <= MOST_OPTIONS:
        where = f"frames[{len(state.frames) - 1}].position"
        yield where, f"there are {options} options here, so nothing waits for a choice [T-16]"


# --- how it ended ----------------------------------------------------------------------------------------------------


def ended(state: GameState) -> Findings:
    """The outcome follows from the table, and what the scoring added is within the limits of VP (F-1 to F-4, C-7)."""
    told = state.outcome
    if told is None:
        return
    numbers = state.ruleset.numbers
    items = (*[score.id for score in numbers.scoring], *([LASTING] if counts_rules(state.ruleset) else []))
    sides = list(_sides(state))
    if tuple(told.added) != items:
        yield "outcome.added", f"it tells of {', '.join(items)}, in this order [F-4]"
        return
    fixed = [item for item in items if item != LASTING]
    for item, gains in told.added.items():
        if len(gains) != len(sides):
            yield f"outcome.added.{item}", f"there are {len(gains)} numbers for {len(sides)} sides"
            return
    again = outcome(Draft.of(state), dict(told.added))
    for key in ("winners", "vp", "tie_break", "ranks"):
        if getattr(told, key) != getattr(again, key):
            yield f"outcome.{key}", "it is not what the rows and the VP of the players give [F-3]"
    for at, (_, side, owner) in enumerate(sides):
        given = [told.added[item][at] for item in items]
        on_the_way = accumulate(reversed(given), lambda vp, more: vp - more, initial=owner.vp)
        if not all(numbers.vp.least <= points <= numbers.vp.most for points in on_the_way):
            yield "outcome.added", f"with what was added, the VP of {side} leave their limits [C-7]"
        if side == BAZZI_BETTI and any(told.added[item][at] for item in fixed):
            yield "outcome.added", "Bazzi-Betti score nothing [O-13]"
            return
    counts = _scored_again(state, told)
    for item in items:
        if counts is not None and told.added[item] != counts[item]:
            yield f"outcome.added.{item}", "it is not what this item counts in the rows [F-1, F-2]"


def _scored_again(state: GameState, told: Outcome) -> dict[str, tuple[int, ...]] | None:
    """What the items of the scoring give when they are counted on the table as it was before them.

    None if in this set they do more than change VP, so that how it was cannot be told.
    """
    draft = Draft.of(state)
    for at, (_, side, _) in enumerate(_sides(state)):
        draft.edit(side).vp -= sum(gains[at] for gains in told.added.values())
    added = counted(draft, [])
    return added if _apart_from_vp(draft.commit()) == _apart_from_vp(state) else None


def _apart_from_vp(state: GameState) -> GameState:
    family = state.bazzi_betti
    players = tuple(evolve(player, vp=0) for player in state.players)
    return evolve(state, players=players, bazzi_betti=family and evolve(family, vp=0))


# --- the table -------------------------------------------------------------------------------------------------------

#: Group by group; each check may take for granted what the groups before it have found in order.
CHECKS: Final[tuple[tuple[Check, ...], ...]] = (
    (mode,),
    (seats,),
    (rows, vp, chance),
    (gifts, powerholders, rivals, piles),
    (known_hands, known_decks),
    (known_ages,),
    (phase,),
    (turns, offering, arrangement),
    (steps, bazzi_betti_row),
    (lasting,),
    (waiting,),
    (lowest_frame,),
    (frames,),
    (decision, ended),
)


# --- what several checks share ---------------------------------------------------------------------------------------


def _sides(state: GameState) -> Iterator[tuple[str, Side, Player | BazziBetti]]:
    """Players and Bazzi-Betti, each with its path and what it is called."""
    for at, player in enumerate(state.players):
        yield f"players[{at}]", at, player
    if state.bazzi_betti is not None:
        yield "bazzi_betti", BAZZI_BETTI, state.bazzi_betti


def _plays(state: GameState, side: Side) -> bool:
    if isinstance(side, int):
        return 0 <= side < len(state.players)
    return state.bazzi_betti is not None


def _owner(state: GameState, side: Side) -> Player | BazziBetti:
    return next(owner for _, other, owner in _sides(state) if other == side)


def _gifts(state: GameState) -> Iterator[tuple[str, Sequence[str]]]:
    """Everywhere gifts lie."""
    for where, _, owner in _sides(state):
        if isinstance(owner, Player):
            yield f"{where}.hand", owner.hand
        for slot, place in enumerate(owner.row):
            yield f"{where}.row[{slot}].gifts", place.gifts
    yield "gift_deck", state.gift_deck
    yield "gift_discard", state.gift_discard


def _each_once(kind: str, cards: list[tuple[str, str]], known: Iterable[str], where: str, rule: str) -> Findings:
    ids = list(known)
    seen: set[str] = set()
    for path, card in cards:
        if card not in ids:
            yield path, _unknown(kind, card, ids)
        elif card in seen:
            yield path, f"{card} is there twice [{rule}]"
        seen.add(card)
    missing = [card for card in ids if card not in seen]
    if missing:
        yield where, f"{', '.join(missing)} cannot be found anywhere [{rule}]"


def _unknown(kind: str, name: str, known: Iterable[str]) -> str:
    return unknown(kind, name[:48], known)


def _settled_before(program: Program, position: int) -> frozenset[int]:
    """The answers that an instruction may have given before the program came to a position."""
    ways = [_ways(program, at) for at in range(len(program.code))]
    before: set[int] = set()
    found = {position}
    while found:
        found = {at for at, targets in enumerate(ways) if at not in before and targets & found}
        before |= found
    return frozenset(answer for at in before for answer in _gives(program, at))


def _ways(program: Program, at: int) -> set[int]:
    """Where a program can go on after an instruction."""
    match program.code[at]:
        case Jump(to):
            return {to}
        case Lay(after=after):
            return {at + 1, after}
        case Over():
            return set()
        case Unless(_, to, _):
            return {at + 1, to}
        case Switch(_, targets, otherwise):
            return {*targets, otherwise}
        case Next(_, _, end) | Gather(_, _, _, end):
            return {at + 1, end}
        case _:
            return {at + 1}


def _gives(program: Program, at: int) -> tuple[int, ...]:
    """The answers that an instruction gives."""
    match program.code[at]:
        case Ask() | Branch() | Find() | Collect() | Lot() | LotBranch() | Pick() as one:
            return (one.answer,)
        case Next(items, item, _) | Begin(items, item) | Picked(items, item, _):
            return (items, item)
        case Run(_, int() as done):
            return (done,)
        case _:
            return ()


def _sort_of_items(program: Program, items: int) -> str:
    loops = [one for one in program.code if isinstance(one, Next | Begin)]
    return next(
        program.sorts[one.item] for one in loops if (one.items if isinstance(one, Next) else one.several) == items
    )


def _branches(program: Program, answer: int) -> int:
    found = (one for one in program.code if isinstance(one, Branch | LotBranch) and one.answer == answer)
    return next(len(one.branches if isinstance(one, Branch) else one.whens) for one in found)
