"""Pieces that every new pack is written from. Layer 10."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from serviam_rules.cli.cells import wrap
from serviam_rules.cli.yaml_text import flow, yaml_lines
from serviam_rules.model import Ruleset

#: Where the schemas of a pack lie for its editor; hidden, so that they are no part of the pack.
SCHEMAS: Final = ".schema"
_WIDTH: Final = 108

#: The files of a new pack by their path in it.
Files = dict[str, str]


def modeline(kind: str, file: str) -> str:
    """The first line of a file, by which editors find its schema."""
    up = "../" * file.count("/")
    return f"# yaml-language-server: $schema={up or './'}{SCHEMAS}/{kind}.schema.json"


def comment(text: str, indent: str = "") -> list[str]:
    """A text as comment lines."""
    return [f"{indent}# {line}" for line in wrap(text, _WIDTH - len(indent))]


def to_fill_in(data: Mapping[str, Any], width: int = _WIDTH) -> list[str]:
    """Data behind a # on each line, for somebody to take away."""
    return [f"#{line}" for line in yaml_lines(data, width)]


def title_of(folder: Path) -> str:
    """`my-copy` -> `My copy`."""
    words = folder.name.replace("-", " ")
    return words[0].upper() + words[1:]


def manifest(folder: Path, rules: Ruleset, language: str, more: Iterable[str] = ()) -> str:
    """The text of `pack.yaml`; `more` are further lines."""
    lines = [
        modeline("pack", "pack.yaml"),
        f"id: {folder.name}",
        'version: "0.1.0"',
        f"title: {flow(title_of(folder))}",
        "format: 1",
        *([f"language: {language}"] if language != "en" else []),
        f"requires: {flow(requires(rules))}",
        *more,
    ]
    return text(lines)


def requires(rules: Ruleset) -> dict[str, str]:
    """The packs of a ruleset with the versions that will do: this one and later ones that break nothing."""
    return {pack.id: _range(pack.version) for pack in rules.packs}


def _range(version: str) -> str:
    major, minor, *_ = (*version.split("."), "0")
    return f">={major}.{minor},<{int(major) + 1}"


def text(lines: Iterable[str]) -> str:
    """Lines as the text of a file."""
    return "\n".join(lines) + "\n"
