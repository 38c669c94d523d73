"""The report of results as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from serviam_rules.cli.terminal import Table, print_table, say
from serviam_rules.model import Ruleset
from serviam_rules.rules.options import GameOptions
from serviam_rules.simulation.results import Results
from serviam_rules.simulation.tally import GiftTally, Score, SettingTally, Spread, Tally, share
from serviam_rules.values import BAZZI_BETTI

_SPREAD = ("mean", "sd", "min", "max")
_ORDER = ("first", "second", "third", "fourth")


def print_report(rules: Ruleset, found: Results) -> None:
    """Print every table that has something to say."""
    plan, tally = found.plan, found.tally
    packs = ", ".join(f"{pack.id} {pack.version}" for pack in rules.packs)
    part = "" if found.complete else f" of {plan.games}"
    say(f"{tally.games}{part} games, seed {plan.seed}, bots: {', '.join(dict.fromkeys(plan.bots))}")
    say(f"cards: {packs} ({rules.fingerprint[:8]})")
    for table in _tables(rules, tally):
        if table.rows:
            print_table(table)


def _average(tally: Tally) -> float:
    """VP gained in a turn, over all turns with an offer."""
    return tally.turns.mean if tally.turns.count else 0.0


def _tables(rules: Ruleset, tally: Tally) -> Iterator[Table]:
    yield _games(rules, tally)
    yield _results(rules, tally)
    yield _solo(rules, tally)
    yield _gifts(rules, tally)
    yield _powerholders(rules, tally)
    yield _rivals(rules, tally)


# ---- games and sides


def _games(rules: Ruleset, tally: Tally) -> Table:
    items = [item.id for item in rules.numbers.scoring]
    rows = [
        (
            setting.name,
            str(one.length.count),
            f"{one.length.mean:.1f}",
            *_spread(one.vp),
            *(f"{one.scoring[item].mean:.1f}" for item in items),
            str(one.ties),
        )
        for setting, one in sorted(tally.settings.items(), key=_by_size)
    ]
    columns = ("played", "games", "decisions", "VP mean", *_SPREAD[1:], *items, "tied")
    note = f"{', '.join(items)}: VP from the final scoring, on average" if items else ""
    return Table("Games", columns, rows, note=note)


def _by_size(item: tuple[GameOptions, SettingTally]) -> tuple[bool, int]:
    """The order of settings in the report: by players, solo last, its difficulties as they are."""
    return item[0].mode == "solo", item[0].players


def _results(rules: Ruleset, tally: Tally) -> Table:
    """How seats, families and bots did in games of several players; families and bots of solo games stand apart."""
    rows: list[Sequence[str]] = []
    for group, word in (("seat", "seat"), ("order", "turn"), ("family", "family"), ("bot", "bot")):
        found = tally.group(group, "standard")
        if group != "bot" or len(found) > 1:
            rows += [
                (word, side_name(rules, group, name), *_score(found[name])) for name in _names(rules, group, found)
            ]
    note = "won: of a win shared by two each has half; fair: what somebody as good as all others would win"
    columns = ("by", "who", "games", "won", "fair", "VP mean", *_SPREAD[1:])
    return Table("Results of games of several players", columns, rows, left=2, note=note)


def _names(rules: Ruleset, group: str, found: Iterable[str]) -> list[str]:
    """The names of a group in their order."""
    return [family for family in rules.families if family in found] if group == "family" else sorted(found)


def side_name(rules: Ruleset, group: str, name: str) -> str:
    """The name of a side in a group, for people."""
    if group == "family":
        return rules.families[name].name
    if group == "order":
        return _ORDER[int(name)] if int(name) < len(_ORDER) else str(int(name) + 1)
    return str(int(name) + 1) if group == "seat" else name


def _score(score: Score) -> tuple[str, ...]:
    return str(score.games), _percent(100 * score.wins), _percent(100 * score.fair), *_spread(score.vp)


def _solo(rules: Ruleset, tally: Tally) -> Table:
    rows: list[Sequence[str]] = []
    for setting, one in tally.settings.items():
        if setting.mode == "solo":
            you, they = one.score("seat", "0"), one.score("side", BAZZI_BETTI)
            lost = you.games - you.won - you.shared
            vp = f"{you.vp.mean:.1f}", f"{you.vp.sd:.1f}", f"{they.vp.mean:.1f}", f"{they.vp.sd:.1f}"
            rows.append((str(setting.difficulty), str(you.games), str(you.won), str(you.shared), str(lost), *vp))
    columns = ("difficulty", "games", "won", "shared", "lost", "VP mean", "sd", "theirs", "sd")
    family = rules.families[rules.numbers.solo.family].name if rules.numbers.solo else ""
    return Table(f"Solo: against {family}", columns, rows)


# ---- cards


def _gifts(rules: Ruleset, tally: Tally) -> Table:
    """Every gift, the most valuable first."""
    average = _average(tally)
    rows = [
        (
            rules.gifts[gift].name,
            _mark(rules, gift),
            str(one.gained.count),
            _percent(share(one.gained.count, one.chances)),
            *_worth(one.gained, average),
            _percent(share(one.left, one.came)),
        )
        for gift, one in sorted(tally.gifts.items(), key=_by_worth)
    ]
    note = (
        "C conspiracy mark, L threat letter; of hands: of the hands it was in when somebody offered; VP: gained in the "
        f"turn it was offered; worth: that less the mean of all turns, {average:.2f}; kept: left in a hand at the end"
    )
    return Table("Gifts", ("gift", "mark", "offered", "of hands", "VP", "worth", "kept"), rows, left=2, note=note)


def _mark(rules: Ruleset, gift: str) -> str:
    """C for the conspiracy mark, L for a threat letter."""
    card = rules.gifts[gift]
    return "C" * card.conspiracy + "L" * card.threat_letter


def _by_worth(item: tuple[str, GiftTally]) -> tuple[float, str]:
    gained = item[1].gained
    return -gained.mean if gained.count else 99.0, item[0]


def _powerholders(rules: Ruleset, tally: Tally) -> Table:
    average, found = _average(tally), tally.powerholders
    rows = [
        (
            card.name,
            rules.organisations[card.organisation].name,
            "*" * card.rank,
            str(found[who].gained.count),
            _percent(share(found[who].gained.count, found[who].chances)),
            *_worth(found[who].gained, average),
            str(found[who].abilities),
            f"{found[who].final.mean:.2f}",
        )
        for who, card in rules.powerholders.items()
        if who in found and found[who].final.count
    ]
    columns = ("powerholder", "of", "rank", "chosen", "share", "VP", "worth", "effetto", "final")
    note = (
        "share: of the turns in which they could be chosen; effetto: how often EFFETTO ORDINE came; "
        "final: influence at the end"
    )
    return Table("Powerholders as recipients", columns, rows, left=3, note=note)


def _rivals(rules: Ruleset, tally: Tally) -> Table:
    rows = [
        (
            rules.rivals[rival].name,
            str(one.score.games),
            _percent(share(one.score.won, one.score.games)),
            f"{one.score.vp.mean:.1f}",
            str(one.abilities),
        )
        for rival, one in sorted(tally.rivals.items())
        if one.score.games
    ]
    return Table("Rivals face up at the end", ("rival", "games", "won", "VP mean", "abilities"), rows)


def _spread(spread: Spread) -> tuple[str, ...]:
    return f"{spread.mean:.1f}", f"{spread.sd:.1f}", str(spread.least), str(spread.most)


def _worth(gained: Spread, average: float) -> tuple[str, str]:
    return (f"{gained.mean:.2f}", f"{gained.mean - average:+.2f}") if gained.count else ("-", "-")


def _percent(number: float | None) -> str:
    return "-" if number is None else f"{number:.1f}%"
