"""The numbers of the set fit each other and the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from serviam_rules.errors import Problem
from serviam_rules.kinds import LASTING
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.pack import SET
from serviam_rules.strict_yaml.paths import DataPath


def check(whole: Whole) -> Iterator[Problem]:
    """Everything in `set.yaml` that its shape alone does not show to be wrong."""
    game = whole.game
    if not game:
        return
    for path, number, least, most, what, rule in _limits(whole, game):
        if not least <= number <= most:
            span = f"{least} to {most}" if least <= most else "nothing at all"
            yield whole.problem(SET, path, "out-of-range", f"{what} is {number}, but can be {span}", rule=rule)
    yield from _rounds(whole, game)
    yield from _scoring(whole, game)
    yield from _tracks(whole, game)
    yield from _decks(whole, game)


def _limits(whole: Whole, game: dict[str, Any]) -> Iterator[tuple[DataPath, int, int, int, str, str]]:
    """Path, number, least, most, what it is, rule."""
    players, vp, row, solo = game["players"], game["vp"], game["row"], game.get("solo")
    people = len(whole.merge.ids("powerholder"))
    yield ("players", "least"), players["least"], 1, players["most"], "the least number of players", ""
    yield ("players", "most"), players["most"], 1, len(game["families"]), "the greatest number of players", "S-2"
    yield ("vp", "least"), vp["least"], -999, vp["most"], "the least VP", "C-7"
    yield ("vp", "start"), vp["start"], vp["least"], vp["most"], "the VP at the start", "C-7"
    yield ("row", "places"), row["places"], 1, people, "the number of places in a row", "S-3"
    for at, place in enumerate(row["face_up"]):
        yield ("row", "face_up", at), place, 0, row["places"] - 1, "a place that is face up", "S-3"
    if solo:
        yield ("solo", "row"), solo["row"], 1, people, "the number of places in the row", "O-3"
        for name, start in solo["difficulties"].items():
            yield ("solo", "difficulties", name), start, vp["least"], vp["most"], "the VP at the start", "C-7"


def _rounds(whole: Whole, game: dict[str, Any]) -> Iterator[Problem]:
    """Rounds in which rivals act (O-9). A shorter game may leave some out: then they act in the others."""
    turns = game["turn"]["turns"]
    solo: dict[str, Any] = game.get("solo") or {"ability_rounds": ()}
    for at, number in enumerate(solo["ability_rounds"]):
        if number > turns:
            message = f"there is no round {number}: a game has {turns}"
            path = ("solo", "ability_rounds", at)
            yield whole.problem(SET, path, "no-such-round", message, rule="O-6", severity="warning")


def _scoring(whole: Whole, game: dict[str, Any]) -> Iterator[Problem]:
    """Each item of the scoring has an id of its own, under which it is counted (F-4)."""
    seen: dict[str, int] = {}
    for at, item in enumerate(game["scoring"]):
        first = seen.setdefault(item["id"], at)
        if item["id"] == LASTING:
            message = f"{LASTING!r} is what lasting rules give at the end; call this item otherwise"
            yield whole.problem(SET, ("scoring", at, "id"), "id-taken", message, rule="F-4")
        if first != at:
            place = whole.entries[SET].origin.line(("scoring", first, "id"))
            message = f"an item above is called {item['id']!r} too ({place}); each has an id of its own"
            yield whole.problem(SET, ("scoring", at, "id"), "id-twice", message, rule="F-4")


def _tracks(whole: Whole, game: dict[str, Any]) -> Iterator[Problem]:
    """Markers start on a space of their track (S-1, O-2)."""
    common = game["track"]
    for path, track in (
        (("track",), common),
        *(((("tracks", who)), own) for who, own in game.get("tracks", {}).items()),
    ):
        last = len(track.get("spaces", common["spaces"])) - 1
        for start, rule in (("start", "S-1"), ("solo_start", "O-2")):
            number = track.get(start, common[start])
            if number > last and (start in track or "spaces" in track):
                message = f"the marker starts on space {number}, but the spaces are 0 to {last}"
                yield whole.problem(SET, (*path, start), "out-of-range", message, rule=rule)


def _decks(whole: Whole, game: dict[str, Any]) -> Iterator[Problem]:
    """The gift deck holds what the set says (C-4), and enough for everybody's opening hand (S-8)."""
    if whole.complete("rival") and game.get("solo") and not whole.known("rival"):
        yield whole.problem(SET, ("solo",), "no-rivals", "there is a solo game, but no rival", at_key=True, rule="C-6")
    if not whole.complete("gift"):
        return
    stated, counted = game["gift_deck"], whole.merge.deck
    if counted is not None and stated != counted:
        given = f" but {', '.join(game['hand']['given'])}, which everybody is given" if game["hand"]["given"] else ""
        message = (
            f"{stated} cards are to be in the gift deck, but the gifts come to {counted}: every copy of every "
            f"gift{given}; mend the `copies` of a gift, or this number"
        )
        yield whole.problem(SET, ("gift_deck",), "deck-count", message, rule="C-4")
    deck = [card for key, card in whole.cards("gift") if key[1] not in game["hand"]["given"]]
    dealable = sum(card["copies"] for card in deck if not card.get("threat_letter", False))
    most, dealt = game["players"]["most"], game["hand"]["dealt"]
    if dealable < dealt * most:
        packs = ", ".join(pack["id"] for pack in whole.merge.packs)
        message = (
            f"{packs}: {most} players are dealt {dealt} gifts each that are no threat letters, {dealt * most} in all, "
            f"but the gift deck has {dealable} of them among its {sum(card['copies'] for card in deck)} cards"
        )
        yield whole.problem(SET, ("players", "most"), "deck-too-small", message, rule="S-8")
