"""New packs: one with a gift to change, a variant, a translation, and the pieces that each is written from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Final

from serviam_rules.cli.cards import flow, yaml_lines
from serviam_rules.cli.cells import wrap
from serviam_rules.errors import UsageError
from serviam_rules.kinds import NAMED, kind_of_file
from serviam_rules.model import Ruleset
from serviam_rules.packs.folder import bad_id
from serviam_rules.schema import build
from serviam_rules.schema.known import known_in
from serviam_rules.schema.validate import faults
from serviam_rules.text.status import source_hash
from serviam_rules.values import thaw

# ---- the folder


def new_folder(written: str) -> Path:
    """The folder that a user names for a new pack. Nothing is made yet.

    Its last name becomes the id of the pack; the folder around it must be there, and the folder itself must not, or be
    empty. UsageError for everything else, so nothing is ever overwritten.
    """
    if "\0" in written or not written.strip():
        raise UsageError("the new pack needs the name of a folder: packs/my-pack")
    folder = Path(written)
    if problem := bad_id(folder.name):
        raise UsageError(f"the last name of the path becomes the id of the pack, and {problem}")
    if not folder.parent.is_dir():
        raise UsageError(f"there is no folder {str(folder.parent)!r} to make the pack in")
    if folder.is_symlink():
        raise UsageError(f"{written}: a link stands here; give the folder itself")
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{written}: a file stands here")
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{written}: this folder is not empty; nothing in it is overwritten, so name a new one")
    return folder


def write_pack(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a new pack, by their path within the folder. FileExistsError rather than overwrite one."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        target = folder.joinpath(*PurePosixPath(name).parts)
        target.parent.mkdir(exist_ok=True)
        with target.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)


# ---- pieces

#: Where the schemas of a pack lie for its editor; hidden, so that they are no part of the pack.
SCHEMAS: Final = ".schema"
_WIDTH: Final = 108

#: The files of a new pack by their path in it.
Files = dict[str, str]


def modeline(kind: str, file: str) -> str:
    """The first line of a file, by which editors find its schema."""
    up = "../" * file.count("/")
    return f"# yaml-language-server: $schema={up or './'}{SCHEMAS}/{kind}.schema.json"


def comment(text: str, indent: str = "") -> list[str]:
    """A text as comment lines."""
    return [f"{indent}# {line}" for line in wrap(text, _WIDTH - len(indent))]


def to_fill_in(data: Mapping[str, Any], width: int = _WIDTH) -> list[str]:
    """Data behind a # on each line, for somebody to take away."""
    return [f"#{line}" for line in yaml_lines(data, width)]


def title_of(folder: Path) -> str:
    """`my-copy` -> `My copy`."""
    words = folder.name.replace("-", " ")
    return words[0].upper() + words[1:]


def manifest(folder: Path, rules: Ruleset, language: str, more: Iterable[str] = ()) -> str:
    """The text of `pack.yaml`; `more` are further lines."""
    lines = [
        modeline("pack", "pack.yaml"),
        f"id: {folder.name}",
        'version: "0.1.0"',
        f"title: {flow(title_of(folder))}",
        "format: 1",
        *([f"language: {language}"] if language != "en" else []),
        f"requires: {flow(requires(rules))}",
        *more,
    ]
    return text(lines)


def requires(rules: Ruleset) -> dict[str, str]:
    """The packs of a ruleset with the versions that will do: this one and later ones that break nothing."""
    return {pack.id: _range(pack.version) for pack in rules.packs}


def _range(version: str) -> str:
    major, minor, *_ = (*version.split("."), "0")
    return f">={major}.{minor},<{int(major) + 1}"


def text(lines: Iterable[str]) -> str:
    """Lines as the text of a file."""
    return "\n".join(lines) + "\n"


# ---- a gift, a variant

