"""Games for tests: every mode and arrangement, played at random, with the cards that are shipped or with odder ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from serviam_rules import cards
from serviam_rules.actions import Action
from serviam_rules.events import Event
from serviam_rules.game import apply, legal_actions, start
from serviam_rules.loading import ruleset_of
from serviam_rules.model import Ruleset
from serviam_rules.state import GameState

#: The options of one game of each kind, by a name for it.
GAMES: Mapping[str, Mapping[str, Any]] = {
    "two": {"players": 2},
    "three": {"players": 3, "first": 2},
    "four": {"players": 4},
    "two-look": {"players": 2, "arrangement": "look"},
    "two-inspect": {"players": 2, "arrangement": "inspect"},
    "three-select": {"players": 3, "arrangement": "select"},
    "solo": {"mode": "solo"},
    "solo-look": {"mode": "solo", "arrangement": "look"},
    "solo-inspect": {"mode": "solo", "arrangement": "inspect", "difficulty": "hard"},
    "solo-select": {"mode": "solo", "arrangement": "select", "difficulty": "very-hard"},
}


def moments(rules: Ruleset, game: str, seed: int) -> Iterator[tuple[GameState, tuple[Event, ...]]]:
    """Every state of a game in which everybody plays at random, with the events that led to it."""
    state, events = start(rules, seed=seed, **GAMES[game])
    yield state, events
    for action in random_actions(rules, game, seed):
        state, events = apply(state, action)
        yield state, events


def random_actions(rules: Ruleset, game: str, seed: int) -> Iterator[Action]:
    """The actions of that game."""
    dice = random.Random(seed)
    state = start(rules, seed=seed, **GAMES[game]).state
    while not state.is_over:
        action = dice.choice(legal_actions(state))
        yield action
        state = apply(state, action).state


def play_on(state: GameState, seed: int) -> Iterator[GameState]:
    """Every state that follows, to the end of the game, played at random."""
    dice = random.Random(seed)
    while not state.is_over:
        state = apply(state, dice.choice(legal_actions(state))).state
        yield state


def odd_rules(rules: Ruleset) -> Ruleset:
    """The shipped cards, some with effects that use more of the language: loops, options, other people's hands."""
    source = cards.plain_source(rules)
    for powerholder, effect in ODD_EFFECTS.items():
        source["powerholders"][powerholder]["effetto_ordine"] = effect
    source["rivals"]["irma"]["ability"] = {"do": ODD_ABILITY}
    source["set"]["solo"]["turn"].append({"move": {"one": "named"}, "by": 1})
    source["set"]["solo"]["income"].append({"may": [{"move": {"one": "named"}, "by": 1}]})
    source["set"]["turn"]["reward"].append({"may": [{"lose": 1}, {"draw": 1}]})
    return ruleset_of(source)


def ruled_rules(rules: Ruleset) -> Ruleset:
    """The shipped cards, many with lasting rules: of cards, and laid down; they change, forbid, repeat and answer."""
    source = cards.plain_source(rules)
    for gift, lasting in LASTING.items():
        source["gifts"][gift]["lasting"] = lasting
    for powerholder, effect in LAYING.items():
        source["powerholders"][powerholder]["effetto_ordine"] = effect
    source["powerholders"]["victoria"]["lasting"] = [{"add": 1, "to": {"moves_right": "self"}}]
    for gift in source["gifts"].values():
        gift["conspiracy"] = True
    return ruleset_of(source)


LASTING: Mapping[str, list[Any]] = {
    "alms": [{"answer": {"offers": "conspiracy", "of": "opponents"}, "do": [{"gain": 1}]}],
    "incense": [{"prevent": {"replaces": "here"}}, {"answer": "turn_begins", "do": [{"draw": 1}]}],
    "portrait": [{"answer": "scoring", "do": [{"gain": {"count": {"gifts": {"category": "assembly"}}}}]}],
    "warhorse": [{"while_topmost": {"add": 1, "to": {"rewards": "everyone", "for": {"at": "here"}}}}],
    "siege-map": [{"prevent": {"offers": {"category": "cult"}, "of": "opponents"}}],
    "vintage-wine": [
        {"answer": {"gains": "opponents"}, "do": [{"move": {"one": "anyone"}, "by": 1}]},
        {"answer": {"gains": "opponents"}, "do": [{"move": {"one": "anyone"}, "by": -1}]},
        {"answer": {"turn_ends": "everyone"}, "do": [{"may": [{"discard": {"one": "hand"}}]}]},
    ],
    "bribe": [{"answer": {"moves": {"at": "here"}}, "do": [{"gain": 1}]}],
}
LAYING: Mapping[str, list[Any]] = {
    "kurt": [{"rule": {"prevent": {"moves_left": "target"}}, "until": "next_turn"}, {"draw": 1}],
    "eleonora": [{"rule": {"repeat": "offers"}, "until": "once"}],
    "leandro": [
        {"lose": 1, "who": {"one": "opponents", "as": "other"}},
        {
            "rule": {"answer": {"draws": {"chosen": "other"}}, "do": [{"lose": 1, "who": {"chosen": "other"}}]},
            "until": "next_turn",
        },
        {"rule": {"add": 1, "to": {"draws": "everyone"}}, "until": "end_of_turn"},
    ],
    "dario": [{"rule": {"while": {"exists": "face_down"}, "rule": {"add": -1, "to": "loses"}}, "until": "end_of_game"}],
}


def _again(**more: Any) -> list[Any]:
    """Resolve again the topmost gift of a connection, for the powerholder it lies on."""
    topmost = {"topmost": {"one": {"connections": "anywhere", **more}, "as": "there"}}
    return [{"resolve": topmost, "target": {"at": {"chosen": "there"}}}]


ODD_EFFECTS: Mapping[str, list[Any]] = {
    "kurt": [
        {
            "for_each": {"players": "opponents"},
            "as": "other",
            "do": [{"may": [{"discard": {"one": {"hand": "anything", "of": {"chosen": "other"}}}}]}],
        },
        {
            "for_each": "connections",
            "as": "there",
            "do": [{"may": [{"discard": {"topmost": {"chosen": "there"}}}, {"draw": 1}]}],
        },
    ],
    "victoria": [
        {
            "for_each": {"powerholders": {"rank": 1}},
            "as": "this",
            "do": [
                {
                    "choose": [
                        {"do": [{"move": {"chosen": "this"}, "by": 1}]},
                        {"do": [{"move": {"one": "anyone", "except": {"chosen": "this"}}, "by": -1}]},
                        {"do": [], "when": "solo"},
                    ]
                }
            ],
        }
    ],
    "serafina": [
        {"for_each": {"hand": "anything"}, "as": "card", "do": [{"may": [{"discard": {"chosen": "card"}}, *_again()]}]}
    ],
    "dario": [
        {"turn_up": {"top_of": "powerholder_deck"}},
        {"may": [{"replace": {"one": "row"}, "from": "powerholder_deck"}]},
        {"for_each": "face_down", "as": "there", "do": [{"may": [{"turn_up": {"chosen": "there"}}]}]},
    ],
}
ODD_ABILITY: list[Any] = [
    {"turn_up": {"top_of": "rival_deck"}},
    {"may": [{"replace": "rival", "from": "rival_deck"}]},
    *_again(of="opponents"),
]
