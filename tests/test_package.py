"""The package as a user finds it: its names, its version, its types, and what importing it costs."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata, resources
from pathlib import Path
from textwrap import dedent

import pytest

import serviam_rules
from serviam_rules.bundle import bundle

PROJECT = Path(__file__).resolve().parents[1]

#: The public names that frontends and packs rely on.
PUBLIC = """
    load_ruleset new_game start apply legal_actions view determinize events_for explain_illegal chance
    Offer Choose Pass to_json state_from_json action_from_json
    Replay ServiamError IllegalAction PackError RulesetMismatch
""".split()

#: Needed to read a pack, never to play.
HEAVY = ("ruamel", "jsonschema", "cattrs")


def fresh(code: str, cwd: Path | None = None) -> str:
    """What a fresh interpreter prints that runs this code."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name_is_there(name: str) -> None:
    assert getattr(serviam_rules, name) is not None
    assert name in serviam_rules.__all__
    assert name in dir(serviam_rules)


def test_all_names_exist_once() -> None:
    names = list(serviam_rules.__all__)
    assert [name for name in names if not hasattr(serviam_rules, name)] == []
    assert len(set(names)) == len(names)


def test_an_unknown_name_is_an_attribute_error() -> None:
    name = "no_such_name"
    with pytest.raises(AttributeError, match=name):
        getattr(serviam_rules, name)


def test_the_version_stands_everywhere_alike() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert serviam_rules.__version__ == metadata.version("serviam-rules") == project["version"]


def test_the_package_is_typed() -> None:
    assert resources.files("serviam_rules").joinpath("py.typed").is_file()


def test_importing_loads_nothing_heavy() -> None:
    found = fresh(f"import sys, serviam_rules; print([name for name in {HEAVY} if name in sys.modules])")
    assert found == "[]"


def test_playing_loads_nothing_heavy() -> None:
    if not resources.files("serviam_rules").joinpath("_data", "bundle.json").is_file():
        pytest.skip("a checkout reads its YAML; .ci/run tries the same with an installed wheel")
    code = "import sys; from serviam_rules import load_ruleset, new_game; new_game(load_ruleset(), seed=1)"
    assert fresh(f"{code}; print([name for name in {HEAVY} if name in sys.modules])") == "[]"


def test_an_installed_library_carries_the_programs_of_its_cards_as_python() -> None:
    if not resources.files("serviam_rules").joinpath("_data", "bundle.json").is_file():
        pytest.skip("a checkout writes them when they are needed; .ci/run tries this with an installed wheel")
    code = "from serviam_rules import load_ruleset; from serviam_rules.effects.link import tables"
    assert fresh(f"{code}; print(bool(tables(load_ruleset()).functions.ready))") == "True"


#: What playing may load of this library at most, in modules, and in classes that they hold.
MOST_MODULES, MOST_CLASSES = 36, 188


def test_playing_loads_no_word_of_the_card_language_and_no_attrs() -> None:
    """What the clock cannot tell on a busy machine: how much is loaded and made before the first action."""
    code = """
        import gc, sys
        import serviam_rules.game, serviam_rules.loading
        ours = [name for name in sys.modules if name.startswith("serviam_rules")]
        made = [one for one in gc.get_objects() if isinstance(one, type) and one.__module__ in ours]
        print(len(ours), len(made), sorted({"attr", "inspect", "ast", "serviam_rules.effects.node"} & {*sys.modules}))
    """
    modules, classes, others = fresh(dedent(code)).split(maxsplit=2)
    assert others == "[]"
    assert int(modules) <= MOST_MODULES
    assert int(classes) <= MOST_CLASSES


def test_an_installed_library_plays_without_the_words_of_its_cards() -> None:
    if not resources.files("serviam_rules").joinpath("_data", "bundle.json").is_file():
        pytest.skip("a checkout writes the programs when they are needed; .ci/run tries this with an installed wheel")
    code = """
        import sys
        from serviam_rules import apply, legal_actions, load_ruleset, new_game
        state = new_game(load_ruleset(), players=4, seed=1)
        apply(state, legal_actions(state)[0])
        print(sorted({"attr", "serviam_rules.effects.node"} & {*sys.modules}))
    """
    assert fresh(dedent(code)) == "[]"


def test_the_cards_are_found_from_anywhere(tmp_path: Path) -> None:
    code = "from serviam_rules import load_ruleset; print(len(load_ruleset().powerholders))"
    assert fresh(code, cwd=tmp_path) == "9"


@pytest.fixture(scope="module")
def zipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library as one zip file."""
    folder = tmp_path_factory.mktemp("a folder é")
    package = PROJECT / "serviam_rules"
    with zipfile.ZipFile(folder / "lib.zip", "w") as archive:
        for file in sorted(package.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts and "_data" not in file.parts:
                archive.write(file, file.relative_to(PROJECT))
        archive.writestr("serviam_rules/_data/bundle.json", json.dumps(bundle(PROJECT / "cards")))
    return folder


@pytest.mark.parametrize(
    "command",
    [  # as after an installation, too, nothing but the bundle has been read before
        "show kurt --locale ja",
        "show --list",
        "show kurt --code",
        "show irma --svg",
        "show bribe --json",
        "check",
        "check --missing",
        "provenance",
        "schema",
        "schema typescript",
        "schema state",
        "schema gift",
        "words",
        "words move --json",
        "simulate --games 2",
        "completion bash",
        "play --seed 1",
    ],
)
@pytest.mark.parametrize("where", ["lib.zip", "{}/lib.zip"], ids=["relative", "absolute"])
def test_the_library_works_in_a_zip_file(zipped: Path, where: str, command: str) -> None:
    """Named as people name it on `sys.path`, from the folder where it lies or by its whole path."""
    start = f"import sys; sys.path.insert(0, {where.format(zipped)!r})"
    check = "from serviam_rules import __file__ as at, cli; assert 'lib.zip' in at"
    assert fresh(f"{start}; import serviam_rules.cli; {check}; sys.exit(cli.main({command.split()!r}))", cwd=zipped)
