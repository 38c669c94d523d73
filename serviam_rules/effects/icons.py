"""The icons of a gift -> its effect: parameters take the place of `$name`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from serviam_rules.effects.node import GrammarError, Path, parse_steps
from serviam_rules.errors import nearest
from serviam_rules.model import Icon
from serviam_rules.values import is_list, is_map


def icon_of(use: Mapping[str, Any], icons: Mapping[str, Icon], path: Path = ()) -> Icon:
    """The icon that a mapping uses: the one whose id is among its keys."""
    used = [key for key in use if key in icons]
    if len(used) == 1:
        return icons[used[0]]
    if used:
        raise GrammarError(path, "two-icons", f"{' and '.join(map(repr, used))} cannot stand in one icon")
    known = f"(known: {', '.join(sorted(icons))})"
    for key in use:
        if hint := nearest(key, icons):
            raise GrammarError((*path, key), "unknown-icon", f"no icon is called {key!r}{hint} {known}")
    raise GrammarError(path, "unknown-icon", f"no icon among {', '.join(map(repr, use))} {known}")


def arguments_of(use: Mapping[str, Any], icon: Icon, path: Path = ()) -> dict[str, Any]:
    """The parameters of an icon as a gift gives them; exactly those the icon has."""
    given = {key: item for key, item in use.items() if key in icon.parameters or key != icon.id}
    for key in given:
        if key not in icon.parameters:
            hint = nearest(key, icon.parameters)
            raise GrammarError((*path, key), "unknown-key", f"icon {icon.id!r} has no parameter {key!r}{hint}")
    for key in icon.parameters:
        if key not in given:
            raise GrammarError(path, "missing-key", f"icon {icon.id!r} needs {key!r}")
    if icon.id not in icon.parameters and use[icon.id] is not True:
        raise GrammarError((*path, icon.id), "wrong-type", f"icon {icon.id!r} takes no value: write {icon.id}: true")
    return given


def fill(effect: Any, arguments: Mapping[str, Any]) -> Any:
    """An icon's effect with the parameters put in. KeyError-free: an unknown `$name` is a GrammarError."""
    if is_map(effect):
        return {key: fill(item, arguments) for key, item in effect.items()}
    if is_list(effect):
        return [fill(item, arguments) for item in effect]
    if isinstance(effect, str) and effect.startswith("$"):
        if effect[1:] not in arguments:
            hint = nearest(effect[1:], arguments)
            raise GrammarError((), "unknown-parameter", f"the icon has no parameter {effect!r}{hint}")
        return arguments[effect[1:]]
    return effect


def steps_of(uses: Iterable[Mapping[str, Any]], icons: Mapping[str, Icon]) -> tuple[Any, ...]:
    """The steps that a gift's icons stand for, in printed order (T-3)."""
    steps: list[Any] = []
    for at, use in enumerate(uses):
        icon = icon_of(use, icons, ("icons", at))
        arguments = arguments_of(use, icon, ("icons", at))
        steps.extend(parse_steps(fill(icon.effect, arguments), ("icons", at)))
    return tuple(steps)


def icon_paths(uses: Iterable[Mapping[str, Any]], icons: Mapping[str, Icon]) -> list[str]:
    """Where in a gift each of these steps comes from."""
    return [f"icons.{at}" for at, use in enumerate(uses) for _ in icon_of(use, icons).effect]
