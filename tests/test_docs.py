"""The documentation does what it says: blocks of the guides run, every page has its place and its translations.

Guides with `console` blocks, which show what is printed, are the matter of test_guides; here `sh` and `python` run.

A block that begins with `# a/path` (`//`, `<!-- ... -->` likewise) is written to that file; any other `sh` or `python`
block is run. Blocks of a page share one empty folder and run in order. A line `<!-- test: ... -->` before a block says
how:

    input A B C       lines for its standard input
    env NAME VALUE    an environment variable
    exit N            the exit status that is expected (0)
    says TEXT         what it must print, to the end of the line
    skip REASON       it is not run
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from ruamel.yaml import YAML

from serviam_rules import load_ruleset
from tools.site import translated
from tools.site.language import named

PROJECT = Path(__file__).resolve().parents[1]
DOCS = PROJECT / "docs"
TITLE = re.compile(r"\A(?:#|//|<!--) (\S+\.[a-z]+)(?: -->)?\n")
LANGUAGES = ("zh-Hans", "ja")
#: Pages that are there in every language.
EVERYWHERE = (
    "index.md",
    "guides/index.md",
    "guides/play.md",
    "guides/add-a-card.md",
    "guides/make-a-variant.md",
    "guides/cookbook.md",
    "guides/transcribe-your-copy.md",
    "guides/translate.md",
    "guides/bot.md",
    "guides/learn.md",
    "guides/frontend.md",
    "design/index.md",
    "design/house.md",
    "design/card-path.md",
    "design/language.md",
    "design/adding.md",
    "design/adding-an-op.md",
    "design/secrets.md",
    "design/chance-and-json.md",
    "design/decisions.md",
    "rules/rulebook.md",
    "reference/index.md",
    "reference/provenance.md",
)


class Block(NamedTuple):
    """A code block: its language, its text, the number of its first line, and how it is to be run."""

    language: str
    text: str
    line: int
    how: str


def blocks(page: Path) -> Iterator[Block]:
    """The code blocks of a page, in order."""
    opened, language, how, lines = 0, "", "", list[str]()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("```"):
            if opened:
                yield Block(language, "\n".join(lines) + "\n", opened + 1, how)
                opened, how = 0, ""
            else:
                opened, language, lines = number, line[3:].strip(), []
        elif opened:
            lines.append(line)
        elif line.startswith("<!-- test: "):
            how = line[len("<!-- test: ") : -len(" -->")]


def directives(how: str) -> dict[str, str]:
    """`input 1 2; exit 1` as a mapping. `says` takes the rest of the line."""
    found: dict[str, str] = {}
    while how:
        name, _, rest = how.partition(" ")
        if name in ("says", "skip", "input"):
            return {**found, name: rest}
        values = 2 if name == "env" else 1
        parts = rest.split(" ", values)
        found[name] = " ".join(parts[:values])
        how = parts[values] if len(parts) > values else ""
    return found


def guides() -> list[Path]:
    """The English pages with blocks to run."""
    pages = sorted(page for page in (DOCS / "guides").glob("*.md") if page.stem.count(".") == 0)
    return [*pages, DOCS / "design" / "adding-an-op.md"]


@pytest.mark.slow
@pytest.mark.parametrize("page", guides(), ids=lambda page: page.stem)
def test_every_block_of_a_guide_runs(page: Path, tmp_path: Path) -> None:
    for block in blocks(page):
        how = directives(block.how)
        title = TITLE.match(block.text)
        if title:
            target = tmp_path / title[1]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, encoding="utf-8")
        elif block.language in ("sh", "python") and "skip" not in how:
            run(block, how, tmp_path, f"{page.name}:{block.line}")


def run(block: Block, how: dict[str, str], folder: Path, where: str) -> None:
    """Run a block as a reader would, in a folder, with this Python and its commands first on the path."""
    command = ["bash", "-euo", "pipefail", "-c", block.text]
    if block.language == "python":
        command = [sys.executable, "-c", block.text]
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    environment |= {"PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1", "NO_COLOR": "1"}
    if "env" in how:
        name, value = how["env"].split(" ")
        environment[name] = value
    lines = "".join(f"{word}\n" for word in shlex.split(how.get("input", "")))
    done = subprocess.run(
        command,
        input=lines,
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env=environment,
        timeout=300,
        check=False,
    )
    told = f"{where}\n{block.text}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    assert done.returncode == int(how.get("exit", "0")), told
    assert "Traceback" not in done.stderr, told
    assert how.get("says", "") in done.stdout + done.stderr, told


def handwritten() -> list[Path]:
    """All pages, translations included."""
    return sorted(DOCS.rglob("*.md"))


@pytest.mark.parametrize("page", EVERYWHERE)
def test_what_everybody_needs_is_translated(page: str) -> None:
    for language in LANGUAGES:
        assert (DOCS / page).with_suffix(f".{language}.md").exists(), f"{page} in {language}"


def test_a_translation_belongs_to_a_page() -> None:
    for page in handwritten():
        base, _, tag = page.stem.partition(".")
        if tag:
            assert tag in LANGUAGES, page
            assert (page.parent / f"{base}.md").exists(), page


def statements(page: Path) -> list[str]:
    """The ids of the statements of a rulebook, in order."""
    return re.findall(r"^- \**([CSTFOD]-\d+)\b", page.read_text(encoding="utf-8"), flags=re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_has_every_statement_in_every_language(language: str) -> None:
    english = statements(DOCS / "rules" / "rulebook.md")
    assert len(english) > 50
    assert statements(DOCS / "rules" / f"rulebook.{language}.md") == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_the_rulebook_are_the_same_in_every_language(language: str) -> None:
    """Ids, and the numbers that matter: a slip of the pen in a translation would be a wrong rule."""
    english, other = (
        {found[1]: found[2] for found in re.finditer(r"^- \**([CSTFOD]-\d+)\**(.*)$", text, flags=re.MULTILINE)}
        for text in (
            (DOCS / "rules" / name).read_text(encoding="utf-8") for name in ("rulebook.md", f"rulebook.{language}.md")
        )
    )
    for rule, text in other.items():
        cited = set(re.findall(r"\b[CSTFOD]-\d+\b", text))
        assert cited <= set(re.findall(r"\b[CSTFOD]-\d+\b", english[rule])) | {"C-7", "T-5"}, rule


def words(language: str) -> dict[str, Any]:
    path = PROJECT / "tools" / "site" / "words" / f"{language}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_site_are_there_in_every_language(language: str) -> None:
    english, other = words("en"), words(language)
    assert other.keys() == english.keys()
    for key, text in english.items():
        holes = set(re.findall(r"\{[a-z]+\}", text))
        assert set(re.findall(r"\{[a-z]+\}", other[key])) == holes, key


def test_translations_are_of_what_the_code_says() -> None:
    """One that lacks or is old is shown in English (`python -m tools.site.translated`); one of nothing is a slip."""
    assert sorted(translated.known().keys() - translated.sentences().keys()) == []
    assert all(set(told) == {"en", *LANGUAGES} for told in translated.known().values())


def test_a_sentence_that_is_not_translated_is_shown_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    known = translated.known()
    assert translated.translated("step/move", named("ja")) == known["step/move"]["ja"]
    for lacking in ({}, {"step/move": {**known["step/move"], "en": "Something else."}}):
        monkeypatch.setattr(translated, "known", lambda lacking=lacking: lacking)
        english = translated.sentences()["step/move"]
        assert translated.translated("step/move", named("ja")) == f'<span lang="en">{english}</span>'


def test_the_stored_simulation_is_of_these_cards() -> None:
    stored = json.loads((DOCS / "data" / "simulation.json").read_text(encoding="utf-8"))
    told = "what cards do has changed since: python -m tools.site.simulation"
    assert stored["report"]["ruleset"]["fingerprint"] == load_ruleset().fingerprint, told


def test_the_navigation_names_pages_that_exist() -> None:
    generated = ("cards/", "reference/words/", "rules/examples.md", "reference/")
    site = YAML(typ="safe").load(PROJECT / "mkdocs.yml")
    for page in listed(site["nav"]):
        assert (DOCS / page).exists() or page.startswith(generated), page


def listed(entries: Any) -> Iterator[str]:
    for entry in entries:
        for inside in [entry] if isinstance(entry, str) else entry.values():
            yield from [inside] if isinstance(inside, str) else listed(inside)


def pages_for_those_who_build() -> list[Path]:
    return [PROJECT / "CONTRIBUTING.md", *sorted((DOCS / "design").glob("*.md"))]


@pytest.mark.parametrize("page", pages_for_those_who_build(), ids=lambda page: page.name)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    named = re.findall(r"`((?:[a-z_.]+/)+[a-z_.-]*)`", page.read_text(encoding="utf-8"))
    assert [
        path for path in named if not any(PROJECT.glob(path)) and not any(PROJECT.glob(f"serviam_rules/{path}"))
    ] == []
