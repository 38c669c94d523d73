"""Plants mistakes in the reference cards and looks whether they are found.

`python -m tests.mutations` prints the score of a sample, with `--all` that of all of them, with `--missed` what was not
found. Each mistake is one that people make, at one line. It counts as found if a problem points at that line; for what
is missing, or indented wrongly, at the mapping around it or the line beside it.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs

from serviam_rules.errors import Problem
from serviam_rules.kinds import FILES
from serviam_rules.packs.pack import Key, Pack, file_problems, read_pack
from serviam_rules.packs.report import check_read
from serviam_rules.strict_yaml.source import Source, read_text

CARDS = Path(__file__).resolve().parents[1] / "cards"
#: Keys that are names the author makes up, and keys of phrases, which are no cards.
FREE = (("families",), ("solo", "difficulties"), ("phrases",))
#: Keys that a card can do without, so that nobody can tell whether they are missing.
OPTIONAL = {"threat_letter", "aliases", "flavour", "tracks", "when", "who", "except", "at_most", "language"}
#: The same by kind of file.
OPTIONAL_IN = {"icon": {"name"}, "locale": {"provenance", "names"}}
#: Mappings from ids to entries.
TABLES = (("organisations",), ("parameters",), ("provenance",))
FIELD = re.compile(r"^( *(?:- )*)([a-z_]+): +([^#\n]*?)( *#.*)?$")


@attrs.frozen
class Mistake:
    """A mistake in a file: its text with the mistake in it, the line, and how far away a finding may point."""

    kind: str
    key: Key
    text: str
    line: int
    above: int = 0
    below: int = 0


Planter = Callable[[Key, Source], Iterator[Mistake]]
Path_ = tuple[Any, ...]


def lines_of(source: Source) -> list[str]:
    return source.text.split("\n")


def changed(source: Source, line: int, new: str | None) -> str:
    """The text with one line (counted from 1) changed or taken out."""
    lines = lines_of(source)
    lines[line - 1 : line] = [] if new is None else [new]
    return "\n".join(lines)


def misspell(word: str) -> str:
    """The word with two letters in the middle changed about, or one doubled."""
    at = len(word) // 2
    swapped = word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :] if len(word) > 1 else word + word
    return swapped if swapped != word else word[:at] + word[at] + word[at:]


def is_free(path: tuple[Any, ...]) -> bool:
    return any(path[: len(free)] == free for free in FREE)


def at(source: Source, place: tuple[int, int], old: str, new: str) -> str:
    """The text with `old` at a place changed to `new`."""
    line, column = place
    written = lines_of(source)[line - 1]
    assert written[column - 1 :].startswith(old), (written, old)
    return changed(source, line, written[: column - 1] + new + written[column - 1 + len(old) :])


def values(source: Source, data: Any = None, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every single value with its path."""
    data = source.data if not path else data
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else None
    if items is None:
        yield path, data
        return
    for key, item in items:
        if not is_free((*path, key)):
            yield from values(source, item, (*path, key))


def written_as_is(source: Source, path: tuple[Any, ...], value: Any) -> bool:
    """Whether a text stands there plainly, not in quotes."""
    return isinstance(value, str) and source.written(path).startswith(value)


# ---- mistakes


def misspelt_keys(key: Key, source: Source) -> Iterator[Mistake]:
    for path, place in source._keys.items():
        if not is_free(path) and not is_free(path[:-1]):
            name = str(path[-1])
            yield Mistake("misspelt key", key, at(source, place, name, misspell(name)), place[0])


def extra_keys(key: Key, source: Source) -> Iterator[Mistake]:
    for path, place in source._keys.items():
        written = lines_of(source)[place[0] - 1]
        if is_free(path) or path[:-1] in TABLES or path[:1] == ("tracks",):
            continue
        if len(path) == 1:
            yield Mistake("extra key", key, changed(source, place[0], f"extra: 1\n{written}"), place[0])
        elif source.written(path[:-1]).startswith("{") and source.line(path[:-1])[0] == place[0]:
            text = at(source, place, str(path[-1]), f"extra: 1, {path[-1]}")
            yield Mistake("extra key", key, text, place[0])


