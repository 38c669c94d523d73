"""Options that several commands have. Layer 10."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from serviam_rules.bots import bot_maker, bots
from serviam_rules.loading import load_ruleset
from serviam_rules.model import Ruleset
from serviam_rules.text.locales import resolve
from serviam_rules.values import ARRANGEMENTS

ARRANGED: Final = f"how rows are laid out (S-7): {', '.join(ARRANGEMENTS)}"


def add_packs(parser: argparse.ArgumentParser) -> None:
    """`--pack P ...`"""
    parser.add_argument(
        "--pack",
        metavar="P",
        nargs="+",
        action="extend",
        default=[],
        help="packs on top of the reference set, in this order: folders, or names of installed packs",
    )


def add_bots(parser: argparse.ArgumentParser, whom: str, default: str) -> None:
    """`--bot NAME ...`"""
    names = ", ".join(bots())
    parser.add_argument(
        "--bot",
        nargs="+",
        action="extend",
        metavar="NAME",
        default=[],
        help=f"who plays {whom}, in turn: {names}, or module:Name ({default})",
    )


def bots_of(arguments: argparse.Namespace, default: str) -> list[str]:
    """The bots of `--bot`. UsageError for one that is not known. A module is looked for in the current folder too."""
    names: list[str] = arguments.bot or [default]
    if any(":" in name for name in names) and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    for name in names:
        bot_maker(name)
    return names


def add_locale(parser: argparse.ArgumentParser) -> None:
    """`--locale L`"""
    parser.add_argument("--locale", metavar="L", default="en", help="the language: en, zh-Hans, ja, ... (en)")


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`"""
    parser.add_argument("--json", action="store_true", help="print JSON for programs instead of text for people")


def rules_of(arguments: argparse.Namespace) -> Ruleset:
    """The ruleset of `--pack`. PackError if a pack is faulty."""
    return load_ruleset(*arguments.pack)


def locale_of(arguments: argparse.Namespace, rules: Ruleset) -> str:
    """The language of `--locale`. UsageError if the ruleset does not speak it."""
    return resolve(arguments.locale, tuple(dict.fromkeys(rules.locales)))


def count(least: int) -> Callable[[str], int]:
    """An argument that is a whole number from `least` on."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least):
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number from {least} on")
        return int(text)

    return read


def seed(text: str) -> int | str:
    """A seed: a whole number as it is usually written is that number, all else is text."""
    number = text.isascii() and text.isdigit() and len(text) < 40 and (text == "0" or text[0] != "0")
    return int(text) if number else text
