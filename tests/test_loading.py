"""Rulesets: where they come from, that equal ones are one object, and what loading them costs."""

from __future__ import annotations

import ast
import copy
import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import serviam_rules
from serviam_rules import PackError, ServiamError, UsageError, check_packs, load_ruleset, loading, new_game
from serviam_rules.bundle import bundle, folded, write
from serviam_rules.cards import fingerprint
from serviam_rules.model import Ruleset, unfolded
from serviam_rules.packs.installed import folder_of, installed
from serviam_rules.values import freeze, thaw

PROJECT = Path(__file__).resolve().parents[1]
PACKS = Path(__file__).parent / "data" / "packs"
SPURS = PACKS / "good" / "spurs"
HEAVY = ("ruamel", "jsonschema", "cattrs", "pathlib", "importlib.resources", "importlib.metadata")


# ---- one object for one content


def test_loading_twice_gives_the_same_object(rules: Ruleset) -> None:
    assert load_ruleset() is rules
    assert load_ruleset(SPURS) is load_ruleset(str(SPURS))
    assert load_ruleset(SPURS) is not rules


def test_a_ruleset_comes_back_from_a_pickle_as_itself(rules: Ruleset) -> None:
    ours = load_ruleset(SPURS)
    assert pickle.loads(pickle.dumps(rules)) is rules
    assert pickle.loads(pickle.dumps(ours)) is ours
    assert copy.deepcopy(ours) is ours
    state = new_game(ours, players=2, seed=1)
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.ruleset is ours


def test_merged_data_makes_the_same_ruleset_again(rules: Ruleset) -> None:
    assert loading.restore(rules.source) is rules
    other = thaw(rules.source)
    other["set"]["turn"]["turns"] = 5
    assert loading.restore(freeze(other)).numbers.turn.turns == 5


def test_an_edited_pack_is_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "spurs"
    shutil.copytree(SPURS, folder)
    before = load_ruleset(folder)
    card = folder / "gifts" / "silver-spurs.yaml"
    card.write_text(card.read_text(encoding="utf-8").replace("copies: 2", "copies: 3"), encoding="utf-8")
    assert load_ruleset(folder).gifts["silver-spurs"].copies == 3
    assert before.gifts["silver-spurs"].copies == 2


# ---- what cannot be loaded


