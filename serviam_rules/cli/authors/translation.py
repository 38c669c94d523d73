"""A new translation: every name and phrase there is, for somebody to say in another language. Layer 10.

The file holds no English. A name that is not filled in yet is an entry without one, so readers see that it is missing;
what it is called in the cards stands behind it as a comment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from serviam_rules.cli.authors.writing import Files, comment, manifest, modeline, text, to_fill_in
from serviam_rules.errors import UsageError
from serviam_rules.model import Ruleset
from serviam_rules.schema.kinds import NAMED
from serviam_rules.schema.validate import faults
from serviam_rules.text.status import source_hash
from serviam_rules.values import thaw

_NAMES: Final = (
    "Add `name: ...,` in front of each hash. Where you do not know yet, leave the entry as it is: readers then get "
    "another language's name, and are told so. The hash tells which words you translated; when they change, `check` "
    "says so. Where the name is the same in your language, add `same: true`."
)
_PHRASES: Final = (
    "What rule text and messages are made of, as the cards' own language says it. Translate a line, delete its # and "
    "the # of the lines it stands under; keep the {holes}. A line that keeps its # is shown as it is here."
)
_README: Final = """\
# {title}

A translation into `{language}`. It changes words and nothing else, so games and replays with and without it are the
same.

    serviam-rules validate {folder}
    serviam-rules show kurt --pack {folder} --locale {language}
    serviam-rules check --pack {folder} --locale {language}
"""


def translation(folder: Path, rules: Ruleset, language: str) -> Files:
    """The pack: one file with everything that can be said in `language`. UsageError for what is no language code."""
    for fault in faults("locale", {"language": language, "provenance": {"default": "stand-in"}}):
        raise UsageError(f"--translation: {fault.message}")
    if language == rules.source["language"]:
        raise UsageError(f"--translation: the cards themselves are in {language!r}; name another language")
    name = f"locales/{language}.yaml"
    lines = [modeline("locale", name), f"language: {language}", *_names(rules, language), *_phrases(rules, language)]
    title = folder.name.replace("-", " ").capitalize()
    return {
        "pack.yaml": manifest(folder, rules, "en"),
        name: text([*lines, "", "provenance: {default: stand-in}"]),
        "README.md": _README.format(title=title, folder=folder.name, language=language),
    }


def _names(rules: Ruleset, language: str) -> Iterator[str]:
    """An entry for each thing with a name; where the language has names, they stand there to be changed."""
    there = thaw(rules.source["locales"].get(language, {}).get("names", {}))
    if there:
        yield "patches: true    # the language has names already: the entries below change them"
    yield ""
    yield from comment(_NAMES)
    yield "names:"
    for kind in NAMED.values():
        things: Mapping[str, Any] = getattr(rules, kind)
        known = there.get(kind, {})
        yield f"  {kind}:"
        for key, thing in things.items():
            yield f"    {key}: {_entry(rules, kind, key, thing.name, known.get(key, {}))}"


def _entry(rules: Ruleset, kind: str, key: str, name: str, known: Mapping[str, Any]) -> str:
    """What stands for a name that is to be written, with the hash of what there is to translate."""
    if "name" in known:
        return f"{{}}    # {name}, now: {known['name']}"
    return f'{{hash: "{source_hash(rules, kind, key)}"}}    # {name}'


def _phrases(rules: Ruleset, language: str) -> Iterator[str]:
    """The phrases of the cards' own language behind #, unless the language has phrases."""
    source = rules.source["locales"]
    own = thaw(source.get(rules.source["language"], {}).get("phrases", {}))
    if own and not source.get(language, {}).get("phrases"):
        yield ""
        yield from comment(_PHRASES)
        yield from to_fill_in({"phrases": own})
