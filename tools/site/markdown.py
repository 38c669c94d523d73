"""Small pieces of Markdown and HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

RULE_ID = re.compile(r"\b([CSTFOD])-(\d{1,2})\b")


#: Signs that Markdown has no backslash for.
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "~": "&#126;"})
#: Signs that Markdown means something by, also within HTML.
_SIGNS = {ord(sign): f"&#{ord(sign)};" for sign in "\\`*_{}[]!|~"}


def escape(text: object) -> str:
    """Text as Markdown that shows exactly this, in one line."""
    shown = re.sub(r"([\\`*_{}\[\]|!])", r"\\\1", " ".join(str(text).split()))
    return re.sub(r"^(\d*)([-+#.])", r"\1\\\2", shown).translate(_ENTITIES)


def attribute(text: object) -> str:
    """Text as the value of an HTML attribute in quotes."""
    return html.escape(str(text), quote=True).replace("\n", " ").translate(_SIGNS)


def lines_of(text: object) -> str:
    """Text of several lines as HTML."""
    return "<br>".join(html.escape(line, quote=False).translate(_SIGNS) for line in str(text).splitlines())


def code(text: object) -> str:
    """Text as inline code, also within a table."""
    shown = str(text).replace("\n", " ")
    if "|" in shown or "`" in shown:
        return f"<code>{html.escape(shown, quote=False).translate(_SIGNS)}</code>"
    return f"`{shown}`"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; cells are Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("\n", " ") for cell in line) + " |" for line in lines)


def fence(text: str, kind: str) -> str:
    """A block of code."""
    longest = max((len(ticks) for ticks in re.findall("`+", text)), default=0)
    edge = "`" * max(3, longest + 1)
    return f"{edge}{kind}\n{text.rstrip()}\n{edge}"


def slug(rule: str) -> str:
    """The anchor of a rule: `T-1` -> `t-1`."""
    return rule.lower()


def link_rules(text: str, rulebook: str) -> str:
    """Rule ids in a text as links to the rulebook."""
    return RULE_ID.sub(lambda found: f"[{found[0]}]({rulebook}#{slug(found[0])})", text)


def rules_in(text: str) -> list[str]:
    """The rule ids that a text cites, each once, in order."""
    return list(dict.fromkeys(found[0] for found in RULE_ID.finditer(text)))


def paragraphs(*parts: str) -> str:
    """Blocks of Markdown with empty lines between them; empty ones are left out."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"
