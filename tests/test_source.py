"""Strict reading of YAML: what is refused, where and in which words; what is read, and as what.

The files under `data/yaml` hold the bytes; every bad file is in `BAD`, every good one in `GOOD`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from ruamel.yaml.resolver import implicit_resolvers

from serviam_rules.errors import Problem
from serviam_rules.strict_yaml.limits import MAX_BYTES, MAX_DEPTH, MAX_DIGITS, MAX_PROBLEMS
from serviam_rules.strict_yaml.scalars import Refusal, resolve
from serviam_rules.strict_yaml.source import Source, read, read_text

DATA = Path(__file__).parent / "data" / "yaml"


def lines(code: str, *places: str) -> list[str]:
    """`code` at several places."""
    return [f"{place} {code}" for place in places]


#: File of `data/yaml/bad` -> line, column and code of all its problems.
BAD: dict[str, list[str]] = {
    "alias-as-key": ["1:1 alias", "1:1 key-not-text"],
    "alias-of-itself": ["2:9 anchor", "4:19 alias"],
    "aliases": ["1:9 anchor", "4:28 alias", "5:27 alias"],
    "byte-order-mark-escaped": ["1:7 byte-order-mark"],
    "byte-order-mark-inside": ["2:1 byte-order-mark"],
    "comment-only": ["1:1 empty-file"],
    "control-character": ["1:12 control-character"],
    "control-character-escaped": ["2:5 control-character"],
    "dates-and-times": lines("ambiguous", "1:4", "2:4", "3:4", "4:4", "5:4", "6:4", "7:4", "8:4"),
    "deep-block": ["25:49 nested-too-deeply"],
    "deep-choices": ["1:120 nested-too-deeply"],
    "directive-tag": ["3:1 directive"],
    "directive-yaml": ["1:1 directive"],
    "empty": ["1:1 empty-file"],
    "int-and-text-key": ["2:3 key-not-text"],
    "invisible-edges": lines("invisible-character", "1:4", "2:4", "3:4", "4:4"),
    "invisible-key": ["2:1 key-not-ascii"],
    "latin-1": ["2:11 not-utf-8"],
    "latin-1-after-mark": ["1:9 not-utf-8"],
    "line-separator": ["1:12 control-character"],
    "list-top": ["1:1 not-a-mapping"],
    "long-numbers": lines("number-too-long", "2:4", "3:4", "4:4"),
    "look-alike-key": lines("key-not-ascii", "2:1", "3:1"),
    "look-alikes": lines("look-alike", *(f"{line}:4" for line in range(1, 10))),
    "merge-key": ["1:11 anchor", "3:6 merge-key", "3:10 alias"],
    "no-break-space-key": ["1:1 key-not-ascii"],
    "not-nfc": ["1:11 not-nfc"],
    "not-nfc-escaped": ["1:7 not-nfc"],
    "not-numbers": lines("ambiguous", "1:4", "2:4", "3:4", "4:4", "5:4", "6:4"),
    "nothing": lines("empty-value", "1:1", "2:1", "3:10", "5:4", "6:8"),
    "nulls": lines("ambiguous", "1:4", "2:4", "3:4"),
    "numbers": lines("ambiguous", *(f"{line}:5" for line in range(2, 19))),
    "odd-keys": lines("key-not-text", *(f"{line}:1" for line in range(1, 8)), "8:3", "10:3", "12:1"),
    "old-mac-line-ends": ["1:14 control-character"],
    "only-a-start": ["1:1 empty-file"],
    "reader-types": ["1:9 ambiguous", "2:8 ambiguous", "3:9 ambiguous", "4:8 tag"],
    "repeated-key": ["5:5 duplicate-key", "6:17 duplicate-key"],
    "second-document-empty": ["2:1 several-documents"],
    "surrogate-escaped": ["2:9 lone-surrogate"],
    "surrogate-in-bytes": ["1:7 not-utf-8"],
    "surrogate-pair-escaped": ["2:9 lone-surrogate"],
    "tab-after-colon": ["2:10 tab"],
    "tab-in-text": ["1:12 tab"],
    "tab-indent": ["2:1 tab"],
    "tags": lines("tag", "1:8", "2:6", "3:7", "4:8", "5:9"),
    "text-top": ["1:1 not-a-mapping"],
    "two-documents": ["2:1 several-documents"],
    "utf-16": ["1:1 not-utf-8"],
    "utf-16-without-mark": ["1:2 control-character"],
    "utf-32": ["1:1 not-utf-8"],
    "yes-and-no": lines("ambiguous", *(f"{line}:4" for line in range(1, 10))),
}

#: File of `data/yaml/bad` -> what the message of its first problem must say.
SAYS = {
    "alias-of-itself": "&loop",
    "byte-order-mark-inside": "byte order mark",
    "control-character": "U+0007",
    "directive-tag": "%TAG",
    "deep-choices": "nested too deeply",
    "invisible-key": "U+200B ZERO WIDTH SPACE",
    "latin-1": "byte 18 of the file (0xE9)",
    "long-numbers": "13 digits",
    "look-alikes": "U+2212 MINUS SIGN",
    "look-alike-key": "U+0430 CYRILLIC SMALL LETTER A",
    "no-break-space-key": "U+00A0 NO-BREAK SPACE",
    "not-nfc": "U+00E9 LATIN SMALL LETTER E WITH ACUTE",
    "nulls": "write null, or use quotes if text is meant",
    "numbers": "'012'",
    "repeated-key": "'category' in line 3 and again in line 5",
    "surrogate-escaped": "U+D83D",
    "tab-after-colon": "a tab",
    "tab-indent": "a tab",
    "tags": "!!set",
    "utf-16": "save it as UTF-8",
    "yes-and-no": "write true or false, or use quotes if text is meant",
}

TRANSLATED = {"id": "siege-map", "texts": {"zh": "攻城图", "fr": "présent"}}
TWO_LINES = {"texts": {"en": "first line\nsecond line\n", "fr": "une ligne"}, "copies": 1}

#: File of `data/yaml/good` -> its data.
GOOD: dict[str, Any] = {
    "block-texts": {
        "text": "First line.\n  Second\u00a0line !\n",
        "folded": "one two",
        "kept": 'tab \t, quote ", e é, newline \n',
    },
    "byte-order-mark": TRANSLATED,
    "byte-order-mark-document": TRANSLATED,
    "crlf": TWO_LINES,
    "document-marks": TRANSLATED,
    "lf": TWO_LINES,
    "non-ascii": {
        "texts": {
            "zh": {"siege-map": "攻城图"},
            "ja": {"siege-map": "攻城地図\u3000二"},
            "fr": {"siege-map": "présent", "silk-fan": "«\u00a0éventail\u00a0» — n\u00a0°\u00a01"},
        }
    },
    "places": {
        "id": "siege-map",
        "icons": [
            {"target": True, "move": 1},
            {"targt": True, "choose": [{"do": [{"move": "target", "by": "two"}]}]},
        ],
    },
    "plain": {
        "id": "siege-map",
        "copies": 2,
        "conspiracy": True,
        "threat_letter": False,
        "category": None,
        "by": [1, -1, 0, 0, 12, 999999999999, -999999999999],
        "texts": [
            *("Draw two", "1", "yes", "", "1.0.0", "x1", "-", "+a", "e3", "10-12", "..", "y-n"),
            *("a # b", "a#b", "a:b", "$rank"),
        ],
    },
}

#: Malformed text -> where it is told, and a part of what is told.
SYNTAX = {
    "text: [gift] draw\n": ("1:14", "fits neither the indentation nor the value before it"),
    "text: Draw: two\n": ("1:11", "a ':' stands where no key may stand"),
    "text: 'tis\nid: a\n": ("1:7", "a quote opens here and is never closed"),
    'text: "tis\n---\n': ("1:7", "not closed before the document ends"),
    "text: @all\n": ("1:7", "cannot begin with this character"),
    "text: %all\n": ("1:7", "cannot begin with this character"),
    "text: & all\n": ("1:8", "cannot be read as YAML"),
    "id: a\nrank\nicons: []\n": ("2:1", "without ': '"),
    "id: a\nicons: [1, 2\nrank: 3\n": ("3:5", "the bracket of line 2 is not closed"),
    "icons:\n    rank: 1\n  move: 2\n": ("3:3", "fits neither the indentation"),
    "icons: - rank\n": ("1:8", "a list with '- ' begins in a line of its own"),
    'text: "a \\q"\n': ("1:11", "in double quotes this may not follow a \\"),
    'text: "a \\UFFFFFFFF"\n': ("1:1", "what follows cannot be read as YAML"),
    'text: "a \\U00110000"\n': ("1:1", "what follows cannot be read as YAML"),
    "text: }\n": ("1:7", "a value is missing before this"),
    "text: |one\n  two\n": ("1:8", "the text begins in the next line"),
    "text: |\n \n  two\n": ("3:3", "an empty line before this holds spaces"),
    "text: |\n     \n  two\n": ("3:3", "fits neither the indentation"),
}


def told(problems: list[Problem]) -> list[str]:
    return [f"{problem.line}:{problem.column} {problem.code}" for problem in problems]


def refused(text: str | bytes) -> list[Problem]:
    source, problems = read_text(text, "card.yaml")
    assert source is None
    assert problems
    return problems


def accepted(text: str | bytes) -> Source:
    source, problems = read_text(text, "card.yaml")
    assert not problems
    assert source is not None
    return source


def check(source: Source | None, problems: list[Problem]) -> None:
    """What holds of every reading: a source or problems, built-in types, messages of one printable line."""
    assert (source is None) == bool(problems)
    for problem in problems:
        assert str(problem).isprintable()
        assert len(problem.message) < 250
    if source:
        check_types(source.data)


def check_types(data: Any) -> None:
    assert type(data) in {dict, list, str, int, bool, type(None)}
    if type(data) is dict:
        assert {type(key) for key in data} <= {str}
    for item in data.values() if type(data) is dict else data if type(data) is list else ():
        check_types(item)


# ---- what is refused


@pytest.mark.parametrize("name", sorted(path.stem for path in (DATA / "bad").iterdir()))
def test_bad_file(name: str) -> None:
    source, problems = read(DATA / "bad" / f"{name}.yaml", f"bad/{name}.yaml")
    assert source is None
    assert told(problems) == BAD[name]
    assert {problem.path for problem in problems} == {f"bad/{name}.yaml"}
    assert SAYS.get(name, "") in problems[0].message
    check(source, problems)


def test_every_expected_file_is_there() -> None:
    assert {path.stem for path in (DATA / "bad").iterdir()} == BAD.keys() >= SAYS.keys()
    assert {path.stem for path in (DATA / "good").iterdir()} == GOOD.keys()


@pytest.mark.parametrize("text", SYNTAX)
def test_syntax(text: str) -> None:
    place, part = SYNTAX[text]
    problems = refused(text)
    assert told(problems)[-1] == f"{place} yaml-syntax"
    assert part in problems[-1].message
    assert "needs quotes" in problems[-1].message
    check(None, problems)


def test_problems_before_a_fault_in_the_syntax_are_told_too() -> None:
    assert told(refused("a: yes\nb: *bold* text\n")) == ["1:4 ambiguous", "2:4 alias", "2:11 yaml-syntax"]


def test_surrogates_in_decoded_text() -> None:
    assert told(refused("a: 1\nb: \ud83d\n")) == ["2:4 lone-surrogate"]


def test_one_problem_for_each_kind_of_odd_character() -> None:
    problems = refused("a:\t1\n\tb:\t2\nc: e\u0301 \x07\x07\n")
    assert told(problems) == ["1:3 tab", "3:4 not-nfc", "3:7 control-character"]


def test_entries_of_refused_keys_are_looked_at_but_not_compared() -> None:
    text = "1: {a: 1, b: yes}\n2: {a: 1}\n'': {a: 1}\n"
    assert told(refused(text)) == ["1:1 key-not-text", "1:14 ambiguous", "2:1 key-not-text"]


# ---- files that cannot be read


def test_missing_file(tmp_path: Path) -> None:
    source, problems = read(tmp_path / "none.yaml", "none.yaml")
    assert source is None
    assert told(problems) == ["0:0 unreadable-file"]
    assert "No such file" in problems[0].message
    assert str(tmp_path) not in problems[0].message


def test_folder_as_file(tmp_path: Path) -> None:
    assert told(read(tmp_path, "cards")[1]) == ["0:0 unreadable-file"]


def test_null_byte_in_path(tmp_path: Path) -> None:
    assert told(read(tmp_path / "a\0b.yaml", "a")[1]) == ["0:0 unreadable-file"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are a thing of POSIX")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert told(read(tmp_path / "pipe.yaml", "pipe.yaml")[1]) == ["0:0 unreadable-file"]


# ---- limits, on both sides


@pytest.mark.parametrize("filler", ["x", "é", "中"])
def test_bytes(filler: str) -> None:
    size = len(filler.encode())
    room = MAX_BYTES - len('a: ""')
    text = f'a: "{filler * (room // size)}{"x" * (room % size)}"'
    assert len(text.encode()) == MAX_BYTES
    assert accepted(text).data == accepted(text.encode()).data
    for longer in (f"{text}\n", f"{text}\n".encode()):
        assert told(refused(longer)) == ["0:0 too-large"]


def test_bytes_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.write_bytes(b"a: 1\n".ljust(MAX_BYTES))
    assert read(path, "big.yaml")[1] == []
    path.write_bytes(b"a: 1\n".ljust(MAX_BYTES + 1))
    assert told(read(path, "big.yaml")[1]) == ["0:0 too-large"]


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a: ", "}"), ("- ", "")], ids=repr)
def test_depth(opening: str, closing: str) -> None:
    def nested(levels: int) -> str:
        inside = levels - 1  # the file itself is the first
        return f"a:\n  {opening * inside}1{closing * inside}\n"

    accepted(nested(MAX_DEPTH))
    assert told(refused(nested(MAX_DEPTH + 1)))[0].endswith("nested-too-deeply")


@pytest.mark.parametrize("opening", ["[", "{", "[\n", "{a: ", "- ", "? ", "a: [{", "[[]", "[{}, "])
def test_open_brackets_without_end(opening: str) -> None:
    text = "a:\n  " + opening * 100_000
    assert told(refused(text)) == ["0:0 too-large"]
    problems = refused(text[:MAX_BYTES])
    assert problems[-1].code in {"nested-too-deeply", "yaml-syntax"}
    check(None, problems)


@pytest.mark.parametrize("sign", ["", "+", "-"])
def test_digits(sign: str) -> None:
    assert accepted(f"a: {sign}{'9' * MAX_DIGITS}").data == {"a": int(sign + "9" * MAX_DIGITS)}
    assert told(refused(f"a: {sign}{'9' * (MAX_DIGITS + 1)}")) == ["1:4 number-too-long"]


def test_problems_told_of_one_file() -> None:
    assert told(refused("- yes\n" * (MAX_PROBLEMS - 1)))[-1] == "1:1 not-a-mapping"
    problems = refused("- yes\n" * (MAX_PROBLEMS + 2))
    assert len(problems) == MAX_PROBLEMS + 1
    assert told(problems)[-1] == "0:0 more-problems"
    assert problems[-1].message.startswith("3 more")


# ---- what is read


@pytest.mark.parametrize("name", sorted(path.stem for path in (DATA / "good").iterdir()))
def test_good_file(name: str) -> None:
    source, problems = read(DATA / "good" / f"{name}.yaml", "card.yaml")
    assert problems == []
    assert source is not None
    assert source.data == GOOD[name]
    check(source, problems)


def test_line_ends_make_no_difference() -> None:
    crlf, lf = ((DATA / "good" / f"{name}.yaml").read_bytes() for name in ("crlf", "lf"))
    assert crlf == lf.replace(b"\n", b"\r\n")
    assert accepted(crlf).data == accepted(lf).data


def test_decoded_or_not_makes_no_difference() -> None:
    for path in chain((DATA / "good").iterdir(), (DATA / "bad").iterdir()):
        raw = path.read_bytes()
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            continue
        assert read_text(text, "a") == read_text(raw, "a")


def test_a_foreign_locale_makes_no_difference() -> None:
    script = (
        "import sys; from pathlib import Path; from serviam_rules.strict_yaml.source import read;"
        "print(ascii(read(Path(sys.argv[1]), 'a')[0].data))"
    )
    command = [sys.executable, "-X", "utf8=0", "-X", "warn_default_encoding", "-W", "error::EncodingWarning"]
    run = subprocess.run(
        [*command, "-c", script, DATA / "good" / "non-ascii.yaml"],
        env={**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        cwd=Path(__file__).parents[1],
        capture_output=True,
        check=False,
        text=True,
        encoding="ascii",
    )
    assert (run.stdout.strip(), run.stderr) == (ascii(GOOD["non-ascii"]), "")


def test_the_reader_is_loaded_with_the_first_file_only() -> None:
    script = "import sys, serviam_rules.strict_yaml.source; sys.exit('ruamel.yaml' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], cwd=Path(__file__).parents[1], check=True)


def test_two_values_written_alike_are_two() -> None:
    data = accepted("a: [1]\nb: [1]\n").data
    data["a"].append(2)
    assert data == {"a": [1, 2], "b": [1]}


# ---- places


@pytest.fixture
def places() -> Source:
    source, _ = read(DATA / "good" / "places.yaml", "gifts/siege-map.yaml")
    assert source is not None
    return source


def test_place_of_a_value(places: Source) -> None:
    assert places.line(()) == (1, 1)
    assert places.line(("id",)) == (1, 5)
    assert places.line(("icons",)) == (3, 3)
    assert places.line(("icons", 0, "move")) == (3, 26)
    assert places.line(("icons", 1, "choose", 0, "do", 0, "by")) == (6, 33)


def test_place_of_a_value_that_is_not_there_is_that_of_the_nearest_around_it(places: Source) -> None:
    assert places.line(("copies",)) == (1, 1)
    assert places.line(("icons", 7, "rank")) == (3, 3)
    assert places.line(("icons", 0, "rank", "deeper")) == (3, 5)


def test_place_of_a_key(places: Source) -> None:
    assert places.key(("icons",)) == (2, 1)
    assert places.key(("icons", 1, "targt")) == (4, 5)
    assert places.key(("icons", 1, "choose", 0, "do", 0, "by")) == (6, 29)


def test_place_of_a_key_that_is_not_there_is_that_of_the_value(places: Source) -> None:
    assert places.key(("icons", 0)) == (3, 5)
    assert places.key(("icons", 1, "rank")) == (4, 5)
    assert places.key(()) == (1, 1)


def test_problem(places: Source) -> None:
    path = ("icons", 1, "targt")
    at_value = places.problem(path, "unknown-key", "no such key")
    assert at_value == Problem("gifts/siege-map.yaml", 4, 12, "unknown-key", "no such key")
    at_key = places.problem(
        path, "unknown-key", "no such key", at_key=True, where="icon 2", rule="C-1", severity="warning"
    )
    assert str(at_key) == "gifts/siege-map.yaml:4:5: unknown-key: no such key (icon 2) [C-1]"
    assert at_key.severity == "warning"


# ---- whatever is put in


@given(st.one_of(st.text(), st.binary(), st.text(st.characters()), st.text("ab:-[]{}\"'|>&*!#%@,? \n\\0~")))
def test_any_input(text: str | bytes) -> None:
    check(*read_text(text, "card.yaml"))


PIECES = (
    *("a", "key", "1", "true", "~", "é", "中", "\u2212", "\u00a0", "\u200b", "\ud800", "e\u0301", "\ufeff"),
    *(": ", "- ", "? ", "\n", "\n  ", "\n    ", " ", "[", "]", "{", "}", ", ", '"', "'", "|\n", ">-\n", "#"),
    *("&a ", "*a ", "!t ", "!!str ", "<<: ", "---\n", "...\n", "%YAML 1.2\n", "\\", "\\u00e9", "\\ud800"),
    *("\t", "\r\n", "\r", "\0", "@", "`", "a: b\n", "- a\n", "k: |\n  t\n", "\\UFFFFFFFF", "9" * 5000),
)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_pieces_of_yaml(text: str) -> None:
    check(*read_text(text, "card.yaml"))
    check(*read_text(f"a: {text}", "card.yaml"))


#: What readers of YAML 1.1 and 1.2 take for something else than text: the pattern, and how it may begin.
RESOLVERS = [
    pytest.param(re.compile(pattern.pattern, re.VERBOSE), first, id=f"{kind[len('tag:yaml.org,2002:') :]}-{at}")
    for at, (_, kind, pattern, first) in enumerate(implicit_resolvers)
    if kind.endswith(("bool", "int", "float", "null", "timestamp"))
]


@pytest.mark.parametrize(("pattern", "first"), RESOLVERS)
@given(data=st.data())
def test_nothing_is_text_that_another_reader_takes_for_something_else(
    pattern: re.Pattern[str], first: list[str], data: st.DataObject
) -> None:
    text = data.draw(st.from_regex(pattern, fullmatch=True, alphabet=st.characters(codec="ascii"))).strip()
    assume(text[:1] in first)
    assume(not re.match("[-+]?[._]+($|e)", text, re.IGNORECASE))  # matches, but then no number comes of it
    try:
        value = resolve(text)
    except Refusal:
        return
    assert type(value) is not str
