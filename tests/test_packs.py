"""Packs: which files they have, how they are merged, and every problem that can be in them.

The packs under `data/packs/bad` say in comments (`# ! code code`) what is wrong with the line; those under
`data/packs/good` are in order.
"""

from __future__ import annotations

import ast
import os
import random
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import serviam_rules
from serviam_rules import apply, legal_actions, load_ruleset, new_game
from serviam_rules.errors import PackError, Problem
from serviam_rules.loading import check_packs
from serviam_rules.model import Ruleset
from serviam_rules.packs.folder import MOST_FILES, listing
from serviam_rules.packs.merge import Change, merge_patch
from serviam_rules.packs.pack import read_pack
from serviam_rules.packs.report import Report
from serviam_rules.packs.versions import fits
from serviam_rules.strict_yaml.limits import MAX_BYTES
from serviam_rules.values import freeze, thaw
from tests.test_source import BAD as BAD_YAML

DATA = Path(__file__).parent / "data" / "packs"
BAD = sorted(path.name for path in (DATA / "bad").iterdir())
GOOD = DATA / "good"
MANIFEST = 'id: {0}\nversion: "1.0.0"\ntitle: {0}\nformat: 1\n'


def marked(folder: Path) -> Counter[tuple[str, int, str]]:
    """File, line and code of every problem that the files of a pack say they have."""
    found: Counter[tuple[str, int, str]] = Counter()
    for path in folder.rglob("*.yaml"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if mark := re.search(r"# ! ([a-z0-9 -]+)$", line):
                found.update((path.relative_to(folder).as_posix(), number, code) for code in mark[1].split())
    return found


def found_in(folder: Path, report: Report) -> Counter[tuple[str, int, str]]:
    """File, line and code of every problem that was found."""
    return Counter((os.path.relpath(one.path, folder), one.line, one.code) for one in report.problems)


def write(folder: Path, **files: str) -> Path:
    """A pack with these files beside its `pack.yaml`; `__` in a name stands for a slash."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(MANIFEST.format(folder.name), encoding="utf-8")
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".yaml")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def codes(report: Report) -> list[str]:
    return [problem.code for problem in report.problems]


def only(report: Report) -> Problem:
    """The one problem."""
    (problem,) = report.problems
    return problem


GIFT = "id: {0}\nname: {0}\ncopies: 1\ncategory: null\nconspiracy: false\nicons:\n  - {{target: true, move: +1}}\n"
GIFT += "provenance: {{default: stand-in}}\n"


# ---- problems


@pytest.mark.parametrize("name", BAD)
def test_every_problem_is_told_at_its_line(name: str) -> None:
    folder = DATA / "bad" / name
    report = check_packs(folder)
    assert found_in(folder, report) == marked(folder), "\n".join(map(str, report.problems))
    for problem in report.problems:
        assert problem.column > 0
        assert "\n" not in problem.message
        assert problem.message[0] != problem.message[0].upper() or problem.message[0] in "'$\"[{0123456789+-"
        assert "valid under" not in problem.message
    order = [(problem.path, problem.line, problem.column) for problem in report.problems]
    pack = read_pack(folder, str(folder))
    assert order == sorted(order, key=lambda place: (pack.order.index(place[0]), place[1], place[2]))


def test_packs_with_errors_are_refused_as_a_whole() -> None:
    folder = DATA / "bad" / "dangling"
    with pytest.raises(PackError) as caught:
        load_ruleset(folder)
    assert caught.value.problems == check_packs(folder).problems
    assert str(folder / "gifts" / "g-two.yaml") + ":4:11: unknown-id: no organisation" in str(caught.value)


ELSEWHERE = {
    "unreadable-file", "too-many-files", "no-pack-file", "unknown-file", "link", "pack-twice", "no-rivals",
    "name-twice", "more-problems", "too-large",
}  # fmt: skip


#: Codes of one word; all others have a hyphen.
SHORT = set("alias always ambiguous anchor directive endless link never orphan tab tag twice untranslated".split())


def faults_in(path: Path) -> Iterator[str]:
    """Every code that a word of the language can give to a problem."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("Fault", ".report")):
            yield from (one.value for one in node.args if isinstance(one, ast.Constant) and type(one.value) is str)


def codes_in_source() -> set[str]:
    """Every code that can be given to a problem of a pack."""
    package = Path(serviam_rules.__file__).parent
    words: set[str] = set()
    for path in [*package.glob("schema/*.py"), *package.glob("packs/**/*.py"), *package.glob("effects/icons.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
    words |= {code for path in package.glob("effects/**/*.py") for code in faults_in(path)}
    return {word for word in words if re.fullmatch(r"[a-z]+(-[a-z0-9]+)+", word)} - {"stand-in", "utf-8"} | SHORT


def test_every_code_has_a_test() -> None:
    tested = {code for name in BAD for _, _, code in marked(DATA / "bad" / name)}
    tested |= {line.split()[1] for lines in BAD_YAML.values() for line in lines}
    assert codes_in_source() - tested - ELSEWHERE == set()


# ---- the files of a pack


def test_every_file_is_read_skipped_or_refused(tmp_path: Path) -> None:
    folder = write(tmp_path / "pack", gifts__b=GIFT.format("b"), gifts__a=GIFT.format("a"))
    for name in ("README.md", "LICENSE", "notes.txt", ".hidden", "pack.yaml~", "gifts/a.yaml.bak", "__init__.py"):
        (folder / name).write_text("anything")
    (folder / "cases").mkdir()
    (folder / "cases" / "first.yaml").write_text("anything")
    found = listing(folder, "pack")
    assert [file.shown for file in found.files] == ["pack/pack.yaml", "pack/gifts/a.yaml", "pack/gifts/b.yaml"]
    assert {name for name, _ in found.skipped} == {
        "pack/README.md", "pack/LICENSE", "pack/notes.txt", "pack/.hidden", "pack/pack.yaml~",
        "pack/gifts/a.yaml.bak", "pack/__init__.py", "pack/cases",
    }  # fmt: skip
    assert found.problems == ()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("set.yml", "no pack has a file 'set.yml' here; did you mean 'set.yaml'?"),
        ("alms.yaml", "no pack has a file 'alms.yaml' here"),
        ("gifts/alms.yml", "'alms.yml' is not read"),
        ("gifts/alms.YAML", "'alms.YAML' is not read"),
        ("gifts/Alms.yaml", "'Alms' cannot be an id"),
        ("gifts/alms.old.yaml", "'alms.old.yaml' is not read"),
        ("gifts/k'urt.yaml", "cannot be an id"),
        ("gifts/nul.yaml", "no file can have that name on Windows"),
        ("gifts/more/alms.yaml", "a folder stands among the gifts"),
        ("gfits/alms.yaml", "no pack has a folder 'gfits'; did you mean 'gifts'?"),
        ("locales/Japanese.yaml", "'Japanese' is no language code"),
    ],
)
def test_what_is_not_read_is_a_problem(tmp_path: Path, name: str, says: str) -> None:
    folder = write(tmp_path / "pack")
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("{}")
    problem = only(check_packs(folder))
    assert problem.code == "unknown-file"
    assert says in problem.message


def test_the_order_of_files_is_not_the_system_s(tmp_path: Path) -> None:
    names = ["a-10", "a-2", "a-02", "b", "a", "z", "aa"]
    digests = set()
    for seed in range(4):
        random.Random(seed).shuffle(names)
        folder = write(tmp_path / str(seed) / "pack", **{f"gifts__{name}": GIFT.format(name) for name in names})
        report = check_packs(folder)
        assert report.source is not None
        digests.add(str(report.source))
        assert [file.name for file in listing(folder, "").files[1:]] == sorted(names)
    assert len(digests) == 1


def test_links_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("id: secret")
    folder = write(tmp_path / "pack")
    (folder / "gifts").mkdir()
    try:
        (folder / "gifts" / "secret.yaml").symlink_to(secret)
        (folder / "rivals").symlink_to(tmp_path, target_is_directory=True)
        (folder / "set.yaml").symlink_to("pack.yaml")
    except OSError:
        pytest.skip("no symbolic links here")
    report = check_packs(folder)
    assert codes(report) == ["link"] * 3
    assert "secret" not in {problem.message for problem in report.problems}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    folder = write(tmp_path / "pack")
    (folder / "gifts").mkdir()
    os.mkfifo(folder / "gifts" / "alms.yaml")
    assert codes(check_packs(folder)) == ["unreadable-file"]


@pytest.mark.skipif(sys.platform == "win32", reason="such names cannot be there")
def test_names_that_no_text_can_hold(tmp_path: Path) -> None:
    folder = write(tmp_path / "pack")
    (folder / "gifts").mkdir()
    try:
        (Path(os.fsdecode(os.fsencode(folder) + b"/gifts/al\xffms.yaml"))).write_text("{}")
    except OSError:
        pytest.skip("this file system takes UTF-8 only")
    problem = only(check_packs(folder))
    str(problem).encode("utf-8")


def test_a_folder_without_pack_yaml(tmp_path: Path) -> None:
    assert codes(check_packs(tmp_path)) == ["no-pack-file"]


def test_too_many_files(tmp_path: Path) -> None:
    folder = write(tmp_path / "pack")
    (folder / "gifts").mkdir()
    for number in range(MOST_FILES):
        (folder / "gifts" / f"g-{number}.yaml").touch()
    assert codes(check_packs(folder)) == ["too-many-files"]


def test_too_large_a_file_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    folder = write(tmp_path / "pack", gifts__big="# " + "x" * MAX_BYTES, gifts__bad=GIFT.format("Bad"))
    assert codes(check_packs(folder)) == ["bad-id", "too-large"]


# ---- merging


def load(*names: str) -> Ruleset:
    return load_ruleset(*(GOOD / name for name in names))


def test_a_new_gift_is_played(rules: Ruleset) -> None:
    ours = load("spurs")
    assert set(ours.gifts) - set(rules.gifts) == {"silver-spurs"}
    assert list(ours.gifts) == sorted(ours.gifts)
    assert ours.numbers.gift_deck == rules.numbers.gift_deck + 2
    state = new_game(ours, players=2, seed=1)
    assert Counter(state.gift_deck)["silver-spurs"] + sum(p.hand.count("silver-spurs") for p in state.players) == 2
    assert ours.source["locales"]["ja"]["names"]["gifts"]["silver-spurs"]["name"] == "銀の拍車"


@pytest.mark.parametrize(
    "packs", [("spurs",), ("changes",), ("changes", "after"), ("guild",), ("francais",), ("guild", "spurs", "francais")]
)
def test_games_with_packs_come_to_an_end(packs: tuple[str, ...]) -> None:
    rules = load(*packs)
    modes: list[dict[str, Any]] = [{"players": rules.numbers.players.most}]
    modes += [{"mode": "solo"}] if rules.numbers.solo else []
    for options in modes:
        state, chance = new_game(rules, seed=5, **options), random.Random(5)
        while not state.is_over:
            state, _ = apply(state, chance.choice(legal_actions(state)))
        assert all(player.turns_taken == rules.numbers.turn.turns for player in state.players)


def test_what_a_pack_says_takes_the_place_of_what_was(rules: Ruleset) -> None:
    ours = load("changes")
    assert "portrait" not in ours.gifts
    assert (ours.gifts["alms"].copies, ours.gifts["alms"].category) == (4, None)
    assert thaw(ours.gifts["incense"].icons) == [{"target": True, "move": 3}]
    assert ours.gifts["incense"].copies == rules.gifts["incense"].copies
    assert ours.rivals["irma"].ability.when is None
    assert ours.rivals["irma"].ability.do == rules.rivals["irma"].ability.do
    assert ours.numbers.turn.turns == 5
    assert ours.numbers.tracks["kurt"].spaces == (0, 1, 2, 3, 4, 5)
    assert (ours.numbers.tracks["kurt"].start, ours.numbers.tracks["kurt"].solo_start) == (0, 2)
    assert ours.numbers.tracks["dario"].spaces == (-2, 0, 1, 3)
    assert ours.numbers.turn.expansion == rules.numbers.turn.expansion


def test_a_later_pack_sees_what_an_earlier_one_has_made() -> None:
    ours = load("changes", "after")
    assert (ours.gifts["alms"].name, ours.gifts["alms"].copies) == ("Greater alms", 1)
    assert thaw(ours.gifts["spice"].icons) == [{"double": "dario", "move": -1}]
    assert ours.numbers.gift_deck == 34
    assert [pack.id for pack in ours.packs] == ["serviam", "changes", "after"]


def test_what_packs_have_changed_is_told() -> None:
    report = check_packs(GOOD / "changes", GOOD / "after")
    assert set(report.changes) == {
        Change("removed", "gift", "portrait", "changes"),
        Change("replaced", "gift", "alms", "changes"),
        Change("patched", "gift", "incense", "changes"),
        Change("patched", "rival", "irma", "changes"),
        Change("patched", "set", "set", "changes"),
        Change("patched", "gift", "alms", "after"),
        Change("patched", "gift", "spice", "after"),
    }


def test_a_merged_card_remembers_the_file_of_each_part(tmp_path: Path) -> None:
    first = write(tmp_path / "first", gifts__lamp=GIFT.format("lamp"))
    second = write(tmp_path / "second", gifts__lamp="id: lamp\npatches: true\n\ncategory: cult\n")
    third = write(tmp_path / "third", gifts__lamp="id: lamp\npatches: true\nicons:\n  - {holder: krut, move: +1}\n")
    problem = only(check_packs(first, second, third))
    assert (problem.path, problem.line, problem.code) == (str(third / "gifts" / "lamp.yaml"), 4, "unknown-id")
    origin = check_packs(first, second).origins["gift", "lamp"]
    assert origin.line(("copies",)) == f"{first}/gifts/lamp.yaml:3"
    assert origin.line(("category",)) == f"{second}/gifts/lamp.yaml:4"


def test_the_order_of_packs_is_what_counts(tmp_path: Path) -> None:
    one = write(tmp_path / "one", gifts__alms="id: alms\npatches: true\ncopies: 3\n")
    two = write(tmp_path / "two", gifts__alms="id: alms\npatches: true\ncopies: 4\n")
    assert load_ruleset(one, two).gifts["alms"].copies == 4
    assert load_ruleset(two, one).gifts["alms"].copies == 3


def test_packs_are_given_once(tmp_path: Path) -> None:
    folder = write(tmp_path / "pack")
    assert codes(check_packs(folder, folder)) == ["pack-twice"]


def test_an_error_names_both_files(tmp_path: Path) -> None:
    one = write(tmp_path / "one", gifts__lamp=GIFT.format("lamp"))
    two = write(tmp_path / "two", gifts__lamp=GIFT.format("lamp"))
    problem = only(check_packs(one, two))
    assert (problem.path, problem.code) == (str(two / "gifts" / "lamp.yaml"), "id-taken")
    assert f"{one}/gifts/lamp.yaml" in problem.message
    base = only(check_packs(write(tmp_path / "three", gifts__alms=GIFT.format("alms"))))
    assert "serviam: gifts/alms.yaml" in base.message


def test_a_removed_card_is_told_where_it_is_missed(tmp_path: Path) -> None:
    folder = write(tmp_path / "pack")
    with (folder / "pack.yaml").open("a") as file:
        file.write("remove: [kurt]\n")
    report = check_packs(folder)
    sabre = next(one for one in report.problems if one.path == "serviam: gifts/ceremonial-sabre.yaml")
    assert sabre.message.startswith("no powerholder is called 'kurt'; ")
    assert f"{folder}/pack.yaml:5 removes it" in sabre.message


def test_a_solo_game_needs_rivals(tmp_path: Path) -> None:
    folder = write(tmp_path / "pack")
    with (folder / "pack.yaml").open("a") as file:
        file.write("remove: [bianca, celeste, irma, nicolo, ruggero]\n")
    assert codes(check_packs(folder)) == ["no-rivals"]


def test_the_reference_set_can_be_checked_by_itself(rules: Ruleset) -> None:
    cards = Path(__file__).resolve().parents[1] / "cards"
    report = check_packs(cards)
    assert (report.problems, report.changes) == ((), ())
    assert report.source is not None
    assert freeze(report.source) == rules.source


def test_a_pack_that_stands_in_for_the_reference_set(tmp_path: Path, rules: Ruleset) -> None:
    mine = tmp_path / "mine"
    shutil.copytree(Path(__file__).resolve().parents[1] / "cards", mine)
    alms = mine / "gifts" / "alms.yaml"
    alms.write_text(alms.read_text(encoding="utf-8").replace("copies: 2", "copies: 3"), encoding="utf-8")
    problem = only(check_packs(mine))
    assert (problem.code, problem.path) == ("deck-count", str(mine / "set.yaml"))
    assert rules.gifts["alms"].copies == 2


#: The examples of RFC 7396, appendix A.
MERGES: list[tuple[Any, Any, Any]] = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]


