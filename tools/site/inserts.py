"""What hand-written pages can have put in: `<!-- insert: NAME ARGUMENT -->`."""

from __future__ import annotations

import ast
import io
import os
import re
import shlex
from collections.abc import Callable
from contextlib import chdir, redirect_stdout
from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree

from serviam_rules.cli import main
from tools import rule_table
from tools.site import measured
from tools.site.book import relative
from tools.site.language import Language
from tools.site.markdown import attribute, escape, fence, table
from tools.site.paths import ROOT
from tools.site.pictures import DIAGRAMS
from tools.site.ruleset import RULES

Insert = Callable[[str, Language, str], str]
INSERTS: dict[str, Insert] = {}


def insert(name: str, argument: str, language: Language, page: str) -> str:
    """The Markdown that stands for an insert. KeyError for an unknown one."""
    return INSERTS[name](argument, language, page)


def known(name: str) -> Callable[[Insert], Insert]:
    """Register an insert."""

    def register(make: Insert) -> Insert:
        INSERTS[name] = make
        return make

    return register


@known("diagram")
def diagram(name: str, language: Language, page: str) -> str:
    """A diagram, with what it shows in words for those who do not see it."""
    drawn = ElementTree.fromstring(DIAGRAMS[name](RULES, language.code))
    alt = attribute(f"{drawn[0].text}. {drawn[1].text}")
    width, height = drawn.get("width"), drawn.get("height")
    source = relative(page, f"diagrams/{name}.svg")
    return f'<img class="diagram" src="{source}" alt="{alt}" width="{width}" height="{height}">'


@known("plot")
def plot(name: str, language: Language, page: str) -> str:
    """A plot of what was measured, with its figures in words."""
    drawn = ElementTree.fromstring(measured.PLOTS[name]())
    alt = attribute(f"{drawn[0].text}. {drawn[1].text}")
    source = relative(page, f"diagrams/{name}.svg")
    return (
        f'<img class="diagram" src="{source}" alt="{alt}" width="{drawn.get("width")}" height="{drawn.get("height")}">'
    )


@known("measured")
def measured_part(name: str, language: Language, page: str) -> str:
    """A part of what was measured."""
    return measured.part(name)


@known("recording")
def recording(name: str, language: Language, page: str) -> str:
    """A recorded game in the terminal."""
    source = relative(page, f"recordings/{name}.svg")
    return f'<img class="recording" src="{source}" alt="{attribute(language.say("recording.title"))}">'


@known("face")
def face(card_id: str, language: Language, page: str) -> str:
    """A card's face, as a link to its page."""
    alt = attribute(language.say("card.face", name=RULES.find(card_id).name))
    link = relative(page, f"cards/{card_id}.html")
    source = relative(page, f"faces/{card_id}.svg")
    return f'<a href="{link}"><img src="{source}" alt="{alt}" width="200" height="280"></a>'


@known("file")
def file(name: str, language: Language, page: str) -> str:
    """A file of the checkout, as code."""
    kind = {".py": "python", ".yaml": "yaml", ".json": "json", ".js": "javascript"}.get(Path(name).suffix, "text")
    return fence((ROOT / name).read_text(encoding="utf-8"), kind)


@known("output")
def output(command: str, language: Language, page: str) -> str:
    """What a command of the library prints."""
    return fence(run(command), "text")


def run(command: str) -> str:
    """The standard output of `serviam-rules ...`, as it would be in a terminal of 100 columns."""
    _, *arguments = shlex.split(command)
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with redirect_stdout(printed), patch.dict(os.environ, COLUMNS="100", NO_COLOR="1"), chdir(ROOT):
        status = main(arguments)
    assert status == 0, f"{command}: exit status {status}"
    printed.seek(0)
    return printed.read()


@known("layers")
def layers(argument: str, language: Language, page: str) -> str:
    """The table of layers, with the first sentence of every module."""
    from tools.site.imports_picture import layers

    rows = [
        (str(number), f"`{module}`", f'<span lang="en">{escape(_first_sentence(module))}</span>')
        for number, row in reversed(list(enumerate(layers())))
        for module in row
    ]
    return table(("", language.say("layers.module"), language.say("layers.what")), rows)


def _first_sentence(module: str) -> str:
    """What the docstring of a module or package says first."""
    path = ROOT / "serviam_rules" / module
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    doc = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return re.split(r"(?<=[.:])\s", " ".join(doc.split()), maxsplit=1)[0].rstrip(":")


@known("op-examples")
def op_examples(argument: str, language: Language, page: str) -> str:
    """A worked example for every op."""
    from tools.site.op_examples import examples

    return examples(language)


@known("cookbook")
def cookbook(argument: str, language: Language, page: str) -> str:
    """Every gift of the example pack of what cards can say."""
    from tools.site.cookbook import cookbook

    return cookbook(language)


@known("card-path")
def card_path(card_id: str, language: Language, page: str) -> str:
    """A gift at every stage from file to words."""
    from tools.site.card_path import stages

    return stages(card_id, language)


@known("imports")
def imports_picture(argument: str, language: Language, page: str) -> str:
    """The picture of layers, imports and the way of a card; `pictures` writes it beside the diagrams."""
    source = relative(page, "diagrams/imports.svg")
    alt = (
        "The modules of the package in layers, with their imports; the path of a card is numbered as in the list below."
    )
    return f'<img class="picture" src="{source}" alt="{alt}" width="980" height="764">'


@known("way")
def way(argument: str, language: Language, page: str) -> str:
    """The steps of the numbered way in that picture, as a list."""
    from tools.site.imports_picture import WAY

    return "\n".join(f"{at}. `{name}`: {what}" for at, (name, what) in enumerate(WAY, start=1))


@known("json")
def json_sample(what: str, language: Language, page: str) -> str:
    """A sample of JSON from a game."""
    from tools.site.json_samples import sample

    return fence(sample(what), "json")


@known("rules-coverage")
def rules_coverage(argument: str, language: Language, page: str) -> str:
    """What carries out each rule and what shows it."""
    return rule_table.table(rule_table.rules(), rule_table.coverage())
