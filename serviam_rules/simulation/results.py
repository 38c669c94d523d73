"""Results that can be kept, sent and put together: what was played, with which cards, and what it told.

The JSON form is what `serviam-rules simulate --json` prints. Everything in it that is worked out from something else
(means, shares, worth) is checked when it is read, so that a file that has been changed is found out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from serviam_rules import from_json
from serviam_rules.errors import FormatError, ServiamError
from serviam_rules.from_json.text import Odd
from serviam_rules.model import Ruleset
from serviam_rules.plain import Plain
from serviam_rules.rules.options import GameOptions
from serviam_rules.simulation.plan import Plan, check_seed
from serviam_rules.simulation.tally import (
    GiftTally,
    PowerholderTally,
    RivalTally,
    Score,
    SettingTally,
    Spread,
    Tally,
)
from serviam_rules.values import is_list, is_map, value

FORMAT: Final = 1
#: The largest file of results that is read, in bytes.
MOST: Final = 64 * 2**20


class ResultsDiffer(ServiamError):
    """Results that cannot be put together: of other cards, of another plan, or with games in both."""


@value
class Results:
    """What some games of a plan told: `games` are their numbers, as ranges in order that neither touch nor overlap."""

    plan: Plan
    stamp: Mapping[str, Any]
    games: tuple[range, ...]
    tally: Tally

    @property
    def count(self) -> int:
        return sum(len(part) for part in self.games)

    @property
    def complete(self) -> bool:
        return self.count == self.plan.games

    def missing(self, wanted: range) -> list[range]:
        """The games of a range that have not been played."""
        found: list[range] = []
        start = wanted.start
        for part in self.games:
            if part.stop > start and part.start < wanted.stop:
                if part.start > start:
                    found.append(range(start, part.start))
                start = max(start, part.stop)
        return [*found, range(start, wanted.stop)] if start < wanted.stop else found

    def with_more(self, other: Results) -> Results:
        """Both together. ResultsDiffer if they are of other cards or another plan, or hold a game twice."""
        if self.stamp != other.stamp:
            raise ResultsDiffer(
                f"these are results of other cards: {_cards(self.stamp)} here, {_cards(other.stamp)} there"
            )
        if self.plan != other.plan:
            raise ResultsDiffer(f"these are results of another plan: {_differences(self.plan, other.plan)}")
        for part in other.games:
            for have in self.games:
                if part.start < have.stop and have.start < part.stop:
                    twice = range(max(part.start, have.start), min(part.stop, have.stop))
                    raise ResultsDiffer(f"games {twice.start} to {twice.stop - 1} are in both")
        tally = Tally()
        tally.merge(self.tally)
        tally.merge(other.tally)
        return Results(self.plan, self.stamp, joined((*self.games, *other.games)), tally)


def results(rules: Ruleset, plan: Plan, games: Iterable[range], tally: Tally) -> Results:
    """The results of games that have been played with these cards."""
    packs = [{"id": pack.id, "version": pack.version} for pack in rules.packs]
    return Results(plan, {"fingerprint": rules.fingerprint, "packs": packs}, joined(games), tally)


def joined(parts: Iterable[range]) -> tuple[range, ...]:
    """Ranges in order, those that touch as one."""
    found: list[range] = []
    for part in sorted((part for part in parts if len(part)), key=lambda part: part.start):
        if found and found[-1].stop == part.start:
            found[-1] = range(found[-1].start, part.stop)
        else:
            found.append(part)
    return tuple(found)


def _cards(stamp: Mapping[str, Any]) -> str:
    packs = ", ".join(f"{pack['id']} {pack['version']}" for pack in stamp["packs"])
    return f"{packs} ({stamp['fingerprint'][:8]})"


def _differences(one: Plan, other: Plan) -> str:
    names = ("settings", "games", "bots", "seed", "season")
    return ", ".join(
        f"{name} {getattr(one, name)!r} and {getattr(other, name)!r}" if name != "settings" else "other kinds of games"
        for name in names
        if getattr(one, name) != getattr(other, name)
    )


# --- to JSON ---------------------------------------------------------------------------------------------------------


def to_data(found: Results) -> dict[str, Any]:
    """The results as plain data (docs/reference/simulate.md): the same for the same games, however they were played."""
    plan, tally = found.plan, found.tally
    return {
        "format": FORMAT,
        "type": "simulation",
        "ruleset": found.stamp,
        "seed": plan.seed,
        "plan": {
            "games": plan.games,
            "bots": list(plan.bots),
            "settings": [_setting_names(setting) for setting in plan.settings],
            "season": plan.season,
        },
        "games": tally.games,
        "numbers": [[part.start, part.stop] for part in found.games],
        "bots": list(dict.fromkeys(plan.bots)),
        "settings": [
            _setting_data(setting, tally.settings[setting])
            for setting in sorted(tally.settings, key=plan.settings.index)
        ],
        "pairs": [
            {"bots": list(pair), "above": counts[1], "level": counts[0], "below": counts[-1]}
            for pair, counts in sorted(tally.pairs.items())
        ],
        "turns": _spread_data(tally.turns),
        "gifts": {
            gift: {
                "in_hand_at_offers": one.chances,
                "offered": one.gained.count,
                "vp": _spread_data(one.gained),
                "worth": _worth(one.gained, tally),
                "recipients": dict(sorted(one.recipients.items())),
                "came_to_hand": one.came,
                "left_in_hand": one.left,
            }
            for gift, one in sorted(tally.gifts.items())
        },
        "powerholders": {
            who: {
                "could_be_chosen": one.chances,
                "chosen": one.gained.count,
                "vp": _spread_data(one.gained),
                "worth": _worth(one.gained, tally),
                "effetto_ordine": one.abilities,
                "final_influence": _spread_data(one.final),
            }
            for who, one in sorted(tally.powerholders.items())
        },
        "rivals": {
            rival: {"abilities": one.abilities, "at_end": _score_data(one.score)}
            for rival, one in sorted(tally.rivals.items())
        },
    }


def text(found: Results) -> str:
    """The results as the text of a file."""
    return json.dumps(to_data(found), indent=2, allow_nan=False) + "\n"


def _setting_names(setting: GameOptions) -> dict[str, Any]:
    return {
        "mode": setting.mode,
        "players": setting.players,
        "difficulty": setting.difficulty if setting.solo else None,
        "arrangement": setting.arrangement,
    }


def _setting_data(setting: GameOptions, one: SettingTally) -> dict[str, Any]:
    groups: dict[str, dict[str, Any]] = {}
    for (group, name), score in sorted(one.scores.items()):
        groups.setdefault(group, {})[name] = _score_data(score)
    return {
        **_setting_names(setting),
        "games": one.length.count,
        "tied": one.ties,
        "decisions": _spread_data(one.length),
        "vp": _spread_data(one.vp),
        "scoring": {item: _spread_data(spread) for item, spread in one.scoring.items()},
        "by": groups,
    }


def _score_data(score: Score) -> dict[str, Any]:
    if not score.games:
        return {"games": 0}
    return {
        "games": score.games,
        "won": score.won,
        "shared": score.shared,
        "shares": _counts(score.shares),
        "sides": _counts(score.sides),
        "fair": round(score.fair, 4),
        "vp": _spread_data(score.vp),
    }


def _worth(gained: Spread, tally: Tally) -> float | None:
    return round(gained.mean - tally.turns.mean, 4) if gained.count else None


def _spread_data(spread: Spread) -> dict[str, Any]:
    """A spread: its numbers, and how often each whole number came up."""
    if not spread.count:
        return {"count": 0}
    return {
        "count": spread.count,
        "mean": round(spread.mean, 4),
        "sd": round(spread.sd, 4),
        "min": spread.least,
        "max": spread.most,
        "counts": _counts(spread.counts),
    }


def _counts(counts: Counter[int]) -> dict[str, int]:
    return {str(number): counts[number] for number in sorted(counts)}


# --- from JSON -------------------------------------------------------------------------------------------------------


def from_text(written: str | bytes) -> Results:
    """The results in the text of a file. FormatError for whatever is none, is damaged, or has been changed."""
    return from_data(from_json.parse(written, MOST))


def from_data(data: Plain) -> Results:
    """The results that parsed data describes. FormatError says where it is wrong."""
    given = from_json.mapping(data)
    if (given.get("type"), given.get("format")) != ("simulation", FORMAT):
        raise FormatError("these are no results of `simulate --json` of this version", "type")
    try:
        found = _read(given)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, ServiamError) as error:
        raise FormatError(f"these results are damaged: {_said(error)}", "") from None
    wrong = _first_difference(to_data(found), given, "")
    if wrong is not None:
        raise FormatError(f"these results are damaged or have been changed: {wrong}", wrong)
    return found


def _said(error: Exception) -> str:
    return f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)


def _first_difference(wanted: Plain, given: Plain, where: str) -> str | None:
    """The place of the first difference between two pieces of plain data."""
    if is_map(wanted) and is_map(given):
        for key in dict.fromkeys([*wanted, *given]):
            place = f"{where}.{key}".lstrip(".")
            if key not in wanted or key not in given:
                return place
            found = _first_difference(wanted[key], given[key], place)
            if found is not None:
                return found
        return None
    if is_list(wanted) and is_list(given) and len(wanted) == len(given):
        for at, (one, other) in enumerate(zip(wanted, given, strict=True)):
            found = _first_difference(one, other, f"{where}[{at}]")
            if found is not None:
                return found
        return None
    if isinstance(wanted, float) and isinstance(given, Odd):  # the only numbers with a point are worked out
        return None if given.text == repr(wanted) else where
    return None if type(wanted) is type(given) and wanted == given else where


def _read(data: Mapping[str, Any]) -> Results:
    plan = data["plan"]
    kinds = tuple(_options(one) for one in plan["settings"])
    seed = check_seed(data["seed"])
    made = Plan(kinds, _number(plan["games"]), tuple(plan["bots"]), seed, plan["season"] is True)
    if not made.settings or not made.bots or not all(isinstance(bot, str) for bot in made.bots):
        raise ValueError("a plan has kinds of games and bots")
    games = tuple(range(_number(start), _number(stop)) for start, stop in data["numbers"])
    if joined(games) != games or (games and games[-1].stop > made.games):
        raise ValueError("numbers are ranges of games of the plan, in order")
    tally = Tally(
        {_options(one): _setting(one) for one in data["settings"]},
        {gift: _gift(one) for gift, one in data["gifts"].items()},
        {who: _powerholder(one) for who, one in data["powerholders"].items()},
        {rival: RivalTally(_score(one["at_end"]), _number(one["abilities"])) for rival, one in data["rivals"].items()},
        _spread(data["turns"]),
        {(one["bots"][0], one["bots"][1]): _pair(one) for one in data["pairs"]},
    )
    if sum(map(len, games)) != tally.games or set(tally.settings) - set(made.settings):
        raise ValueError("the games that are counted are not those of the plan")
    stamp = data["ruleset"]
    packs = [{"id": pack["id"][:], "version": pack["version"][:]} for pack in stamp["packs"]]
    return Results(made, {"fingerprint": stamp["fingerprint"][:], "packs": packs}, games, tally)


def _gift(data: Mapping[str, Any]) -> GiftTally:
    chances, came, left = (_number(data[key]) for key in ("in_hand_at_offers", "came_to_hand", "left_in_hand"))
    recipients = Counter({who: _number(often) for who, often in data["recipients"].items()})
    return GiftTally(chances, came, left, _spread(data["vp"]), recipients)


def _powerholder(data: Mapping[str, Any]) -> PowerholderTally:
    chances, abilities = (_number(data[key]) for key in ("could_be_chosen", "effetto_ordine"))
    return PowerholderTally(chances, abilities, _spread(data["vp"]), _spread(data["final_influence"]))


def _options(data: Mapping[str, Any]) -> GameOptions:
    difficulty: dict[str, Any] = {} if data["difficulty"] is None else {"difficulty": data["difficulty"]}
    return GameOptions(data["mode"], _number(data["players"]), arrangement=data["arrangement"], **difficulty)


def _setting(data: Mapping[str, Any]) -> SettingTally:
    scores = {(group, name): _score(one) for group, names in data["by"].items() for name, one in names.items()}
    scoring = {item: _spread(spread) for item, spread in data["scoring"].items()}
    return SettingTally(_spread(data["decisions"]), _number(data["tied"]), _spread(data["vp"]), scoring, scores)


def _score(data: Mapping[str, Any]) -> Score:
    if not data["games"]:
        return Score()
    return Score(_spread(data["vp"]), _number(data["won"]), _counter(data["shares"]), _counter(data["sides"]))


def _pair(data: Mapping[str, Any]) -> Counter[int]:
    counts = {1: _number(data["above"]), 0: _number(data["level"]), -1: _number(data["below"])}
    return Counter({rank: often for rank, often in counts.items() if often})


def _spread(data: Mapping[str, Any]) -> Spread:
    return Spread(_counter(data["counts"]) if data["count"] else Counter())


def _counter(data: Mapping[str, Any]) -> Counter[int]:
    return Counter({_whole(name): _number(often) for name, often in data.items()})


def _whole(name: str) -> int:
    """A whole number as the keys of an object have it."""
    if len(name) > 9 or str(int(name)) != name:
        raise ValueError(f"{name[:20]!r} is no whole number")
    return int(name)


def _number(found: object) -> int:
    """A count."""
    if type(found) is not int or not 0 <= found < 2**63:
        raise ValueError("a count is a whole number from 0 on")
    return found