@pytest.mark.parametrize(
    ("pack", "says"),
    [
        ("no/such/folder", "no folder and no installed pack is called 'no/such/folder'"),
        ("", "no folder and no installed pack is called ''"),
        ("nul\0byte", "no folder and no installed pack"),
        (str(SPURS / "pack.yaml"), "no folder and no installed pack"),
        (None, "a pack is a folder, or the name of an installed pack, not None"),
        (["a", "b"], "not ['a', 'b']; give each one by itself"),
        (b"bytes", "not b'bytes'"),
        (5, "not 5"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("call", [load_ruleset, check_packs])
def test_what_is_no_pack_is_wrong_usage(call: Callable[..., Any], pack: Any, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        call(pack)
    assert says in str(caught.value)


def test_a_broken_pack_changes_nothing(rules: Ruleset) -> None:
    with pytest.raises(PackError):
        load_ruleset(PACKS / "bad" / "keys")
    assert load_ruleset() is rules


def test_pack_errors_can_be_pickled() -> None:
    with pytest.raises(PackError) as caught:
        load_ruleset(PACKS / "bad" / "keys")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.problems, str(again)) == (caught.value.problems, str(caught.value))


# ---- installed packs


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path with a distribution that brings two packs; importing it would fail."""
    shutil.copytree(SPURS, tmp_path / "spurs_of_silver" / "spurs")
    for package in ("spurs_of_silver", "spurs_of_silver/spurs"):
        (tmp_path / package / "__init__.py").write_text("raise RuntimeError('nothing of a pack is run')\n")
    info = tmp_path / "spurs_of_silver-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: spurs-of-silver\nVersion: 1.0\n")
    points = "[serviam_rules.packs]\nsilver = spurs_of_silver.spurs\ngone = spurs_of_silver.gone\n"
    (info / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_installed_packs_are_found_and_not_run(site: Path, rules: Ruleset) -> None:
    found = {name: [point.value for point in points] for name, points in installed().items()}
    assert found == {"gone": ["spurs_of_silver.gone"], "silver": ["spurs_of_silver.spurs"]}
    assert folder_of("spurs_of_silver.spurs") == site / "spurs_of_silver" / "spurs"
    assert "silver-spurs" in load_ruleset("silver").gifts
    assert "spurs_of_silver" not in sys.modules
    assert load_ruleset() is rules, "an installed pack is not active by itself"


def test_a_pack_whose_package_is_gone_is_told_with_who_brought_it(site: Path) -> None:
    said = r"'gone' should lie in the package 'spurs_of_silver.gone' of spurs-of-silver, which is not there; install"
    with pytest.raises(UsageError, match=said):
        load_ruleset("gone")


def test_a_pack_that_two_distributions_claim_is_neither(site: Path) -> None:
    info = site / "other_spurs-2.0.dist-info"
    shutil.copytree(SPURS, site / "other_spurs")
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-spurs\nVersion: 2.0\n")
    (info / "entry_points.txt").write_text("[serviam_rules.packs]\nsilver = other_spurs\n")
    said = r"other-spurs \(other_spurs\) and spurs-of-silver \(spurs_of_silver.spurs\) both bring a pack 'silver'"
    with pytest.raises(UsageError, match=said):
        load_ruleset("silver")
    assert "silver-spurs" in load_ruleset(site / "other_spurs").gifts


@pytest.mark.parametrize("name", ["silvre"])
def test_packs_that_are_not_installed(site: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"installed packs: 'gone', 'silver'"):
        load_ruleset(name)


@pytest.mark.parametrize("package", ["no_such_package", "os.path", "json.decoder", "xml.no"])
def test_packages_without_a_folder(package: str) -> None:
    assert folder_of(package) is None


# ---- the wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as a wheel has it: with the bundle, outside any checkout."""
    place = tmp_path_factory.mktemp("wheel")
    package = place / "serviam_rules"
    shutil.copytree(PROJECT / "serviam_rules", package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "_data").mkdir()
    write(PROJECT / "cards", package / "_data" / "bundle.json")
    return place


def in_wheel(wheel: Path, code: str) -> Any:
    """What a fresh interpreter that knows only this package prints, as data."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=wheel.parent,
        env={**os.environ, "PYTHONPATH": str(wheel)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return ast.literal_eval(done.stdout)


def test_the_bundle_is_what_the_yaml_says(wheel: Path, rules: Ruleset) -> None:
    read = json.loads((wheel / "serviam_rules" / "_data" / "bundle.json").read_text(encoding="utf-8"))
    assert read == folded(bundle(PROJECT / "cards"))
    source = unfolded(read["source"])
    assert read["source_print"] == fingerprint(source)
    assert read["ruleset_print"] == fingerprint(read["card_prints"]) == rules.fingerprint
    assert freeze(source) == rules.source
    assert list(source["set"]["organisations"]) == list(rules.organisations)


def test_a_faulty_set_makes_no_bundle(tmp_path: Path) -> None:
    cards, target = tmp_path / "cards", tmp_path / "bundle.json"
    shutil.copytree(PROJECT / "cards", cards)
    (cards / "gifts" / "alms.yaml").unlink()
    with pytest.raises(PackError, match="deck-count"):
        write(cards, target)
    assert not target.exists()


def test_playing_from_the_wheel_loads_nothing_heavy(wheel: Path, rules: Ruleset) -> None:
    code = "import sys; from serviam_rules import load_ruleset; rules = load_ruleset()"
    code += f"; print((rules.fingerprint, rules is load_ruleset(), [name for name in {HEAVY} if name in sys.modules]))"
    assert in_wheel(wheel, code) == (rules.fingerprint, True, [])


def test_packs_are_merged_onto_the_bundle(wheel: Path) -> None:
    code = f"from serviam_rules import load_ruleset; print((load_ruleset({str(SPURS)!r}).fingerprint,))"
    assert in_wheel(wheel, code) == (load_ruleset(SPURS).fingerprint,)


def test_a_conflict_with_the_bundle_names_both_files(wheel: Path) -> None:
    taken = PACKS / "bad" / "taken"
    code = f"from serviam_rules import check_packs; print([str(one) for one in check_packs({str(taken)!r}).problems])"
    found = in_wheel(wheel, code)
    assert found == [str(problem) for problem in check_packs(taken).problems]
    assert any("serviam: gifts/alms.yaml" in line for line in found)


def test_without_bundle_and_checkout_the_error_says_so(wheel: Path, tmp_path: Path) -> None:
    shutil.copytree(
        wheel / "serviam_rules", tmp_path / "serviam_rules", ignore=shutil.ignore_patterns("_data", "__pycache__")
    )
    code = (
        "from serviam_rules import ServiamError, load_ruleset\n"
        "try: load_ruleset()\n"
        "except ServiamError as error: print((str(error),))"
    )
    assert "the reference set is missing" in in_wheel(tmp_path, code)[0]


# ---- the door


def test_the_door_knows_where_its_names_live() -> None:
    tree = ast.parse(Path(serviam_rules.__file__).read_text(encoding="utf-8"))
    typed = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("serviam_rules.")
        for alias in node.names
    }
    modules: dict[str, str] = serviam_rules._MODULE_OF
    assert typed == set(modules) | {"VERSION"}
    assert set(serviam_rules.__all__) == {*modules, "__version__"}
    assert sorted(serviam_rules.__all__) == list(serviam_rules.__all__)
    assert set(serviam_rules.__all__) <= set(dir(serviam_rules))


def test_importing_costs_next_to_nothing(wheel: Path) -> None:
    code = "import sys; before = set(sys.modules); import serviam_rules; print(sorted(set(sys.modules) - before))"
    assert in_wheel(wheel, code) == ["__future__", "serviam_rules", "serviam_rules.version"]


def test_errors_are_of_one_family() -> None:
    assert issubclass(PackError, ServiamError)
    assert issubclass(UsageError, ServiamError)
