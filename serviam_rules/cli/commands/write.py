"""`serviam-rules write`: rule text in a language -> the effect as YAML."""

from __future__ import annotations

import argparse
import sys

from serviam_rules.cli.command import (
    FINDINGS,
    FINE,
    JSON,
    LOCALE,
    OUTPUT,
    PACKS,
    Argument,
    command,
    locale_of,
    rules_of,
)
from serviam_rules.cli.terminal import say, say_json, tell


@command(
    "write",
    "cards",
    usage="TEXT",
    does="rule text in a language, as the effect in a card file",
    about="""\
Reads rule text, as cards are worded in the language asked for, and prints the effect that a card file has for it. A
text that can mean several things is told with all of them.""",
    examples="""\
examples:
  serviam-rules write "The recipient +2. Kurt -1."
  serviam-rules write 赠礼目标+2。 --locale zh-Hans
  serviam-rules write - < rule.txt

Exit status: 0 it means one thing, 1 none or several, 2 wrong usage.""",
    arguments=(
        Argument("text", metavar="TEXT", help="the rule text; - reads it from standard input"),
        LOCALE,
        PACKS,
        JSON,
        OUTPUT,
    ),
)
def write(arguments: argparse.Namespace) -> int:
    """Read the text, and print what it means."""
    from serviam_rules.cli.cards import yaml_lines
    from serviam_rules.effects.node import unparse
    from serviam_rules.text import parse
    from serviam_rules.text.language import language_of
    from serviam_rules.text.template import PLAIN

    rules = rules_of(arguments)
    locale = locale_of(arguments, rules)
    text = sys.stdin.read() if arguments.text == "-" else arguments.text
    grammar = language_of(rules, locale).grammar(locale, False)
    meanings = dict.fromkeys(steps for form in (PLAIN, "icon") for steps in parse.effects(grammar, text, form))
    found = [[unparse(step) for step in steps] for steps in meanings]
    if arguments.json:
        say_json({"format": 1, "type": "effects", "locale": locale, "text": text, "meanings": found})
        return FINE if len(found) == 1 else FINDINGS
    if len(found) != 1:
        how = f"it can mean {len(found)} things" if found else f"no rule text in {locale} is worded like this"
        tell(f"serviam-rules: {text.strip()[:80]!r}: {how}; `serviam-rules show` shows how cards are worded")
    for at, steps in enumerate(found):
        if at:
            say()
        for line in yaml_lines(steps):
            say(line)
    return FINE if len(found) == 1 else FINDINGS
