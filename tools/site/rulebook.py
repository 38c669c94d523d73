"""The rulebook's statements: ids as anchors, where each comes from, links between them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from tools.site.language import Language
from tools.site.markdown import RULE_ID, slug
from tools.site.paths import DOCS

#: `- T-1 (book) Text`, as the English rulebook has it; a translation leaves the origin out.
STATEMENT = re.compile(r"^- \**([CSTFOD]-\d{1,2})\**(?: \(([^)]*)\))?:? (.*)$", re.MULTILINE)
ORIGINS = ("book", "review", "inferred", "ruling")


@cache
def english() -> str:
    """The English rulebook as it is written."""
    return (DOCS / "rules" / "rulebook.md").read_text(encoding="utf-8")


@cache
def origins() -> dict[str, str]:
    """Where each statement comes from, in the English rulebook's words: `review; book for the two 0s`."""
    return {found[1]: found[2] or "" for found in STATEMENT.finditer(english())}


def ids() -> list[str]:
    """The ids of all statements, in order."""
    return list(origins())


#: The diagrams that stand under the headings of the sections, and at their ends.
UNDER = {"C": "track", "S": "setup", "T": "turn", "O": "solo-table"}
AFTER = {"O": "solo-round"}


def with_diagrams(text: str, draw: Callable[[str], str]) -> str:
    """The rulebook with the diagrams put in; `draw` gives the Markdown of one."""
    lines: list[str] = []
    open_ = ""
    for line in [*text.splitlines(), "## "]:
        heading = line.startswith("## ")
        if heading and open_ in AFTER:
            lines += [draw(AFTER[open_]), ""]
        lines.append(line)
        if heading:
            section = re.match(r"## ([CSTFOD])\s", line)
            open_ = section[1] if section else ""
            lines += ["", draw(UNDER[open_]), ""] if open_ in UNDER else []
    return "\n".join(lines[:-1]) + "\n"


def statements_marked(text: str, language: Language) -> str:
    """The text with every statement as an anchor with its origin, and every id as a link."""
    return STATEMENT.sub(lambda found: _statement(found[1], found[3], language), text)


def _statement(rule: str, words: str, language: Language) -> str:
    linked = RULE_ID.sub(lambda found: f"[{found[0]}](#{slug(found[0])})" if found[0] in ids() else found[0], words)
    return f"- [{rule}](#{slug(rule)}){{ #{slug(rule)} .rule }} {_badges(origins().get(rule, ''), language)} {linked}"


def _badges(told: str, language: Language) -> str:
    """A badge for each origin; what is said beside it stands in its title, in English as it is written."""
    found = [word for word in re.findall(r"[a-z]+", told) if word in ORIGINS]
    shown = [
        f'<span class="origin {word}">{language.say(f"provenance.{word}")}</span>' for word in dict.fromkeys(found)
    ]
    return " ".join(shown)
