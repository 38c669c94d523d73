"""`serviam-rules new-pack`: a pack to fill in, already valid."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from serviam_rules.cli.command import LOCALE, PACKS, Argument, OneOf, command, locale_of, rules_of
from serviam_rules.cli.terminal import say

if TYPE_CHECKING:
    from serviam_rules.cli.authors.packs import Files
    from serviam_rules.model import Ruleset


@command(
    "new-pack",
    "packs",
    usage="PATH",
    does="a pack to fill in: cards, a variant, a translation, your own copy",
    about="""\
Makes a folder with a pack to fill in, which is valid and can be played as it is. The last name of PATH becomes the id
of the pack. Nothing that is there already is ever overwritten.""",
    examples="""\
examples:
  serviam-rules new-pack my-cards                a pack with one gift to change
  serviam-rules new-pack quick-game --variant    other numbers: turns, tracks
  serviam-rules new-pack my-fr --translation fr  names and phrases in a language
  serviam-rules new-pack my-copy --transcription a form for what is printed on
                                                 the cards of your copy
  serviam-rules new-pack my-copy --transcription --locale ja   a Japanese one""",
    arguments=(
        Argument("path", metavar="PATH", help="the folder to make"),
        OneOf(
            Argument("--translation", metavar="LANG", help="names and phrases in this language: fr, pt-BR, ..."),
            Argument("--variant", action="store_true", help="other numbers of the game"),
            Argument("--transcription", action="store_true", help="a form for every stand-in, to be filled in"),
        ),
        LOCALE,
        PACKS,
    ),
)
def new_pack(arguments: argparse.Namespace) -> int:
    """Write the pack, and say what to do next."""
    from serviam_rules.cli.authors.packs import new_folder, schema_files, write_pack

    folder = new_folder(arguments.path)
    rules = rules_of(arguments)
    files = _files(folder, rules, arguments)
    write_pack(folder, files | schema_files(rules, files))
    say(f"{folder}: a pack with {len(files)} files, valid as it is.")
    say()
    say("Next:")
    for number, step in enumerate(_next(arguments, files), start=1):
        say(f"  {number}. {step}")
    return 0


def _files(folder: Path, rules: Ruleset, arguments: argparse.Namespace) -> Files:
    from serviam_rules.cli.authors.form import transcription
    from serviam_rules.cli.authors.packs import gift_pack, translation, variant_pack

    if arguments.translation is not None:
        return translation(folder, rules, arguments.translation)
    if arguments.transcription:
        return transcription(folder, rules, locale_of(arguments, rules))
    return variant_pack(folder, rules) if arguments.variant else gift_pack(folder, rules)


def _next(arguments: argparse.Namespace, files: Files) -> list[str]:
    """What an author does next, as commands where there are some."""
    path = arguments.path
    check = f"serviam-rules validate {path} --watch    checks whenever you save a file"
    if arguments.translation is not None:
        edit = f"Fill in {path}/locales/{arguments.translation}.yaml."
        use = f"serviam-rules show kurt --pack {path} --locale {arguments.translation}"
    elif arguments.transcription:
        edit = f"Open the files in {path} beside your cards, and take the # away where you fill in."
        use = f"serviam-rules provenance --pack {path}    tells how far you are"
    else:
        edit = f"Change {path}/{'set.yaml' if arguments.variant else 'gifts/example-gift.yaml'}."
        use = f"serviam-rules try {path}/gifts/example-gift.yaml    plays the card on a prepared table"
    return [edit, check, use]