def at_value(kind: str, key: Key, source: Source, path: Path_, new: str, old: str | None = None) -> Mistake:
    """A mistake in the place of a value."""
    place = source.line(path)
    return Mistake(kind, key, at(source, place, old or number_at(source, path), new), place[0])


def number_at(source: Source, path: Path_) -> str:
    """A number as it is written."""
    found = re.match(r"[-+]?\d+", source.written(path))
    assert found is not None
    return found[0]


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def wrong_ids_and_words(key: Key, source: Source) -> Iterator[Mistake]:
    for path, value in values(source):
        made_up = path[-1] in ("name", "glyph", "colour") or "aliases" in path or path[::2] == ("scoring", "id")
        if key[0] == "pack" or made_up or not written_as_is(source, path, value):
            continue
        if re.fullmatch(r"[$a-z][a-z0-9_-]*|[a-z]+-[A-Z][a-z]+", value):
            wrong = value[0] + misspell(value[1:]) if value[0] == "$" else misspell(value)
            is_id = path[-1] in ("id", "category", "organisation", "holder", "family") or path[0] == "names"
            yield at_value("wrong id" if is_id or "given" in path else "wrong word", key, source, path, wrong, value)


def ids_of_another_kind(key: Key, source: Source) -> Iterator[Mistake]:
    other = {"category": "kurt", "organisation": "alms", "holder": "army", "family": "irma"}
    for path, value in values(source):
        wrong = other.get(str(path[-1])) if path[0] not in ("names", "provenance", "parameters") else None
        wrong = "alms" if key[0] == "rival" and path[0] == "names" else wrong
        if wrong and isinstance(value, str) and not value.startswith("$"):
            yield at_value("id of another kind", key, source, path, wrong, value)


def wrong_types(key: Key, source: Source) -> Iterator[Mistake]:
    for path, value in values(source):
        if is_number(value):
            old, wrongs = number_at(source, path), ("two", "[1]", "1.5")
        elif value is None:
            old, wrongs = "null", ("{}", "3", "no")
        elif isinstance(value, bool):
            old, wrongs = str(value).lower(), ("maybe", "3", "no")
        elif written_as_is(source, path, value):
            old, wrongs = value, ("7", "[x, y]", "true")
        else:
            continue
        yield from (at_value("wrong type", key, source, path, wrong, old) for wrong in wrongs)


def wrong_numbers(key: Key, source: Source) -> Iterator[Mistake]:
    any_will_do = {"move", "by", "least", "most", "spaces", "do", "lose", "gain", "times", "ability"}
    for path, value in values(source):
        if is_number(value) and not any_will_do.intersection(map(str, path)):
            yield from (at_value("number out of range", key, source, path, wrong) for wrong in ("1000", "-7"))


def lost_signs(key: Key, source: Source) -> Iterator[Mistake]:
    for path, value in values(source):
        if is_number(value) and path[-1] in ("move", "by"):
            yield at_value("sign lost", key, source, path, number_at(source, path)[1:])


def swapped_fields(key: Key, source: Source) -> Iterator[Mistake]:
    """The values of two fields that follow each other, unless both are of one kind and nobody could tell."""
    lines = lines_of(source)
    for number in range(1, len(lines)):
        one, other = FIELD.match(lines[number - 1]), FIELD.match(lines[number])
        if not one or not other or one[1] or other[1] or one[3] == other[3] or "" in (one[3], other[3]):
            continue
        if {one[2], other[2]} == {"start", "solo_start"} or kind_of_value(one) == kind_of_value(other):
            continue
        lines_now = list(lines)
        lines_now[number - 1 : number + 1] = [f"{one[2]}: {other[3]}", f"{other[2]}: {one[3]}"]
        yield Mistake("swapped fields", key, "\n".join(lines_now), number, below=1)


def kind_of_value(field: re.Match[str]) -> str:
    if field[2] in ("name", "glyph", "title", "flavour"):
        return "words"
    if field[3] in ("true", "false"):
        return "boolean"
    return "number" if re.fullmatch(r"[-+]?\d+", field[3]) else field[2]


