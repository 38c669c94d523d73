"""The command line: what `--help` says of every command."""

from __future__ import annotations

import re

from tools.site.book import Book
from tools.site.inserts import run
from tools.site.markdown import fence, paragraphs


def commands() -> list[str]:
    """The commands, in the order of the help."""
    listed = re.search(r"\{([a-z,-]+)\}", run("serviam-rules --help"))
    if listed:
        return listed[1].split(",")
    return re.findall(r"^ {2,4}([a-z][a-z-]+) {2,}", run("serviam-rules --help"), flags=re.MULTILINE)


def write(book: Book) -> None:
    """Write `reference/command-line.md`."""
    language = book.language
    parts = [
        part
        for name in commands()
        for part in (f"## `serviam-rules {name}` {{#{name}}}", fence(run(f"serviam-rules {name} --help"), "text"))
    ]
    text = paragraphs(
        f"# {language.say('command.title')}",
        language.say("command.lead"),
        fence(run("serviam-rules --help"), "text"),
        *parts,
    )
    book.write("reference/command-line.md", text)
