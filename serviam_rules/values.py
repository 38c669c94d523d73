"""What every value of this library is made of: the house decorator, typed ids, a mapping that cannot change.

Layer 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import (
    Any,
    Final,
    Literal,
    NoReturn,
    TypeAlias,
    TypeGuard,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
)

import attrs

GiftId: TypeAlias = str
PowerholderId: TypeAlias = str
RivalId: TypeAlias = str
OrganisationId: TypeAlias = str
FamilyId: TypeAlias = str

Seat: TypeAlias = int
#: Who owns a row: a seat (0 is the first), or the automatic family of the solo game (O-1).
Side: TypeAlias = int | Literal["bazzi-betti"]
BAZZI_BETTI: Final[Literal["bazzi-betti"]] = "bazzi-betti"

Mode: TypeAlias = Literal["standard", "solo"]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)
#: How rows are laid out (S-3, S-7).
Arrangement: TypeAlias = Literal["deal", "inspect", "select"]
ARRANGEMENTS: Final[tuple[Arrangement, ...]] = get_args(Arrangement)

T = TypeVar("T")
K = TypeVar("K")
V_co = TypeVar("V_co", covariant=True)


def _refuse_subclass(cls: Any, /, **_: Any) -> NoReturn:
    raise TypeError(f"{cls.__mro__[1].__name__} is a value and cannot be subclassed")


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field,))
def value(cls: type[T]) -> type[T]:
    """Make a frozen, slotted class, compared and hashed by its fields, that nobody subclasses.

    Subclassing is refused because equality of values is by exact type: a subclass would be a value
    that is never equal to the one it seems to be.
    """
    made: Any = attrs.frozen(cls, init=False, eq=False, repr=False)
    made.__eq__, made.__hash__, made.__repr__ = _comparison(made)
    made.__new__ = _constructor(made)
    made.__reduce__ = _reduce
    made.__init_subclass__ = classmethod(_refuse_subclass)
    return cast("type[T]", made)


def evolve(old: T, /, **changes: Any) -> T:
    """A value like `old` with some fields changed."""
    return cast(T, attrs.evolve(cast(Any, old), **changes))


def names_of(cls: type) -> tuple[str, ...]:
    """The names of the fields of a class of values, in their order."""
    return tuple(field.name for field in attrs.fields(cls))


def _constructor(cls: type[Any]) -> Any:
    """A `__new__` for a frozen class, twice as fast as going around `__setattr__` field by field: the new object is
    for a moment of an open class with the same slots, where plain assignment works."""
    fields = attrs.fields(cls)
    defaults = {f"_{field.name}": field.default for field in fields if field.default is not attrs.NOTHING}
    opened = _opened(cls)
    scope: dict[str, Any] = {"_frozen": cls, "_opened": opened, "_new": object.__new__, **defaults}
    arguments = ["_cls"]
    arguments += [f"{f.name}=_{f.name}" if f"_{f.name}" in defaults else f.name for f in fields]
    lines = "".join(f"_self.{field.name} = {field.name}; " for field in fields)
    body = f"_self = _new(_opened); {lines}_self.__class__ = _frozen; return _self"
    exec(f"def __new__({', '.join(arguments)}): {body}", scope)
    return scope["__new__"]


_OPENED: dict[type[Any], type[Any]] = {}


def _opened(cls: type[Any]) -> type[Any]:
    if cls not in _OPENED:
        _OPENED[cls] = type(f"_Open{cls.__name__}", (cls,), {"__slots__": (), **_OPEN})
    return _OPENED[cls]


def record_reader(cls: type[Any]) -> Callable[[tuple[Any, ...]], Any]:
    """A function that makes a value of a tuple of anything and its fields."""
    scope: dict[str, Any] = {"_frozen": cls, "_opened": _OPENED[cls], "_new": object.__new__}
    targets = "".join(f", _self.{name}" for name in cls.__match_args__)
    unpacked = f"_{targets} = record; " if targets else ""
    exec(f"def made_of(record): _self = _new(_opened); {unpacked}_self.__class__ = _frozen; return _self", scope)
    return scope["made_of"]  # type: ignore[no-any-return]


def _comparison(cls: Any) -> tuple[Any, Any, Any]:
    """`__eq__`, `__hash__` and `__repr__` of a frozen class. Generated code is no faster, and costs every import."""
    names = [field.name for field in attrs.fields(cls)]
    # Of one name alone `attrgetter` gives no tuple, and of none nothing.
    fields: Any = attrgetter(*names) if names else _nothing

    def eq(self: Any, other: object) -> bool:
        return bool(fields(self) == fields(other)) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash((cls, fields(self)))

    def shown(self: Any) -> str:
        return f"{cls.__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return eq, hashed, shown


def _nothing(_: object) -> tuple[()]:
    return ()


def _reduce(self: Any) -> tuple[type[Any], tuple[Any, ...]]:
    """How a value is pickled and copied: by its class and its fields."""
    cls: type[Any] = self.__class__
    return cls, tuple(getattr(self, field.name) for field in attrs.fields(cls))


#: Members that make a subclass of a frozen class writable (both, or the interpreter takes a slow path).
_OPEN: Final = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}


class FrozenMap(Mapping[K, V_co]):
    """A mapping that cannot be changed, keeps its order, and can be hashed, compared, copied and pickled."""

    __slots__ = ("_data",)
    _data: dict[K, V_co]

    def __init__(self, items: Mapping[K, V_co] | Iterable[tuple[K, V_co]] = ()) -> None:
        object.__setattr__(self, "_data", dict(items))

    def __getitem__(self, key: K) -> V_co:
        return self._data[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __contains__(self, key: object) -> bool:
        return key in self._data

    def __eq__(self, other: object) -> bool:
        return bool(self._data == dict(other)) if is_map(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._data.items()))

    def __repr__(self) -> str:
        return f"FrozenMap({self._data!r})"

    def __setattr__(self, name: str, _: object) -> NoReturn:
        raise AttributeError(f"a FrozenMap cannot be changed (tried to set {name!r})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a FrozenMap cannot be changed (tried to delete {name!r})")

    def __copy__(self) -> FrozenMap[K, V_co]:
        return self

    def __deepcopy__(self, _: object) -> FrozenMap[K, V_co]:
        return self

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return FrozenMap, (self._data,)


def is_map(data: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether plain or frozen data is a mapping."""
    return isinstance(data, dict | FrozenMap)


def is_list(data: object) -> TypeGuard[Sequence[Any]]:
    """Whether plain or frozen data is a list."""
    return isinstance(data, list | tuple)


def freeze(data: Any) -> Any:
    """Plain data (dict, list, str, int, bool, None) as values: mappings become FrozenMap, lists tuples."""
    if is_map(data):
        return FrozenMap({key: freeze(item) for key, item in data.items()})
    if is_list(data):
        return tuple(freeze(item) for item in data)
    return data


def thaw(data: Any) -> Any:
    """The inverse of `freeze`."""
    if is_map(data):
        return {key: thaw(item) for key, item in data.items()}
    if is_list(data):
        return [thaw(item) for item in data]
    return data