def missing_keys(key: Key, source: Source) -> Iterator[Mistake]:
    for number, line in enumerate(lines_of(source), 1):
        field = FIELD.match(line)
        if field and field[3] and "- " not in field[1] and not free_line(source, number):
            around = mapping_around(source, number)
            optional = field[2] in OPTIONAL or field[2] in OPTIONAL_IN.get(key[0], ())
            entry = around[:1] == ("names",) or (around in TABLES and field[2] != "default")
            if optional or entry:
                continue  # nobody can tell that it should be there
            start = source.line(around)[0]
            yield Mistake("missing key", key, changed(source, number, None), number, above=max(number - start, 1))


def duplicate_keys(key: Key, source: Source) -> Iterator[Mistake]:
    for number, line in enumerate(lines_of(source), 1):
        field = FIELD.match(line)
        if field and field[3] and "- " not in field[1] and not free_line(source, number):
            yield Mistake("duplicate key", key, changed(source, number, f"{line}\n{line}"), number + 1, above=1)


def lost_values(key: Key, source: Source) -> Iterator[Mistake]:
    for number, line in enumerate(lines_of(source), 1):
        field = FIELD.match(line)
        if field and field[3] and not free_line(source, number):
            yield Mistake("value lost", key, changed(source, number, f"{field[1]}{field[2]}:"), number, below=1)


def lost_colons(key: Key, source: Source) -> Iterator[Mistake]:
    for number, line in enumerate(lines_of(source), 1):
        field = FIELD.match(line)
        if field and field[3] and not free_line(source, number):
            text = changed(source, number, f"{field[1]}{field[2]} {field[3]}")
            yield Mistake("colon lost", key, text, number, above=1, below=1)


def lost_brackets(key: Key, source: Source) -> Iterator[Mistake]:
    for number, line in enumerate(lines_of(source), 1):
        for bracket in "}]":
            at_end = line.rfind(bracket)
            if at_end >= 0 and "#" not in line[:at_end] and not free_line(source, number):
                text = changed(source, number, line[:at_end] + line[at_end + 1 :])
                yield Mistake("bracket lost", key, text, number, below=99)


def wrong_indentation(key: Key, source: Source) -> Iterator[Mistake]:
    lines = lines_of(source)
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#") or free_line(source, number):
            continue
        shifted = [f" {line}", f"  {line}"] + [line[less:] for less in (1, 2) if line.startswith(" " * less)]
        below = next_beside(lines, number) - number
        for new in shifted:
            text = changed(source, number, new)
            again, _ = read_text(text, "x")
            if again is None or again.data != source.data:
                yield Mistake("wrong indentation", key, text, number, above=2, below=below)
        if line.startswith("  "):
            yield Mistake("tab", key, changed(source, number, "\t" + line[2:]), number)


def next_beside(lines: list[str], number: int) -> int:
    """The number of the next line that does not belong to what this line begins: what is indented wrongly beside it."""
    indent = len(lines[number - 1]) - len(lines[number - 1].lstrip(" -"))
    for after in range(number + 1, len(lines) + 1):
        line = lines[after - 1]
        if line.strip() and not line.lstrip().startswith("#") and len(line) - len(line.lstrip(" ")) <= indent:
            return after
    return len(lines)


def free_line(source: Source, number: int) -> bool:
    """Whether a line belongs to what the author makes up."""
    return any(is_free(path) for path, place in source._keys.items() if place[0] == number) or (
        (phrases := source._keys.get(("phrases",))) is not None and number >= phrases[0]
    )


def mapping_around(source: Source, number: int) -> tuple[Any, ...]:
    path = next(path for path, place in source._keys.items() if place[0] == number)
    return path[:-1]


PLANTERS: list[Planter] = [
    misspelt_keys, extra_keys, wrong_ids_and_words, ids_of_another_kind, wrong_types, wrong_numbers, lost_signs,
    swapped_fields, missing_keys, duplicate_keys, lost_values, lost_colons, lost_brackets, wrong_indentation,
]  # fmt: skip


# ---- finding them


