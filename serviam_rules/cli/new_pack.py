"""`serviam-rules new-pack`: a pack to fill in, already valid. Layer 10."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from serviam_rules.cli import arguments as options
from serviam_rules.cli.authors.folder import new_folder, write_pack
from serviam_rules.cli.authors.form import transcription
from serviam_rules.cli.authors.plain import gift_pack, variant_pack
from serviam_rules.cli.authors.schemas import schema_files
from serviam_rules.cli.authors.translation import translation
from serviam_rules.cli.authors.writing import Files
from serviam_rules.cli.output import say
from serviam_rules.model import Ruleset

DESCRIPTION: Final = """\
Makes a folder with a pack to fill in, which is valid and can be played as it is. The last name of PATH becomes the id
of the pack. Nothing that is there already is ever overwritten."""

EXAMPLES: Final = """\
examples:
  serviam-rules new-pack my-cards                a pack with one gift to change
  serviam-rules new-pack quick-game --variant    other numbers: turns, tracks
  serviam-rules new-pack my-fr --translation fr  names and phrases in a language
  serviam-rules new-pack my-copy --transcription a form for what is printed on
                                                 the cards of your copy
  serviam-rules new-pack my-copy --transcription --locale ja   a Japanese one"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("path", metavar="PATH", help="the folder to make")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--translation", metavar="LANG", help="names and phrases in this language: fr, pt-BR, ...")
    kind.add_argument("--variant", action="store_true", help="other numbers of the game")
    kind.add_argument("--transcription", action="store_true", help="a form for every stand-in, to be filled in")
    options.add_locale(parser)
    options.add_packs(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the pack, and say what to do next."""
    folder = new_folder(arguments.path)
    rules = options.rules_of(arguments)
    files = _files(folder, rules, arguments)
    write_pack(folder, files | schema_files(rules, files))
    say(f"{folder}: a pack with {len(files)} files, valid as it is.")
    say()
    say("Next:")
    for number, step in enumerate(_next(arguments, files), start=1):
        say(f"  {number}. {step}")
    return 0


def _files(folder: Path, rules: Ruleset, arguments: argparse.Namespace) -> Files:
    if arguments.translation is not None:
        return translation(folder, rules, arguments.translation)
    if arguments.transcription:
        return transcription(folder, rules, options.locale_of(arguments, rules))
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
