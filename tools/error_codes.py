"""The page of error codes: `python -m tools.error_codes` writes it, with `--check` only says whether it is right.

What each means is declared in `serviam_rules.codes`; `error_codes.yaml` has a bad and a good example of each, and `run`
checks one of them and tells its problems.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ruamel.yaml import YAML

from serviam_rules.cli.commands.validate import run_pack_cases
from serviam_rules.codes import OF_PACKS, PACKS, Code
from serviam_rules.errors import Problem
from serviam_rules.loading import check_packs

HERE = Path(__file__).resolve().parent
TABLE = HERE / "error_codes.yaml"
PAGE = HERE.parent / "docs" / "reference" / "pack-errors.md"

#: The files that examples change, by kind: where they lie in the pack, and their lines by key.
BASES: dict[str, tuple[str, dict[str, str]]] = {
    "pack": (
        "pack.yaml",
        {"id": "id: spurs-pack", "version": 'version: "1.0"', "title": "title: Spurs", "format": "format: 1"},
    ),
    "gift": (
        "gifts/spurs.yaml",
        {
            "id": "id: spurs",
            "name": "name: Spurs",
            "copies": "copies: 2",
            "category": "category: army",
            "conspiracy": "conspiracy: false",
            "icons": "icons: [{target: true, move: +1}]",
            "provenance": "provenance: {default: stand-in}",
        },
    ),
    "powerholder": (
        "powerholders/victoria.yaml",
        {
            "id": "id: victoria",
            "replaces": "replaces: true",
            "name": "name: Victoria",
            "organisation": "organisation: army",
            "rank": "rank: 3",
            "effetto_ordine": "effetto_ordine: [{draw: 1}]",
            "provenance": "provenance: {default: stand-in}",
        },
    ),
    "rival": (
        "rivals/zoe.yaml",
        {
            "id": "id: zoe",
            "name": "name: Zoe",
            "names": "names: [kurt]",
            "ability": "ability: {do: [{gain: 1}]}",
            "provenance": "provenance: {default: stand-in}",
        },
    ),
    "icon": (
        "icons/house.yaml",
        {
            "id": "id: house",
            "name": "name: House icon",
            "parameters": "parameters: {house: organisation, move: steps}",
            "effect": "effect: [{move: {one: {organisation: $house}}, by: $move}]",
            "glyph": 'glyph: "O:$house"',
            "provenance": "provenance: {default: stand-in}",
        },
    ),
    "set": ("set.yaml", {"patches": "patches: true", "provenance": "provenance: {default: stand-in}"}),
    "locale": ("locales/fr.yaml", {"language": "language: fr", "provenance": "provenance: {default: stand-in}"}),
    "case": ("cases/spurs.yaml", {}),
}


class Example(NamedTuple):
    """A code and its examples, as the table has them."""

    code: str
    data: dict[str, Any]

    @property
    def declared(self) -> Code:
        """What the library says of the code."""
        return OF_PACKS[self.code]


def examples() -> dict[str, Example]:
    """The examples of every code, in the order of the table."""
    raw: list[dict[str, Any]] = YAML(typ="safe", pure=True).load(TABLE.read_text(encoding="utf-8"))
    return {one["code"]: Example(one["code"], one) for one in raw}


# ---- running examples


def run(code: Example, which: str) -> list[Problem]:
    """The problems of the `bad` or the `good` example of a code."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "spurs-pack")
        folder.mkdir()
        packs = [str(folder)]
        if "made" in code.data:
            packs = MADE[code.code](folder, which == "bad") or packs
        else:
            _write(folder, _files(code, which))
        found = list(check_packs(*packs).problems)
        if code.data.get("cases"):
            found += run_pack_cases(str(folder), ())[1]
        return found


def _files(code: Example, which: str) -> dict[str, str]:
    """The files of an example's pack."""
    data = code.data
    files = {"pack.yaml": _joined(BASES["pack"][1])}
    if "file" in data:
        path, lines = BASES[data["file"]]
        text = data.get(which, "" if which == "bad" else None)
        if text is None or (data.get("whole") and which == "good"):
            files[path] = _joined(lines)
        elif data.get("whole") or not lines:
            files[path] = text
        else:
            files[path] = _joined(_changed(lines, text, data if which == "bad" else {}))
    else:
        path, lines = BASES["gift"]
        files[path] = _joined(lines)
    files.update(data.get("files", {}))
    files.update(data.get(f"{which}_files", {}))
    return files


def _changed(lines: dict[str, str], text: str, data: dict[str, Any]) -> dict[str, str]:
    """Lines with those of an example in the place of those with the same key."""
    key = data.get("instead") or text.partition(":")[0].partition("\ufeff")[0]
    kept = {name: line for name, line in lines.items() if name not in (key, data.get("without"))}
    return {**kept, key: text} if text else kept


def _joined(lines: dict[str, str]) -> str:
    return "".join(f"{line}\n" for line in lines.values())


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")


