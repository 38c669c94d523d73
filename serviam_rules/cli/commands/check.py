"""`serviam-rules check`: printed text against what the cards do."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from serviam_rules.cli.command import FINDINGS, FINE, JSON, OUTPUT, PACKS, Argument, command, rules_of
from serviam_rules.cli.terminal import say, say_json, tell
from serviam_rules.errors import UsageError

if TYPE_CHECKING:
    from serviam_rules.model import Ruleset
    from serviam_rules.strict_yaml.source import Source
    from serviam_rules.text.check import Finding

_ENDINGS: Final = (".md", ".markdown")


@attrs.frozen
class Placed:
    """A finding with its place: `file:line`, or what stands for it."""

    place: str
    words: str


@command(
    "check",
    "packs",
    usage="",
    does="printed rule text, and passages of documents, against what the cards do",
    about="""\
Compares printed text with what the cards do: the texts that translations give to cards, and with --docs the marked
passages of Markdown files. Text is read with the grammar that renders it, so every number, sign, name, rank, target and
condition must be right, nothing may be missing and nothing may be too much. Tells how far each translation is.""",
    examples="""\
examples:
  serviam-rules check
  serviam-rules check --pack serviam-fr --locale fr
  serviam-rules check --docs README.md docs   what stands in Markdown between
                                              <!-- serviam: kurt en -->
                                              and <!-- /serviam -->
  serviam-rules check --docs docs --write     ... is written anew where wrong""",
    arguments=(
        Argument(
            "--docs",
            metavar="PATH",
            nargs="+",
            action="extend",
            default=[],
            help="Markdown files, folders of them, or - for standard input",
        ),
        Argument("--locale", metavar="L", help="only this language (all)"),
        Argument("--write", action="store_true", help="write passages of --docs anew where they are wrong"),
        Argument("--missing", action="store_true", help="list every name and phrase that a language lacks"),
        PACKS,
        JSON,
        OUTPUT,
    ),
)
def check(arguments: argparse.Namespace) -> int:
    """Compare, and tell; 1 if anything is wrong and was not mended."""
    from serviam_rules.text.locales import resolve

    if arguments.write and not arguments.docs:
        raise UsageError("--write writes passages of documents: name them with --docs")
    rules = rules_of(arguments)
    languages = [resolve(arguments.locale, rules.locales)] if arguments.locale else list(dict.fromkeys(rules.locales))
    documents = _documents(arguments.docs)
    findings = list(_of_languages(rules, languages, Places(arguments.pack)))
    for path in documents:
        findings += _of_document(rules, path, languages if arguments.locale else None, arguments.write)
    findings = list(dict.fromkeys(findings))
    if arguments.json:
        _say_data(rules, languages, findings, len(documents))
        return FINDINGS if findings else FINE
    for one in findings:
        tell(f"{one.place}: {one.words}")
    for language in languages:
        say(_progress(rules, language))
        for missing, words in _missing(rules, language) if arguments.missing else ():
            say(f"  {missing}: {words}")
    if documents:
        say(f"{len(documents)} {'document' if len(documents) == 1 else 'documents'} read")
    return FINDINGS if findings else FINE


def _say_data(rules: Ruleset, languages: Sequence[str], findings: Sequence[Placed], documents: int) -> None:
    say_json(
        {
            "format": 1,
            "type": "check",
            "ok": not findings,
            "findings": [{"place": one.place, "message": one.words} for one in findings],
            "languages": {language: {"missing": dict(_missing(rules, language))} for language in languages},
            "documents": documents,
        }
    )


def _missing(rules: Ruleset, language: str) -> Iterator[tuple[str, str]]:
    """What a language lacks: where it would stand in its file, and the words to be translated."""
    from serviam_rules.text.status import status

    for entry in status(rules, language):
        if entry.state == "missing":
            yield "/".join(map(str, entry.path)), " ".join(entry.source.split())


# ---- languages


def _of_languages(rules: Ruleset, languages: Sequence[str], places: Places) -> Iterator[Placed]:
    from serviam_rules.text.faults import faults
    from serviam_rules.text.status import status

    for language in languages:
        yield from _of_texts(rules, language, places)
        for fault in faults(rules, language):
            yield Placed(places.line(language, fault.path), f"phrase: {fault.message}")
        for entry in status(rules, language):
            if entry.state in ("stale", "orphan"):
                yield Placed(places.line(language, entry.path), _stale(entry.path, entry.state, entry.source))


def _of_texts(rules: Ruleset, language: str, places: Places) -> Iterator[Placed]:
    """What the texts that a language gives to cards say otherwise than the cards."""
    from serviam_rules.text.check import check_locale
    from serviam_rules.text.template import PhraseError

    try:
        for finding in check_locale(rules, language):
            yield Placed(places.text_of(finding.target, language), str(finding))
    except PhraseError as error:
        yield Placed(places.line(language, ("phrases",)), f"phrase: the texts cannot be read: {error}")


def _stale(path: Sequence[str | int], state: str, source: str) -> str:
    what = "/".join(map(str, path[1:]))
    if state == "orphan":
        return f"orphan: nothing here is called {what}"
    return f"stale: {what} has changed since it was translated; it is now {source!r}"


def _progress(rules: Ruleset, language: str) -> str:
    """How far a language is: `fr: 45 of 45 names, 120 of 200 phrases`."""
    from serviam_rules.text.status import status, summary

    entries = status(rules, language)
    parts: list[str] = []
    for what in ("names", "phrases"):
        of_it = summary(tuple(entry for entry in entries if entry.path[0] == what))
        known = sum(of_it.values()) - of_it["orphan"]
        if known:
            parts.append(f"{known - of_it['missing']} of {known} {what}")
    return f"{language}: {', '.join(parts) or 'the language of the cards'}"


# ---- documents


def _documents(paths: Sequence[str]) -> list[Path]:
    found: list[Path] = []
    for written in paths:
        path = Path(written)
        if written == "-":
            found.append(path)
        elif path.is_dir():
            found += sorted(one for one in path.rglob("*") if one.suffix in _ENDINGS and one.is_file())
        elif path.is_file():
            found.append(path)
        else:
            raise UsageError(f"{written}: there is no such file or folder")
    return found


def _of_document(rules: Ruleset, path: Path, languages: Sequence[str] | None, write: bool) -> Iterator[Placed]:
    """What is wrong with a document, after what is to be written has been written."""
    from serviam_rules.files import write_whole
    from serviam_rules.text import markdown

    try:
        text = _text_of(path)
    except UnicodeDecodeError:
        yield Placed(str(path), "the file is not UTF-8")
        return
    if write:
        renewed = _with_ends_of(text, markdown.refresh(rules, text.replace("\r\n", "\n")))
        if str(path) == "-":
            sys.stdout.write(renewed)
        elif renewed != text:
            write_whole(path, renewed)
            say(f"written: {path}")
        text = renewed
    for place in markdown.check(rules, text.replace("\r\n", "\n")):
        if languages is None or not place.finding.locale or place.finding.locale in languages:
            yield Placed(f"{path}:{place.line}", _words(place.finding))


def _text_of(path: Path) -> str:
    """A document as it is, line ends too; `-` is standard input."""
    return sys.stdin.read() if str(path) == "-" else path.read_bytes().decode()


def _with_ends_of(old: str, new: str) -> str:
    """The new text, whose lines end with `\\n`, with the line ends of the old one; lines that stay stay as they are."""
    before = old.splitlines(keepends=True)
    if "\r\n" not in old:
        return new
    usual = "\r\n" if 2 * old.count("\r\n") >= old.count("\n") else "\n"
    after = new.splitlines(keepends=True)
    bare = [line.replace("\r\n", "\n") for line in before]
    done: list[str] = []
    for kind, i, j, start, end in SequenceMatcher(None, bare, after, autojunk=False).get_opcodes():
        done += before[i:j] if kind == "equal" else [line.replace("\n", usual) for line in after[start:end]]
    return "".join(done)


def _words(finding: Finding) -> str:
    """A finding in words; one about the marks of a document is about no card."""
    if finding.target:
        return str(finding)
    return f"{finding.code}: expected {finding.expected!r}, found {finding.found!r}"


# ---- places


class Places:
    """Finds lines in the locale files of packs; the last pack that says something is the one that counts."""

    def __init__(self, packs: Sequence[str]) -> None:
        self._packs = list(packs)
        self._read: dict[str, list[Source]] = {}

    def text_of(self, target: str, language: str) -> str:
        """File and line of the printed text of a card."""
        from serviam_rules.kinds import CARDS

        card = target.rpartition("/")[2]
        for folder in CARDS.values():
            place = self._find(language, ("names", folder, card, "text"))
            if place:
                return place
        return language

    def line(self, language: str, path: Sequence[str | int]) -> str:
        """File and line of what stands at a path of a locale file, or of the nearest around it; else the language."""
        for length in range(len(path), 0, -1):
            if place := self._find(language, tuple(path[:length])):
                return place
        return language

    def _find(self, language: str, path: Sequence[str | int]) -> str:
        from serviam_rules.text.problems import resolved

        for source in reversed(self._sources(language)):
            found = resolved(source.data, path)
            if found is not None:
                return f"{source.path}:{source.key(found)[0]}"
        return ""

    def _sources(self, language: str) -> list[Source]:
        from serviam_rules.loading import pack_folder
        from serviam_rules.strict_yaml.source import read

        if language not in self._read:
            shown = [f"{pack}/locales/{language}.yaml" for pack in self._packs]
            files = [Path(pack_folder(pack), "locales", f"{language}.yaml") for pack in self._packs]
            found = [read(file, name)[0] for file, name in zip(files, shown, strict=True) if file.is_file()]
            self._read[language] = [source for source in found if source is not None]
        return self._read[language]
