"""The rule text of every card and program in every language, as people have reviewed it: `tests/golden/texts.yaml`.

`python -m tests.golden_texts --write` writes it anew. Read what changes: it is what players will read.
"""

from __future__ import annotations

import sys
from difflib import unified_diff
from pathlib import Path

from serviam_rules.model import Ruleset
from serviam_rules.text import card
from serviam_rules.text.meaning import targets

FILE = Path(__file__).parent / "golden" / "texts.yaml"
HEAD = "# Written by `python -m tests.golden_texts --write`; reviewed by people.\n"


def texts(rules: Ruleset) -> str:
    """The rule texts as YAML: by card or program, then by language."""
    blocks = [HEAD]
    for target in (*targets(rules), *(f"icon/{key}" for key in rules.icons)):
        blocks.append(f"{target}:\n")
        for locale in dict.fromkeys(rules.locales):
            words = card.text(rules, target.removeprefix("icon/"), locale)
            assert words.lang == locale, f"{target} has no text of its own in {locale}"
            assert not words.fallback, f"{target} is not all in {locale}"
            blocks.append(f"  {locale}: |-\n")
            blocks.extend(f"    {line}\n" for line in words.splitlines())
    return "".join(blocks)


def difference(rules: Ruleset) -> str:
    """What the texts say now, against what they said when they were written down."""
    before = FILE.read_text(encoding="utf-8") if FILE.is_file() else ""
    return "".join(unified_diff(before.splitlines(True), texts(rules).splitlines(True), str(FILE.name), "now", n=2))


def main() -> None:
    """Show the difference, or write the file."""
    from serviam_rules import load_ruleset

    rules = load_ruleset()
    if "--write" in sys.argv:
        FILE.write_text(texts(rules), encoding="utf-8")
    else:
        print(difference(rules), end="")


if __name__ == "__main__":
    main()
