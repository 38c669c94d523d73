"""Packs of strangers: what their texts and names can do to a screen, a log or a page, and what they may claim."""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from serviam_rules import check_packs, load_ruleset
from serviam_rules.cli import main
from serviam_rules.errors import Problem, one_line
from serviam_rules.faces import diagrams, face
from serviam_rules.faces.measure import width
from serviam_rules.testing.variant import patched
from tools.site.markdown import attribute, code, escape, fence, lines_of, table

MANIFEST = 'id: stranger\nversion: "1"\ntitle: Stranger\nformat: 1\n'
COMMAND = "::error file=cards/set.yaml::all is lost"


def pack(folder: Path, **files: str) -> Path:
    """A pack; `locales__en` stands for `locales/en.yaml`."""
    for name, text in {"pack": MANIFEST, **files}.items():
        path = folder / f"{name.replace('__', '/')}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def english(phrases: str, provenance: str = "{default: book}", names: str = "{}") -> str:
    return f"language: en\npatches: true\nprovenance: {provenance}\nnames: {names}\nphrases:\n{phrases}"


# ---- lines


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (f"a\n{COMMAND}", f"a\\n{COMMAND}"),
        ("a\r\x1b[2Jb", "a\\r\\x1b[2Jb"),
        ("a\u2028b\u202ec\ud800", "a\\u2028b\\u202ec\\ud800"),
        ("絹の　衣 é →", "絹の　衣 é →"),
    ],
)
def test_what_comes_from_outside_is_one_line(written: str, shown: str) -> None:
    assert one_line(written) == shown
    assert "\n" not in str(Problem(written, 1, 1, "bad-id", written, where=written))