@pytest.mark.parametrize(("old", "patch", "merged"), MERGES)
def test_patches_are_merged_as_the_rfc_says(old: Any, patch: Any, merged: Any) -> None:
    assert merge_patch(old, patch) == merged


def test_ranges_of_versions() -> None:
    assert fits("1.4.2", ">=1,<2")
    assert fits("1.4", "==1.4.0")
    assert fits("2", " > 1.9.9 , != 2.0.1 ")
    assert not fits("2.0.0", ">=1,<2")
    assert not fits("1.10.0", "<=1.9")


# ---- languages


def test_a_pack_in_another_language_brings_it_along(rules: Ruleset) -> None:
    ours = load("francais")
    assert "fr" in ours.locales
    french = ours.source["locales"]["fr"]["names"]
    assert french["gifts"]["gants"] == {"name": "Gants de soie", "aliases": ("Gants",), "provenance": "stand-in"}
    assert french["gifts"]["bribe"] == {"name": "Pot-de-vin", "provenance": "stand-in"}
    assert french["families"]["valdrada"] == {"name": "Valdrade"}
    assert ours.gifts["gants"].name == "Silk gloves"
    assert ours.gifts["masque"].name == "Masque"
    assert ours.gifts["bribe"].name == "Bribe"
    assert ours.families["valdrada"].name == rules.families["valdrada"].name
    assert ours.fingerprint != rules.fingerprint


