"""Events in words: for each class of event the message that tells it, and what stands in the holes.

What an event hides from its viewer (None) is never named: such an event has a message of its own, `gift-drawn-hidden`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from serviam_rules.events import EVENTS, Event
from serviam_rules.state import BranchOption, Outcome
from serviam_rules.text import prompts, things
from serviam_rules.text.language import Language
from serviam_rules.text.spoken import Text

#: What stands in the holes of a message.
Values: TypeAlias = dict[str, str | int]
#: Tells an event: its message, without `events.`, and what stands in the holes.
Teller: TypeAlias = Callable[[Language, Any], tuple[str, Values]]


def event(spoken: Language, told: Event) -> Text:
    """An event in words, as far as it is known to its viewer."""
    path, values = _TELLERS[told.type](spoken, told)
    return spoken.say(f"events.{path}", **values)


def outcome(spoken: Language, thing: Outcome) -> Text:
    """Who won, and with how many VP."""
    winners = [things.player(spoken, side) for side in thing.winners]
    return spoken.say("outcome", winners=spoken.joined(winners), count=len(winners), vp=max(thing.vp, default=0))


def _by_seat(path: str) -> Teller:
    return lambda spoken, told: (path, {"player": things.player(spoken, told.seat)})


def _by_side(path: str) -> Teller:
    return lambda spoken, told: (path, {"player": things.player(spoken, told.side)})


def _plain(path: str) -> Teller:
    return lambda spoken, told: (path, {})


def _game_began(spoken: Language, told: Any) -> tuple[str, Values]:
    if told.mode != "solo":
        return "game-began", {"players": told.players}
    return "game-began-solo", {"difficulty": difficulty(spoken, told.difficulty)}


def difficulty(spoken: Language, key: str) -> str:
    """A difficulty in words; one that a pack has made up by its id."""
    path = f"difficulties.{key}"
    return spoken.say(path) if spoken.has(path) else key


def _player_seated(spoken: Language, told: Any) -> tuple[str, Values]:
    family = spoken.name("families", told.family)
    return "player-seated", {"player": things.player(spoken, told.seat), "family": family, "vp": told.vp}


def _bazzi_betti_seated(spoken: Language, told: Any) -> tuple[str, Values]:
    return "bazzi-betti-seated", {"family": spoken.name("families", told.family), "vp": told.vp}


def _row_laid(spoken: Language, told: Any) -> tuple[str, Values]:
    return "row-laid", {"player": things.player(spoken, told.side), "places": told.places}


def _card_arranged(spoken: Language, told: Any) -> tuple[str, Values]:
    where: Values = {"player": things.player(spoken, told.seat), "place": things.place(told.slot)}
    if told.powerholder is None:
        return "card-arranged-hidden", where
    return "card-arranged", where | {"powerholder": things.powerholder(spoken, told.powerholder)}


def _letters_returned(spoken: Language, told: Any) -> tuple[str, Values]:
    return "letters-returned", {"letters": len(told.gifts)}


def _gift(path: str) -> Teller:
    """A gift that only its owner may see, or everybody."""

    def tell(spoken: Language, told: Any) -> tuple[str, Values]:
        who: Values = {"player": things.player(spoken, told.seat)}
        if told.gift is None:
            return f"{path}-hidden", who
        return path, who | {"gift": things.gift(spoken, told.gift)}

    return tell


def _rival_revealed(spoken: Language, told: Any) -> tuple[str, Values]:
    return "rival-revealed", {"rival": things.rival(spoken, told.rival)}


def _first_player_set(spoken: Language, told: Any) -> tuple[str, Values]:
    path = "first-player-set-by-chance" if told.by_chance else "first-player-set"
    return path, {"player": things.player(spoken, told.seat)}


def _turn_began(spoken: Language, told: Any) -> tuple[str, Values]:
    return "turn-began", {"player": things.player(spoken, told.seat), "turn": told.turn}


def _phase_began(spoken: Language, told: Any) -> tuple[str, Values]:
    return "phase-began", {"phase": spoken.say(f"phases.{told.phase}", family=things.family(spoken))}


def _turn_ended(spoken: Language, told: Any) -> tuple[str, Values]:
    return "turn-ended", {"player": things.player(spoken, told.seat), "turns": told.turns_taken}


def _gift_offered(spoken: Language, told: Any) -> tuple[str, Values]:
    return "gift-offered", {
        "player": things.player(spoken, told.seat),
        "gift": things.gift(spoken, told.gift),
        "powerholder": things.powerholder(spoken, told.recipient),
        "place": things.place(told.slot),
    }


def _card_resolved(spoken: Language, told: Any) -> tuple[str, Values]:
    return "card-resolved", {"player": things.player(spoken, told.side), "source": things.source(spoken, told.source)}


def _choice_due(spoken: Language, told: Any) -> tuple[str, Values]:
    who: Values = {"player": things.player(spoken, told.decision.seat)}
    if not told.decision.options:
        return "choice-due-hidden", who
    return "choice-due", who | {"prompt": prompts.decision(spoken, told.decision)}


def _choice_made(spoken: Language, told: Any) -> tuple[str, Values]:
    who: Values = {"player": things.player(spoken, told.seat)}
    if told.option is None:
        return "choice-made-hidden", who
    if isinstance(told.option, BranchOption) and told.prompt == prompts.MAY:
        return ("choice-made-leave" if told.option.branch else "choice-made-do"), who
    path = "choice-made-by-engine" if told.by_engine else "choice-made"
    return path, who | {"option": things.option(spoken, told.option)}


def _choice_impossible(spoken: Language, told: Any) -> tuple[str, Values]:
    return "choice-impossible", {
        "player": things.player(spoken, told.seat),
        "kind": spoken.say(f"kinds.{told.kind}"),
        "source": things.source(spoken, told.source),
    }


def _marker_moved(spoken: Language, told: Any) -> tuple[str, Values]:
    spaces = spoken.rules.numbers.tracks[told.powerholder].spaces
    path = "marker-moved" if told.end - told.start == told.asked else "marker-moved-stopped"
    return path, {
        "powerholder": things.powerholder(spoken, told.powerholder),
        "by": told.asked,
        "before": spaces[told.start],
        "after": spaces[told.end],
    }


def _vp_changed(spoken: Language, told: Any) -> tuple[str, Values]:
    path = "vp-changed" if told.end - told.start == told.asked else "vp-changed-limited"
    return path, {
        "player": things.player(spoken, told.side),
        "vp": told.asked,
        "before": told.start,
        "after": told.end,
        "source": things.source(spoken, told.source),
    }


def _gift_discarded(spoken: Language, told: Any) -> tuple[str, Values]:
    values = {"player": things.player(spoken, told.side), "gift": things.gift(spoken, told.gift)}
    if told.slot is None:
        return "gift-discarded", {**values}
    return "gift-discarded-from-row", {**values, "place": things.place(told.slot)}


def _gift_at_place(path: str) -> Teller:
    def tell(spoken: Language, told: Any) -> tuple[str, Values]:
        return path, {
            "player": things.player(spoken, told.seat),
            "gift": things.gift(spoken, told.gift),
            "place": things.place(told.slot),
        }

    return tell


def _place_turned_up(spoken: Language, told: Any) -> tuple[str, Values]:
    return "place-turned-up", {
        "player": things.player(spoken, told.side),
        "powerholder": things.powerholder(spoken, told.powerholder),
        "place": things.place(told.slot),
    }


def _deck_top_turned_up(spoken: Language, told: Any) -> tuple[str, Values]:
    return "deck-top-turned-up", {
        "player": things.player(spoken, told.side),
        "powerholder": things.powerholder(spoken, told.powerholder),
    }


def _rival_deck_top_turned_up(spoken: Language, told: Any) -> tuple[str, Values]:
    return "rival-deck-top-turned-up", {"rival": things.rival(spoken, told.rival)}


def _powerholder_replaced(spoken: Language, told: Any) -> tuple[str, Values]:
    return "powerholder-replaced", {
        "player": things.player(spoken, told.side),
        "place": things.place(told.slot),
        "old": things.powerholder(spoken, told.old),
        "new": things.powerholder(spoken, told.new),
    }


def _rival_replaced(spoken: Language, told: Any) -> tuple[str, Values]:
    return "rival-replaced", {"old": things.rival(spoken, told.old), "new": things.rival(spoken, told.new)}


def _discards_shuffled_in(spoken: Language, told: Any) -> tuple[str, Values]:
    return "discards-shuffled-in", {"gifts": len(told.gifts)}


def _game_ended(spoken: Language, told: Any) -> tuple[str, Values]:
    return "game-ended", {"outcome": outcome(spoken, told.outcome)}


_TELLERS: Final[dict[str, Teller]] = {
    "game-began": _game_began,
    "player-seated": _player_seated,
    "bazzi-betti-seated": _bazzi_betti_seated,
    "row-laid": _row_laid,
    "card-arranged": _card_arranged,
    "row-arranged": _by_seat("row-arranged"),
    "letter-set-aside": _gift("letter-set-aside"),
    "letters-returned": _letters_returned,
    "gift-dealt": _gift("gift-dealt"),
    "rival-revealed": _rival_revealed,
    "first-player-set": _first_player_set,
    "turn-began": _turn_began,
    "phase-began": _phase_began,
    "turn-ended": _turn_ended,
    "passed": _by_seat("passed"),
    "gift-offered": _gift_offered,
    "card-resolved": _card_resolved,
    "choice-due": _choice_due,
    "choice-made": _choice_made,
    "choice-impossible": _choice_impossible,
    "marker-moved": _marker_moved,
    "vp-changed": _vp_changed,
    "gift-drawn": _gift("gift-drawn"),
    "nothing-drawn": _by_seat("nothing-drawn"),
    "gift-discarded": _gift_discarded,
    "gift-taken-up": _gift_at_place("gift-taken-up"),
    "gift-shown": _gift("gift-shown"),
    "gift-laid": _gift_at_place("gift-laid"),
    "place-turned-up": _place_turned_up,
    "deck-top-turned-up": _deck_top_turned_up,
    "rival-deck-top-turned-up": _rival_deck_top_turned_up,
    "powerholder-replaced": _powerholder_replaced,
    "rival-replaced": _rival_replaced,
    "gift-deck-shuffled": _plain("gift-deck-shuffled"),
    "discards-shuffled-in": _discards_shuffled_in,
    "powerholder-deck-shuffled": _by_side("powerholder-deck-shuffled"),
    "rival-deck-shuffled": _plain("rival-deck-shuffled"),
    "game-ended": _game_ended,
}
#: Events that nothing here tells; a test wants it to be empty.
UNTOLD: Final = frozenset(EVENTS) - frozenset(_TELLERS)