@pytest.mark.parametrize(
    "gift",
    [
        f'id: "a\\n{COMMAND}"\n',
        f'"a\\n{COMMAND}": 1\n',
        f'id: spurs\nprovenance: {{"a\\n{COMMAND}": book}}\n',
        f'id: spurs\nicons: [{{"a\\n{COMMAND}": true}}]\n',
        f'id: spurs\ncategory: "a\\n{COMMAND}"\n',
        f'id: spurs\nname: "a\\n{COMMAND}"\n',
        f'id: spurs\nicons: [{{target: true, move: "a\\n{COMMAND}"}}]\n',
    ],
)
def test_no_file_can_begin_a_line_of_what_validate_says(
    gift: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", str(pack(tmp_path / "stranger", gifts__spurs=gift))]) == 1
    said = capsys.readouterr()
    assert not [line for line in (said.out + said.err).splitlines() if line.startswith("::")]


def test_no_name_of_a_file_can_begin_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = pack(tmp_path / "stranger")
    (folder / "gifts").mkdir()
    for name in (f"a\n{COMMAND.replace('/', '-')}.yaml", f"a\n{COMMAND.replace('/', '-')}.bak"):
        try:
            (folder / "gifts" / name).touch()
        except OSError:  # pragma: no cover
            pytest.skip(f"{os.name} has no such names")
    assert main(["validate", str(folder)]) == 1
    said = capsys.readouterr()
    assert not [line for line in (said.out + said.err).splitlines() if line.startswith("::")]


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\x1b", "\u2028"])
def test_no_text_turns_the_direction_of_writing(sign: str, tmp_path: Path) -> None:
    gift = f'id: alms\npatches: true\nname: "a{sign}b"\nprovenance: {{default: stand-in}}\n'
    escaped = gift.replace(sign, sign.encode("unicode_escape").decode())
    for text in (gift, escaped):
        problems = check_packs(str(pack(tmp_path / "stranger", gifts__alms=text))).errors
        assert {one.code for one in problems} == {"control-character"}


@pytest.mark.parametrize(
    "phrases",
    [
        f'  messages: {{actions: {{offer: "{{gift}} {{place}}\\n{COMMAND}"}}}}\n',
        f'  words: {{step: {{gain: "{{who}} {{vp}}\\n{COMMAND}"}}}}\n',
        f'  words: {{step: {{gain: {{text: "{{who}} {{vp}}\\n{COMMAND}"}}}}}}\n',
        f'  lists: {{then: {{between: "\\n{COMMAND}"}}}}\n',
    ],
)
def test_a_phrase_is_one_line(phrases: str, tmp_path: Path) -> None:
    (problem,) = check_packs(str(pack(tmp_path / "stranger", locales__en=english(phrases)))).errors
    assert (problem.code, "in one line" in problem.message) == ("wrong-form", True)


# ---- phrases that cannot be used


@pytest.mark.parametrize(
    ("phrases", "says"),
    [
        ("  effect: {text: '{steps/nolist}'}\n", "{steps/nolist} asks for a list"),
        ("  effect: {text: '{steps/sentence}'}\n", "did you mean 'sentences'?"),
        ("  messages: {card: {conspiracy: '{nokey}'}}\n", "the holes differ: {nokey} stand here, none"),
        ("  messages: {card: {conspiracy: {one: x, count: stars}}}\n", "the plural form 'other' is missing"),
        ("  messages: {card: {effetto_ordine: 'nothing'}}\n", "the holes differ: none stand here, {effect}"),
        ("  words: {step: {gain: {text: {one: 'a {vp} {who}'}, count: vp}}}\n", "plural forms need 'other'"),
    ],
)
def test_phrases_that_cannot_be_used_are_told(phrases: str, says: str, tmp_path: Path) -> None:
    """In the cards' own language too, where there is no other language to say it instead."""
    found = check_packs(str(pack(tmp_path / "stranger", locales__en=english(phrases)))).problems
    assert [one.code for one in found] == ["bad-phrase"]
    assert says in found[0].message


# ---- claims


def origins(folder: Path, language: str, gift: str) -> tuple[str, str]:
    """What is said of the name of a gift, and of the language as a whole."""
    entries = load_ruleset(folder).source["locales"][language]
    default = entries["provenance"]["default"]
    return entries["names"]["gifts"][gift].get("provenance", default), default


def test_a_patch_of_names_speaks_for_its_own_names_only(tmp_path: Path) -> None:
    before = load_ruleset().source["locales"]["ja"]["provenance"]["default"]
    text = "language: ja\npatches: true\nprovenance: {default: transcribed}\nnames: {gifts: {alms: {name: 施し}}}\n"
    folder = pack(tmp_path / "stranger", locales__ja=text)
    assert origins(folder, "ja", "alms") == ("transcribed", before)
    assert origins(folder, "ja", "bribe") == ("review", before)


def test_a_patch_that_does_not_say_where_names_come_from_claims_nothing(tmp_path: Path) -> None:
    text = "language: ja\npatches: true\nnames: {gifts: {alms: {name: 施し}, bribe: {aliases: [お金]}}}\n"
    before = load_ruleset().source["locales"]["ja"]["provenance"]["default"]
    folder = pack(tmp_path / "stranger", locales__ja=text)
    assert origins(folder, "ja", "alms") == ("stand-in", before)
    assert origins(folder, "ja", "bribe") == ("review", before), "the name is as it was"


def test_a_name_of_a_card_in_another_language_keeps_its_origin(tmp_path: Path) -> None:
    text = "id: alms\npatches: true\nname: 施し\nprovenance: {default: transcribed}\n"
    folder = pack(tmp_path / "stranger", pack=MANIFEST + "language: ja\n", gifts__alms=text)
    assert origins(folder, "ja", "alms")[0] == "transcribed"


# ---- faces and pages

#: Names as nobody should give them, and as somebody will.
NAMES = (
    "</text></svg><script>alert(1)</script>",
    "]]><!-- <![CDATA[ &lt;b&gt; &amp;&#60;",
    '" onload="alert(1)" x=\'1\'',
    "*a* _b_ `c` ``d`` | ~~e~~ [f](javascript:g) ![h](i) {#j} {: k=l } <http://m.n>",
    "# a",
    "- a",
    "12. a",
    "a \\* \\",
    "{name} {{x}} ${y} $z %s",
    "👩‍👩‍👧‍👦🎁 e\u0301\u0302\u0303 \u05d0\u05d1 \u0627\u0644",
    "W" * 100,
    "絹" * 100,
    "a" * 40 + " " + "b" * 59,
)
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {f"{SVG}{name}" for name in "svg title desc g rect circle path text ellipse polygon line".split()}
SHEETS = (diagrams.track, diagrams.setup, diagrams.turn, diagrams.solo_round, diagrams.solo_table)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_shown_on_a_face_and_does_nothing_else(name: str) -> None:
    """Every text that a pack brings to a face or a diagram: of cards, organisations, families, icons, and colours."""
    rules = load_ruleset()
    words = patched(
        rules,
        {
            "gifts": {"alms": {"name": name}},
            "powerholders": {who: {"name": name} for who in rules.powerholders},
            "rivals": {"irma": {"name": name}},
            "icons": {key: {"name": name, "glyph": name} for key in rules.icons},
            "set": {
                "organisations": {key: {"name": name, "colour": name} for key in rules.organisations},
                "families": {key: {"name": name, "colour": name} for key in rules.families},
            },
        },
    )
    own = ("alms", "victoria", "irma", *rules.icons)
    sheets = [face(words, card) for card in (*own, "incense")] + [draw(words) for draw in SHEETS]
    titles = []
    for sheet in sheets:
        root = ElementTree.fromstring(sheet)
        titles.append(root[0].text)
        across = float(root.get("width", "0"))
        for element in root.iter():
            assert element.tag in DRAWN
            assert not [key for key in element.attrib if key.startswith("on") or key.endswith("href")]
            if element.tag == f"{SVG}text":
                assert width(element.text or "") * float(element.get("font-size", "0")) <= across
    assert titles[: len(own)] == [name] * len(own)


#: Those of the site.
EXTENSIONS = ("attr_list", "def_list", "md_in_html", "tables", "pymdownx.superfences")


class Page(HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(pytest.importorskip("markdown").markdown(text, extensions=EXTENSIONS))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("name", [*NAMES, "a\n\n# b\n"])
def test_a_name_is_shown_on_a_page_and_does_nothing_else(name: str) -> None:
    line = " ".join(name.split())
    for written, elements in (
        (escape(name), ["p"]),
        (f"# {escape(name)}", ["h1"]),
        (f"- {escape(name)}", ["ul", "li"]),
    ):
        page = Page(written)
        assert (page.text.strip(), page.elements, page.attributes) == (line, elements, [])
    row = Page(table(["a", "b"], [(escape(name), "c")]))
    assert row.elements.count("td") == 2
    assert line in re.sub(r"\s+", " ", row.text)
    picture = Page(f'<img alt="{attribute(name)}">')
    assert (picture.elements, picture.attributes) == (["p", "img"], [("alt", name.replace("\n", " "))])
    assert "<script" not in lines_of(name)
    assert not {"script", "img", "a"} & set(Page(f"{code(name)} {code('`' + name)}").elements)


def test_no_file_ends_the_block_of_code_that_it_is_shown_in() -> None:
    page = Page(fence("a: |\n```\n<script>\n````\n# b", "yaml"))
    assert not {"script", "h1"} & set(page.elements)
    assert "<script>" in page.text
