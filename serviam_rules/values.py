"""What every value of this library is made of: the house decorator, typed ids, a mapping that cannot change."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from operator import attrgetter
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    NoReturn,
    ParamSpec,
    TypeAlias,
    TypeGuard,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
)

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
Arrangement: TypeAlias = Literal["deal", "look", "inspect", "select"]
ARRANGEMENTS: Final[tuple[Arrangement, ...]] = get_args(Arrangement)
#: Of these, those under which players know the cards of their own row, and those under which they lay them out.
ROWS_KNOWN: Final = frozenset(ARRANGEMENTS) - {"deal"}
LAID_OUT: Final = ROWS_KNOWN - {"look"}

T = TypeVar("T")
P = ParamSpec("P")
K = TypeVar("K")
V_co = TypeVar("V_co", covariant=True)


class Field:
    """What a field of a value has besides its type."""

    __slots__ = ("compare", "default", "metadata")

    def __init__(self, default: Any, metadata: Mapping[str, Any], compare: bool) -> None:
        self.default: Any = default
        self.metadata: Mapping[str, Any] = metadata
        self.compare: bool = compare


#: The default of a field that has none.
NO_DEFAULT: Final[Any] = object()


def field(*, default: Any = NO_DEFAULT, metadata: Mapping[str, Any] | None = None, compare: bool = True) -> Any:
    """A field with a default, with metadata as in attrs, or that is no part of what is compared and hashed."""
    return Field(default, metadata or {}, compare)


def _field(given: Any) -> Field:
    """A field by what stands in the class: nothing, a default, `field()`, or `attrs.field()`."""
    if isinstance(given, Field):
        return given
    if type(given).__name__ == "_CountingAttr":  # of attrs, which need not be imported to know it
        import attrs

        default = NO_DEFAULT if given._default is attrs.NOTHING else given._default
        return Field(default, given.metadata, bool(given.eq))
    return Field(given, {}, True)


class Open:
    """Base of the classes of values being written: the same slots, and plain assignment."""

    __slots__ = ()
    if not TYPE_CHECKING:
        # Both, or the interpreter takes a slow path.
        __setattr__ = object.__setattr__
        __delattr__ = object.__delattr__


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """Make a frozen, slotted class, compared and hashed by its fields, that nobody subclasses.

    It is a class of attrs to everything that asks (`attrs.fields`, `attrs.evolve`, cattrs), but only then is attrs
    imported; its constructor is written when the first value is made. So a class costs 0.04 ms at import, where
    `attrs.frozen` takes 0.35. Values are made by an open class of the same slots, where plain assignment works, and
    get their frozen class at the end: 0.27 us for three fields, where `attrs.frozen` takes 0.65 (see `maker`).

    Subclassing is refused because equality of values is by exact type: a subclass would be a value
    that is never equal to the one it seems to be. Only open classes (`Open`) are subclasses.
    """
    names = tuple(name for name, kind in cls.__annotations__.items() if "ClassVar" not in kind)
    given = {name: cls.__dict__.get(name, NO_DEFAULT) for name in names}
    fields = {name: _field(one) for name, one in given.items()}
    compared = [name for name in names if fields[name].compare]
    members = {name: member for name, member in cls.__dict__.items() if name not in (*names, "__dict__", "__weakref__")}
    made: Any = cast(Any, type(cls))(
        cls.__name__,
        cls.__bases__,
        {
            **members,
            "__qualname__": cls.__qualname__,
            "__slots__": names,
            "__match_args__": names,
            "__new__": _first_of_its_kind,
            "__signature__": _Signature(),
            "__attrs_attrs__": _Attributes(),
            "__eq__": _equal,
            "__hash__": _hash,
            "__repr__": members.get("__repr__", _repr),
            "__reduce__": _reduce,
            "__setattr__": refuse_change,
            "__delattr__": refuse_change,
            "_fields": fields,
            # Of one name alone `attrgetter` gives no tuple, and of none nothing.
            "_compared": staticmethod(attrgetter(*compared) if compared else _nothing),
        },
    )
    made.__init_subclass__ = classmethod(_refuse_subclass)
    for member in members.values():
        for cell in getattr(getattr(member, "__func__", member), "__closure__", None) or ():
            if cell.cell_contents is cls:  # what `super()` in a method refers to
                cell.cell_contents = made
    return cast("type[T]", made)


def evolve(old: T, /, **changes: Any) -> T:
    """A value like `old`, or an object of another class of attrs, with some fields changed."""
    kind: Any = type(old)
    if not is_value(kind):
        import attrs

        return cast(T, attrs.evolve(cast(Any, old), **changes))
    return cast(T, kind(**{name: getattr(old, name) for name in kind.__match_args__} | changes))


def names_of(cls: Any) -> tuple[str, ...]:
    """The names of the fields of a class of values, in their order."""
    return cast("tuple[str, ...]", cls.__match_args__)


def fields_of(cls: Any) -> Mapping[str, Field]:
    """The fields of a class of values, by name, in their order."""
    return cast("Mapping[str, Field]", cls._fields)


def is_value(kind: type) -> bool:
    """Whether it is a class that `value` made."""
    return "_compared" in kind.__dict__


def has_fields(kind: type) -> TypeGuard[type[Any]]:
    """Whether it is a class of values, or another one of attrs."""
    return "__attrs_attrs__" in kind.__dict__


def maker(cls: Callable[P, T]) -> Callable[P, T]:
    """A function that makes values of this class: what the class does when it is called, in two thirds of the time."""
    return cast("Callable[P, T]", _written(cast(Any, cls))["make"])


def copier(frozen: type[Any], opened: type[Any]) -> Callable[[Any], Any]:
    """A function that copies a value into a new one of an open class with the same slots."""
    lines = "; ".join(f"copy.{name} = old.{name}" for name in frozen.__match_args__)
    scope: dict[str, Any] = {"_new": object.__new__, "_opened": opened}
    exec(f"def copied(old): copy = _new(_opened); {lines}; return copy", scope)
    return cast(Callable[[Any], Any], scope["copied"])


def record_reader(cls: type[Any]) -> Callable[[tuple[Any, ...]], Any]:
    """A function that makes a value of a tuple of anything and its fields."""
    return cast("Callable[[tuple[Any, ...]], Any]", _written(cls)["made_of"])


def _written(cls: Any) -> dict[str, Any]:
    """The functions that make values of a class, written out with its fields: `__new__`, `make` and `made_of`."""
    if cls in _WRITTEN:
        return _WRITTEN[cls]
    names = cls.__match_args__
    defaults = {f"_{name}": one.default for name, one in cls._fields.items() if one.default is not NO_DEFAULT}
    opened = type(f"_Open{cls.__name__}", (Open, cls), {"__slots__": ()})
    scope: dict[str, Any] = {"_frozen": cls, "_opened": opened, "_create": object.__new__, **defaults}
    arguments = ", ".join(f"{name}=_{name}" if f"_{name}" in defaults else name for name in names)
    assigned = "".join(f"_self.{name} = {name}; " for name in names)
    unpacked = f"_{''.join(f', _self.{name}' for name in names)} = record; " if names else ""
    body = "_self = _create(_opened); {}_self.__class__ = _frozen; return _self"
    exec(
        f"def __new__(_cls, {arguments}): {body.format(assigned)}\n"
        f"def make({arguments}): {body.format(assigned)}\n"
        f"def made_of(record): {body.format(unpacked)}",
        scope,
    )
    scope["__new__"].__qualname__ = f"{cls.__qualname__}.__new__"
    _WRITTEN[cls] = scope
    return scope


_WRITTEN: Final[dict[type[Any], dict[str, Any]]] = {}


def _first_of_its_kind(cls: Any, /, *given: Any, **named: Any) -> Any:
    """`__new__` of a class of which there is no value yet: written, put in its place, and called."""
    cls.__new__ = made = _written(cls)["__new__"]
    return made(cls, *given, **named)


class _Signature:
    """How a class is called, for `help` and `inspect`, before the first value is made."""

    def __get__(self, _: object, cls: Any) -> Any:
        import inspect

        return inspect.signature(_written(cls)["make"])


class _Attributes:
    """The fields as attrs knows them, made when attrs or cattrs first asks."""

    def __get__(self, _: object, cls: Any) -> Any:
        import attrs

        shadow = type(cls.__name__, (), {"__annotations__": cls.__annotations__, "__module__": cls.__module__})
        these: dict[str, Any] = {}
        for name, one in cls._fields.items():
            default = attrs.NOTHING if one.default is NO_DEFAULT else one.default
            these[name] = attrs.field(default=default, metadata=one.metadata, eq=one.compare)
        made: Any = attrs.define(shadow, these=these, slots=False, init=False, repr=False, eq=False)
        cls.__attrs_attrs__ = made.__attrs_attrs__
        return cls.__attrs_attrs__


def _equal(self: Any, other: Any) -> bool:
    return bool(self._compared(self) == self._compared(other)) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: Any) -> int:
    return hash((self.__class__, self._compared(self)))


def _repr(self: Any) -> str:
    return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__match_args__)})"


def _nothing(_: object) -> tuple[()]:
    return ()


def _reduce(self: Any) -> tuple[type[Any], tuple[Any, ...]]:
    """How a value is pickled and copied: by its class and its fields."""
    return self.__class__, tuple([getattr(self, name) for name in self.__match_args__])


def refuse_change(self: Any, name: str, *_: object) -> NoReturn:
    """`__setattr__` and `__delattr__` of what is frozen."""
    from attrs.exceptions import FrozenInstanceError

    error = FrozenInstanceError()
    error.args = (f"{type(self).__name__} is a value and cannot be changed (tried to change {name!r})",)
    raise error


def _refuse_subclass(cls: Any, /, **_: Any) -> None:
    if Open not in cls.__mro__:
        raise TypeError(f"{cls.__mro__[1].__name__} is a value and cannot be subclassed")


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

    # Views of a dict cannot change it; those of `Mapping` would ask for item after item.
    def keys(self) -> KeysView[K]:
        return self._data.keys()

    def values(self) -> ValuesView[V_co]:
        return self._data.values()

    def items(self) -> ItemsView[K, V_co]:
        return self._data.items()

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
