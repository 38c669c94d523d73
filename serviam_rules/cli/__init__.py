"""The command `serviam-rules`: one file a command in `commands`, declared as `command` says.

`main` finds the command, runs it, and turns what a user can do wrong into a message and an exit status. Results go to
standard output, messages to standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from serviam_rules.cli.command import FINDINGS, FINE, INTERRUPTED, PIPE_CLOSED, USAGE, parse
from serviam_rules.cli.commands import all_commands
from serviam_rules.cli.terminal import (
    complain,
    ended_in_order,
    flush,
    prepare,
    printing_to,
    set_loudness,
    silence,
    tell,
)
from serviam_rules.errors import PackError, ServiamError, UsageError


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status.

    0 fine, 1 findings, 2 wrong usage or what cannot be read or written; 130 after Ctrl-C, 141 where nobody reads.
    """
    status = FINE
    try:
        prepare()
        with ended_in_order():
            status = _run(sys.argv[1:] if argv is None else argv)
        flush()
    except BrokenPipeError:
        silence()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:  # it is printing that fails: a full disk, a terminal that has gone
        if status == FINE:
            status = USAGE
            complain(error)
        silence()
    return status


def _run(argv: Sequence[str]) -> int:
    try:
        arguments = parse(argv, all_commands())
        set_loudness(arguments)
        with printing_to(getattr(arguments, "output", None)):
            return int(arguments.command.run(arguments))
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else FINE
    except BrokenPipeError:
        raise
    except PackError as error:
        tell(str(error))
        return FINDINGS
    except ServiamError as error:
        tell(f"serviam-rules: {error}")
        return USAGE if isinstance(error, UsageError) else FINDINGS
    except OSError as error:
        complain(error)
        return USAGE