def mistakes(pack: Pack) -> list[Mistake]:
    """Every mistake that can be planted in the cards, the set, and the names of translations."""
    return [
        mistake
        for key, source in pack.files.items()
        if key[0] in FILES
        for planter in PLANTERS
        for mistake in planter(key, source)
        if mistake.text != source.text
    ]


def with_mistake(pack: Pack, mistake: Mistake) -> tuple[Pack, str]:
    """The pack with the mistake in it, without reading the other files again; and the name of the file."""
    shown = pack.files[mistake.key].path
    source, problems = read_text(mistake.text, shown)
    if source is not None:
        problems = file_problems(*mistake.key, source)
    if source is None or problems:
        left = {key: file for key, file in pack.files.items() if key != mistake.key}
        return attrs.evolve(pack, files=left, broken=frozenset([mistake.key]), problems=tuple(problems)), shown
    return attrs.evolve(pack, files={**pack.files, mistake.key: source}), shown


def findings(pack: Pack, mistake: Mistake) -> tuple[list[Problem], bool]:
    """What is found, and whether it points at the mistake."""
    broken, shown = with_mistake(pack, mistake)
    found = list(check_read(None, [broken]).problems)
    span = range(mistake.line - mistake.above, mistake.line + mistake.below + 1)
    return found, any(problem.path == shown and problem.line in span for problem in found)


@attrs.define
class Score:
    """How many mistakes were planted, found, and pointed at, by kind; and those that were not."""

    planted: Counter[str] = attrs.field(factory=Counter[str])
    found: Counter[str] = attrs.field(factory=Counter[str])
    pointed: Counter[str] = attrs.field(factory=Counter[str])
    problems: Counter[int] = attrs.field(factory=Counter[int])
    missed: list[tuple[Mistake, list[Problem]]] = attrs.field(factory=list[tuple[Mistake, list[Problem]]])

    @property
    def share(self) -> float:
        """The share of mistakes that were found and pointed at."""
        return self.pointed.total() / self.planted.total()

    def __str__(self) -> str:
        width = max(map(len, self.planted))
        lines = [f"{'mistake':<{width}}  planted  found  pointed at"]
        for kind, planted in sorted(self.planted.items()):
            lines.append(f"{kind:<{width}}  {planted:7}  {self.found[kind]:5}  {self.pointed[kind]:10}")
        total = self.planted.total()
        lines.append(f"{'all':<{width}}  {total:7}  {self.found.total():5}  {self.pointed.total():10}")
        one = self.problems[1] / max(self.found.total(), 1)
        lines.append(f"score {self.share:.2%}; {one:.1%} of the findings are a single problem")
        return "\n".join(lines)


def score(sample: int | None = None) -> Score:
    """Plant mistakes, all or so many of them (the same on every run), and count."""
    pack = read_pack(CARDS, "cards")
    planted = mistakes(pack)
    if sample is not None:
        planted = stratified(planted, sample)
    result = Score()
    for mistake in planted:
        found, pointed = findings(pack, mistake)
        result.planted[mistake.kind] += 1
        result.found[mistake.kind] += bool(found)
        result.pointed[mistake.kind] += pointed
        result.problems[len(found)] += 1
        if not pointed:
            result.missed.append((mistake, found))
    return result


def stratified(planted: list[Mistake], sample: int) -> list[Mistake]:
    """So many mistakes, of each kind as large a part."""
    by_kind: dict[str, list[Mistake]] = defaultdict(list)
    for mistake in planted:
        by_kind[mistake.kind].append(mistake)
    chance = random.Random(1)
    chosen: list[Mistake] = []
    for several in by_kind.values():
        chosen += chance.sample(several, max(min(5, len(several)), len(several) * sample // len(planted)))
    return chosen


def main(arguments: list[str]) -> int:
    result = score(None if "--all" in arguments else 500)
    if "--missed" in arguments:
        for mistake, found in result.missed:
            print(
                f"{mistake.kind}: {mistake.key} line {mistake.line}: {mistake.text.split(chr(10))[mistake.line - 1]!r}"
            )
            print("".join(f"    {problem}\n" for problem in found[:4]) or "    nothing")
    print(result)
    return 0 if result.share >= 0.99 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
