"""What hand-written pages can have put in: `<!-- insert: NAME ARGUMENT -->`."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from tools.site.book import relative
from tools.site.language import Language
from tools.site.markdown import attribute, fence, table
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
    """The standard output of `serviam-rules ...`, run in the checkout by this very Python."""
    _, *arguments = shlex.split(command)
    done = subprocess.run(
        [sys.executable, "-m", "serviam_rules", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=True,
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
    )
    return done.stdout


@known("layers")
def layers(argument: str, language: Language, page: str) -> str:
    """The table of layers, as the test of imports has it."""
    from tests.test_layers import LAYERS

    rows = [
        (str(number), what, ", ".join(f"`{module}`" for module in modules))
        for number, (what, modules) in LAYERS.items()
    ]
    return table(("layer", "what it is", "modules"), rows)


@known("op-examples")
def op_examples(argument: str, language: Language, page: str) -> str:
    """A worked example for every op."""
    from tools.site.op_examples import examples

    return examples(language)


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
    return f'<img class="picture" src="{source}" alt="{alt}" width="980" height="702">'


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
