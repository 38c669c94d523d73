"""What the validator says against data, one value after the other.

The one module that knows jsonschema. Its errors become `Complaint`s: flat, typed, and each with the schema that speaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, cast

import attrs
from jsonschema import Draft202012Validator, ValidationError
from jsonschema import validators as jsonschema_validators

from serviam_rules.schema.files import file_schema
from serviam_rules.schema.language import Schema
from serviam_rules.strict_yaml.paths import DataPath


@attrs.frozen
class Complaint:
    """That a keyword of a schema does not hold of a value, or of the key it stands under.

    `wanted` is the keyword's value; `tag` the word whose schema speaks, if it is about a mapping with that tag.
    """

    path: DataPath
    keyword: str
    wanted: Any
    found: Any
    schema: Schema
    tag: str | None
    of_key: bool

    @property
    def title(self) -> str:
        """What belongs where the value stands."""
        return str(self.schema.get("title", "something else"))


def complaints(kind: str, data: Any) -> Iterator[Complaint]:
    """Everything that the schema of this kind says against the data."""
    return map(_complaint, _validator(kind).iter_errors(data))


@cache
def _validator(kind: str) -> Any:
    """The one validator of files of this kind."""
    return _Validator(file_schema(kind))


def _complaint(error: ValidationError) -> Complaint:
    way = [*error.schema_path]
    of_key = "propertyNames" in way
    path = tuple(error.absolute_path)
    return Complaint(
        path=(*path, cast(str, error.instance)) if of_key else path,
        keyword=str(error.validator),
        wanted=error.validator_value,
        found=error.instance,
        schema=cast(Schema, error.schema),
        tag=str(way[-2]) if "dependentSchemas" in way[-3:-2] else None,
        of_key=of_key,
    )


def _pattern(_: Any, pattern: str, instance: Any, __: Any) -> Iterator[ValidationError]:
    """The keyword `pattern`, with a `$` that means the end, and not a last line break before it."""
    strict = pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern
    if isinstance(instance, str) and not re.search(strict, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


_Validator: Final = cast(Any, jsonschema_validators).extend(Draft202012Validator, {"pattern": _pattern})