def test_a_translation_changes_no_rule(rules: Ruleset) -> None:
    ours = load("words")
    assert ours.fingerprint == rules.fingerprint
    assert ours == rules
    assert ours.gifts["bribe"].name == "Little something"
    assert ours.gifts["bribe"].aliases == ("Backhander",)
    assert ours.organisations["army"].name == "Royal Army"
    assert ours.source["locales"]["ja"]["names"]["gifts"]["bribe"]["name"] == "袖の下"
    assert ours.source["locales"]["it"]["phrases"] == {"marks": {"brackets": "[{text}]"}}


def test_what_a_translation_leaves_out_is_told_once() -> None:
    problem = only(check_packs(GOOD / "words"))
    assert (problem.code, problem.severity) == ("untranslated", "warning")
    assert "gifts/alms" in problem.message


# ---- messages


def messages(folder: str) -> Iterator[str]:
    for problem in check_packs(DATA / "bad" / folder).problems:
        yield f"{Path(problem.path).name}:{problem.line} {problem.message} ({problem.where})"


@pytest.mark.parametrize(
    ("folder", "says"),
    [
        ("keys", "misspelt.yaml:6 'conspiricy' is no key of a gift; did you mean 'conspiracy'?"),
        ("keys", "plural.yaml:7 'icon' is no key of a gift; did you mean 'icons'?"),
        ("keys", "arguments.yaml:8 'bi' is no key of 'move'; did you mean 'by'?"),
        ("keys", "arguments.yaml:6 'move' needs 'by': how many spaces, to the right if positive"),
        ("words", "words.yaml:6 'moev' is no word for a step; did you mean 'move'?"),
        ("words", "words.yaml:12 a mapping ('rank') stands where a choice of powerholders belongs; say how many"),
        ("words", "words.yaml:17 'count' needs an argument: write {count: "),
        ("words", "choose 1, do 1, choose 1, do 1)"),
        ("dangling", "no powerholder is called 'krut'; did you mean 'kurt'?"),
        ("dangling", "no organisation is called 'crimson' (known: army, cult, assembly)"),
        ("dangling", "no icon is called 'hodler'; did you mean 'holder'?"),
        ("dangling", "(gift g-one, icon 1)"),
        ("short-deck", "serviam, short-deck: 4 players are dealt 9 gifts each"),
        ("taken", "no card of the packs before is called 'alsm'; did you mean 'alms'?"),
        ("taken", "no gift of the packs before is called 'warhose'; did you mean 'warhorse'?"),
        ("patch-clash", "take the old word away as well"),
        ("requires", "this pack needs serviam >=2, but serviam 1.0.0 is given"),
        ("requires", "which is not among the packs before it; did you mean 'serviam'?"),
        ("scoring", "bad/scoring/set.yaml:3); each has an id of its own"),
        ("base-id", "a pack with that id takes their place, and this one has no set.yaml: take another id"),
        ("too-long", "powerholder/leandro -> resolve -> gift/long-letter: this could take 7727 steps"),
        ("icons", "icon 'again' -> gift 'uses' -> resolve"),
        ("yaml", "one mapping has the key 'name' in line 2 and again in line 3"),
    ],
)
def test_messages_say_what_and_what_else(folder: str, says: str) -> None:
    found = list(messages(folder))
    assert any(says in message for message in found), "\n".join(found)
