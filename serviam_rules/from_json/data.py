"""Plain data -> values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, TypeVar, cast
from typing import get_type_hints as hints_of

from serviam_rules.from_json.refusal import Path, Refusal, as_object, check_keys
from serviam_rules.plain import Plain, entries

T = TypeVar("T")


def structure(data: Plain, kind: type[T] | Any, path: Path = ()) -> T:
    """The value of type `kind` that parsed data describes. FormatError, with a path from `path` on, for all else."""
    from serviam_rules.from_json.converter import converter, first_refusal

    try:
        return cast(T, converter().structure(data, kind))
    except Exception as error:
        refusal = first_refusal(error)
        if refusal is None:
            raise
        raise refusal.error(path) from None


def structure_keys(
    data: Plain, shape: Mapping[str, Any], path: Path = (), optional: Collection[str] = ()
) -> dict[str, Any]:
    """The values of an object with exactly these keys, of which some may be missing, and with values of these types.

    They come in the order of `shape`.
    """
    found = with_keys(data, shape, path, optional)
    hooks = _hooks(tuple(shape.items()))
    try:
        return {key: hook(found[key], kind) for key, kind, hook in hooks if key in found}
    except Exception:
        pass
    return {key: structure(found[key], kind, (*path, key)) for key, kind in shape.items() if key in found}


@lru_cache(maxsize=64)
def _hooks(shape: tuple[tuple[str, Any], ...]) -> tuple[tuple[str, Any, Any], ...]:
    """How each key of a shape is read, without being asked for what is wrong where."""
    from serviam_rules.from_json.converter import converter

    return tuple((key, kind, converter().get_structure_hook(kind)) for key, kind in shape)


def with_keys(data: Plain, keys: Iterable[str], path: Path = (), optional: Collection[str] = ()) -> dict[str, Plain]:
    """Data that is an object with exactly these keys, of which some may be missing, or FormatError."""
    try:
        return check_keys(data, tuple(keys), optional)
    except Refusal as refusal:
        raise refusal.error(path) from None


def mapping(data: Plain) -> dict[str, Plain]:
    """Parsed data that is an object, or FormatError."""
    try:
        return as_object(data)
    except Refusal as refusal:
        raise refusal.error(()) from None


@cache
def shape_of(kind: type) -> Mapping[str, Any]:
    """The keys that an attrs class has in JSON, each with its type."""
    hints = hints_of(kind)
    return {entry.key: hints.get(entry.key) or _type_of_property(kind, entry.key) for entry in entries(kind)}


@cache
def optional_in(kind: type) -> frozenset[str]:
    """The keys of an attrs class that may be missing in JSON."""
    return frozenset(entry.key for entry in entries(kind) if entry.optional)


def _type_of_property(kind: type, name: str) -> Any:
    return hints_of(getattr(kind, name).fget)["return"]
