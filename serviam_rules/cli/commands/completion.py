"""`serviam-rules completion`: what a shell needs to complete commands and options."""

from __future__ import annotations

import argparse

from serviam_rules.cli.command import FINE, OUTPUT, Argument, command, make_parser
from serviam_rules.cli.terminal import say
from serviam_rules.errors import UsageError


@command(
    "completion",
    "programs",
    usage="SHELL",
    does="what bash, zsh or tcsh needs to complete commands and options",
    about="""\
Prints a script for a shell, which then completes commands, options and their values. It is made by shtab, which comes
with `pip install 'serviam-rules[cli]'`.""",
    examples="""\
examples:
  eval "$(serviam-rules completion bash)"        in ~/.bashrc
  serviam-rules completion zsh > ~/.zfunc/_serviam-rules""",
    arguments=(Argument("shell", metavar="SHELL", choices=("bash", "zsh", "tcsh"), help="bash, zsh or tcsh"), OUTPUT),
)
def completion(arguments: argparse.Namespace) -> int:
    """Print the script."""
    from serviam_rules.cli.commands import all_commands

    try:
        import shtab
    except ImportError:
        raise UsageError("completion is made by shtab: pip install 'serviam-rules[cli]'") from None
    known = all_commands()
    say(shtab.complete(make_parser(known, *known, listed="commands"), shell=arguments.shell).rstrip())
    return FINE