def _base(folder: Path, **changes: str) -> Path:
    """The small pack with other lines in its gift; where that lies."""
    path, lines = BASES["gift"]
    _write(folder, {"pack.yaml": _joined(BASES["pack"][1]), path: _joined({**lines, **changes})})
    return folder / path


def _not_utf_8(folder: Path, bad: bool) -> None:
    gift = _base(folder, name="name: \u00c9cu")
    gift.write_bytes(gift.read_text(encoding="utf-8").encode("latin-1" if bad else "utf-8"))


def _too_large(folder: Path, bad: bool) -> None:
    _base(folder, name="name: Spurs" + " " * (70_000 if bad else 7))


def _more_problems(folder: Path, bad: bool) -> None:
    _base(folder, **({f"x{at}": f"x{at}: !x x" for at in range(30)} if bad else {}))


def _unreadable(folder: Path, bad: bool) -> None:
    _base(folder)
    if bad:
        os.mkfifo(folder / "set.yaml")


def _too_long(folder: Path, bad: bool) -> None:
    _base(folder, name="name: " + "s" * (200 if bad else 99))


def _no_pack_file(folder: Path, bad: bool) -> None:
    _base(folder)
    if bad:
        (folder / "pack.yaml").unlink()


def _link(folder: Path, bad: bool) -> None:
    _base(folder)
    if bad:
        os.symlink(folder / "pack.yaml", folder / "set.yaml")  # noqa: PTH211


def _too_many_files(folder: Path, bad: bool) -> None:
    _base(folder)
    (folder / "cases").mkdir()
    for at in range(2001 if bad else 1):
        (folder / "gifts" / f".hidden-{at}").touch()


def _pack_twice(folder: Path, bad: bool) -> list[str] | None:
    _base(folder)
    return [str(folder), str(folder)] if bad else None


def _too_many_steps(folder: Path, bad: bool) -> None:
    _base(folder)
    steps = "[{gain: 1}]"
    for depth in range(6 if bad else 1):
        steps = f"[{{for_each: powerholders, as: p{depth}, do: {steps}}}]"
    path, lines = BASES["powerholder"]
    _write(folder, {path: _joined({**lines, "effetto_ordine": f"effetto_ordine: {steps}"})})


#: How to make examples that no text shows: in a folder, the bad one or the good one; the packs to check, if others.
MADE: dict[str, Callable[[Path, bool], list[str] | None]] = {
    "not-utf-8": _not_utf_8,
    "too-large": _too_large,
    "more-problems": _more_problems,
    "unreadable-file": _unreadable,
    "too-long": _too_long,
    "no-pack-file": _no_pack_file,
    "link": _link,
    "too-many-files": _too_many_files,
    "pack-twice": _pack_twice,
    "too-many-steps": _too_many_steps,
}


# ---- the page


def page() -> str:
    """The whole page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Problems in packs, by code"
    yield ""
    yield "`serviam-rules validate` tells every problem of a pack with its place and a code. Here is each code with an"
    yield "example that has the problem and one that does not; the project's tests run them all. What is marked as a"
    yield "*warning* does not keep a pack from being used."
    shown = examples()
    for section in PACKS:
        yield ""
        yield f"## {section.title}"
        yield ""
        yield section.lead
        for code in section.codes:
            yield from _entry(shown[code.code])


def _entry(code: Example) -> Iterator[str]:
    yield ""
    yield f"### `{code.code}` {{#{code.code}}}"
    yield ""
    yield code.declared.means + (" *(warning)*" if code.declared.warns else "")
    yield ""
    if "made" in code.data:
        yield f"- bad: {code.data['made']['bad']}"
        yield f"- good: {code.data['made']['good']}"
        return
    yield from _fenced(_example(code, "bad"), code)
    good = _example(code, "good")
    if good:
        yield ""
        yield "Better:"
        yield ""
        yield from _fenced(good, code)


def _example(code: Example, which: str) -> str:
    """An example as text to be shown."""
    if files := code.data.get(f"{which}_files"):
        return "\n".join(f"# {name}\n{text.rstrip()}" for name, text in files.items())
    text: str = code.data.get(which, "")
    if which == "bad" and not text:
        left = code.data.get("without", "")
        return f"# without {left}"
    return text.rstrip("\n")


def _fenced(text: str, code: Example) -> Iterator[str]:
    where = BASES[code.data["file"]][0] if "file" in code.data else ""
    yield "```yaml"
    if where:
        yield f"# {where}"
    yield from map(_visible, text.split("\n"))
    yield "```"


def _visible(line: str) -> str:
    """Characters that nobody sees are shown by their code."""
    return "".join(char if char.isprintable() and char != "\u0301" else f"<U+{ord(char):04X}>" for char in line)


def main(arguments: list[str]) -> int:
    """Write the page, or with `--check` say whether it is out of date (exit status 1)."""
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    if "--check" in arguments:
        sys.stderr.write(f"{PAGE.name} is out of date: python -m tools.error_codes\n")
        return 1
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