_GIFT: Final = """\
{modeline}
# A gift of your own: change everything, the id and the name of the file with it.
id: example-gift
name: Example gift
copies: 2
category: {category}    # the organisation that wants it: {organisations}; or null
conspiracy: false
icons:    # in printed order; `serviam-rules show {icons}` tells what each icon does
  - {{target: true, move: +1}}
  - {{holder: {holder}, move: -1}}
provenance: {{default: stand-in}}
"""

_CASE: Final = """\
about: What the pack does, as tables, actions and what must follow. `serviam-rules validate {folder} --cases` runs it.
cases:
  - it: moves the recipient +1, then {name} -1
    card: example-gift
    given:
      markers: {{{holder}: 3, {other}: 3}}
      seats: [{{row: [{other}, down, down, down, up], hand: [example-gift]}}]
    do:
      - {{type: offer, gift: example-gift, slot: 0}}
    events:
      - {{type: marker-moved, powerholder: {other}, asked: 1, start: 3, end: 4}}
      - {{type: marker-moved, powerholder: {holder}, asked: -1, start: 3, end: 2}}
"""

_SET: Final = """\
{modeline}
# Only what you change; mappings are merged with the set before, a list takes the old one's place. Everything that
# can be changed stands in `serviam-rules schema set`, and your editor offers it.
patches: true
turn:
  turns: {turns}
provenance: {{default: stand-in}}
"""

_README: Final = """\
# {title}

    serviam-rules validate {folder} --cases
    serviam-rules simulate --pack {folder}
"""


def gift_pack(folder: Path, rules: Ruleset) -> Files:
    """A pack with one gift to change, and a case that tests it."""
    holder, other = list(rules.powerholders)[1], list(rules.powerholders)[2]
    facts = {
        "modeline": modeline("gift", "gifts/example-gift.yaml"),
        "category": next(iter(rules.organisations)),
        "organisations": ", ".join(rules.organisations),
        "icons": " ".join(rules.icons),
        "holder": holder,
        "other": other,
        "name": rules.powerholders[holder].name,
        "folder": folder.name,
    }
    return {
        "pack.yaml": manifest(folder, rules, "en"),
        "gifts/example-gift.yaml": _GIFT.format(**facts),
        "cases/example.yaml": _CASE.format(**facts),
        "README.md": _readme(folder),
    }


def variant_pack(folder: Path, rules: Ruleset) -> Files:
    """A pack that changes a number of the game and has a gift of its own."""
    turns = text([_SET.format(modeline=modeline("set", "set.yaml"), turns=rules.numbers.turn.turns).rstrip()])
    return gift_pack(folder, rules) | {"set.yaml": turns}


def _readme(folder: Path) -> str:
    return _README.format(title=title_of(folder), folder=folder.name)


# ---- a translation

_NAMES: Final = (
    "Add `name: ...,` in front of each hash. Where you do not know yet, leave the entry as it is: readers then get "
    "another language's name, and are told so. The hash tells which words you translated; when they change, `check` "
    "says so. Where the name is the same in your language, add `same: true`."
)
_PHRASES: Final = (
    "What rule text and messages are made of, as the cards' own language says it. Translate a line, delete its # and "
    "the # of the lines it stands under; keep the {holes}. A line that keeps its # is shown as it is here."
)
_TRANSLATION_README: Final = """\
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
    title = title_of(folder)
    return {
        "pack.yaml": manifest(folder, rules, "en"),
        name: text([*lines, "", "provenance: {default: stand-in}"]),
        "README.md": _TRANSLATION_README.format(title=title, folder=folder.name, language=language),
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


# ---- schemas for editors


def schema_files(rules: Ruleset, names: Iterable[str]) -> Files:
    """A schema, with the ids of the ruleset, for each kind of file among `names`."""
    kinds = sorted(filter(None, set(map(kind_of_file, names))))
    made = build.for_editors(kinds, known_in(thaw(rules.source)))
    return {f"{SCHEMAS}/{name}": text for name, text in made.items()}
