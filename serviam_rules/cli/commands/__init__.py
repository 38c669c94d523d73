"""The commands, one file each, declared as `serviam_rules.cli.command` says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import get_args

from serviam_rules.cli.command import Command, Group, declared


@cache
def all_commands() -> Mapping[str, Command]:
    """Every command by name: group by group, and within one by name."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    order = get_args(Group)
    return {one.name: one for one in sorted(declared.values(), key=lambda one: (order.index(one.group), one.name))}
