"""The schemas that stand in a new pack for its author's editor. Layer 10."""

from __future__ import annotations

from collections.abc import Iterable

from serviam_rules.cli.authors.writing import SCHEMAS, Files
from serviam_rules.model import Ruleset
from serviam_rules.schema import build
from serviam_rules.schema.kinds import FOLDERS
from serviam_rules.schema.known import known_in
from serviam_rules.values import thaw

_KIND_OF: dict[str, str] = {folder: kind for kind, folder in FOLDERS.items()} | {"locales": "locale"}
_TOP = {"pack.yaml": "pack", "set.yaml": "set"}


def schema_files(rules: Ruleset, names: Iterable[str]) -> Files:
    """A schema, with the ids of the ruleset, for each kind of file among `names`."""
    known = known_in(thaw(rules.source))
    kinds = {_TOP.get(name) or _KIND_OF.get(name.partition("/")[0]) for name in names}
    return {
        f"{SCHEMAS}/{kind}.schema.json": build.as_text(build.schema(kind, known))
        for kind in sorted(filter(None, kinds))
    }
