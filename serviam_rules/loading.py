"""Rulesets as users have them: the reference set, and packs on top of it.

For the reference set of an installed library nothing is loaded but frozen cards and a few cheap modules; YAML, schemas
and the checks of packs come in when a pack is named, or in a checkout.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Final, cast

from serviam_rules.cards import fingerprint, ruleset_from
from serviam_rules.errors import RulesetMismatch, ServiamError, UsageError, shortened
from serviam_rules.model import Card, Data, Ruleset, Situation, unfolded
from serviam_rules.values import thaw

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from serviam_rules.packs.report import Report

# pathlib and importlib.resources would cost more than all the cards.
_PACKAGE: Final = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
_CHECKOUT: Final = os.path.dirname(_PACKAGE)  # noqa: PTH120
# As the loader knows it: the path of a zip file may be relative, and its loader takes no other.
_BUNDLE: Final = os.path.join(os.path.dirname(__file__), "_data", "bundle.json")  # noqa: PTH118, PTH120

#: The reference set, as `bundle.bundle` makes it, by its place in a wheel or by the content of a checkout's cards.
_references: dict[str, dict[str, Any]] = {}
#: The print of the merged data of each list of packs, by the contents of the packs.
_merged: dict[tuple[str, ...], str] = {}
#: Every ruleset of this process by the print of its merged data: equal data is one object.
_made: dict[str, Ruleset] = {}


def load_ruleset(*packs: str | os.PathLike[str]) -> Ruleset:
    """The reference set with these packs on top, in order: folders, or names of installed packs.

    The same packs with the same contents are the same object. Raises PackError, with every problem of every file, for
    packs that are not in order, and UsageError for a name that is neither a folder nor an installed pack.
    """
    base = _reference()
    if not packs:
        return _ruleset(base["source_print"], base["source"], base)
    from serviam_rules.packs.pack import content
    from serviam_rules.packs.report import read_packs

    folders = [(pack_folder(pack), os.fspath(pack)) for pack in packs]
    contents = (base["content"], *(content(folder) for folder, _ in folders))
    if contents not in _merged:
        source, _ = read_packs(unfolded(base["source"]), folders)
        _merged[contents] = fingerprint(source)
        return _ruleset(_merged[contents], source)
    return _made[_merged[contents]]


def check_packs(*packs: str | os.PathLike[str]) -> Report:
    """What is wrong with these packs, in order and on top of the reference set; nothing is raised for what is in them.

    A first pack with the id of the reference set takes its place, so a checkout can check its own cards. UsageError for
    a name that is neither a folder nor an installed pack.
    """
    from serviam_rules.packs.report import check_packs as check

    folders = [(pack_folder(pack), os.fspath(pack)) for pack in packs]
    own = os.path.join(_CHECKOUT, "cards")  # noqa: PTH118
    stands_alone = bool(folders) and os.path.isdir(own) and folders[0][0].samefile(own)  # noqa: PTH112
    report = check(None if stands_alone else unfolded(_reference()["source"]), folders)
    if report.source is None:
        return report
    from serviam_rules.text.problems import with_phrases

    return with_phrases(report, ruleset_of, None if stands_alone else _messages(unfolded(_reference()["source"])))


def _messages(source: Mapping[str, Any]) -> Mapping[str, Any]:
    """The messages in the cards' own language."""
    messages: Mapping[str, Any] = source["locales"][source["language"]]["phrases"]["messages"]
    return messages


def pack_folder(pack: str | os.PathLike[str]) -> Path:
    """The folder of a pack, given by its path or by the name of an installed pack. UsageError if there is none."""
    try:
        name = cast(object, os.fspath(pack))
    except TypeError:
        name = None
    if not isinstance(name, str):
        raise UsageError(
            f"a pack is a folder, or the name of an installed pack, not {shortened(pack)}; give each one by itself"
        )
    from pathlib import Path

    from serviam_rules.packs.installed import installed_folder

    return Path(name) if os.path.isdir(name) else installed_folder(name)  # noqa: PTH112 (False for any odd text)


# ---- the reference set


def _reference() -> dict[str, Any]:
    """The reference set: from the bundle in the wheel, or from the YAML of a checkout as it is now."""
    if _BUNDLE not in _references:
        try:
            text = _loader().get_data(_BUNDLE)
        except OSError:
            return _from_checkout()
        _references[_BUNDLE] = json.loads(text)
    return _references[_BUNDLE]


def _loader() -> Any:
    """What loaded this module: it finds data beside it, in a zip file too, without another import."""
    assert __spec__ is not None
    return __spec__.loader


def _from_checkout() -> dict[str, Any]:
    """The reference set as the files of a checkout have it now. PackError for a mistake in them."""
    from serviam_rules.bundle import bundle
    from serviam_rules.packs.pack import content

    cards = _checkout_cards()
    found = content(cards)
    if found not in _references:
        _references[found] = bundle(cards)
    return _references[found]


def _checkout_cards() -> Path:
    """The cards of the checkout that this package is part of."""
    from pathlib import Path

    root = Path(_CHECKOUT)
    if not ((root / "pyproject.toml").is_file() and (root / "cards" / "pack.yaml").is_file()):
        raise ServiamError(
            f"the reference set is missing: neither {_BUNDLE} nor a checkout's cards/ beside {_PACKAGE} is there; "
            "install serviam-rules again"
        )
    return root / "cards"


# ---- rulesets


class LoadedRuleset(Ruleset):
    """A ruleset as `load_ruleset` makes it: its words and pictures are loaded when the first is asked for."""

    __slots__ = ()

    def text(self, card_id: str, locale: str = "en") -> str:
        from serviam_rules.text import card

        return card.text(self, card_id, locale)

    def face(self, card_id: str, locale: str = "en") -> str:
        from serviam_rules.faces import face

        return face(self, card_id, locale)

    def find(self, name: str) -> Card:
        from serviam_rules.text import find

        return find.find(self, name)

    def describe(self, thing: object, locale: str = "en", state: Situation | None = None) -> str:
        from serviam_rules.text import messages

        return messages.describe(self, thing, locale, state)

    def name(self, kind: str, key: str, locale: str = "en") -> str:
        from serviam_rules.text import messages

        return messages.name(self, kind, key, locale)

    def parse(self, text: str, locale: str = "en") -> list[dict[str, Any]]:
        from serviam_rules.text import messages

        return messages.parsed(self, text, locale)  # type: ignore[no-any-return]

    def __reduce__(self) -> tuple[Any, ...]:
        """The reference set is in every installation, so a pickle only says which; any other ruleset goes along."""
        for base in _references.values():
            if _made.get(base["source_print"]) is self:
                packs = tuple(f"{pack.id} {pack.version}" for pack in self.packs)
                return restore_reference, (base["source_print"], self.fingerprint, packs)
        return restore, (self.source,)


def ruleset_of(source: dict[str, Any]) -> Ruleset:
    """A ruleset of merged and checked data, a new one each time."""
    return ruleset_from(LoadedRuleset, source)


def _ruleset(source_print: str, source: dict[str, Any], bundle: dict[str, Any] | None = None) -> Ruleset:
    """The ruleset of merged data, made once; a bundle brings its prints along."""
    if source_print not in _made:
        prints = (bundle["card_prints"], bundle["ruleset_print"]) if bundle else None
        _made[source_print] = ruleset_from(LoadedRuleset, source, known=prints)
    return _made[source_print]


def restore(data: Data) -> Ruleset:
    """The ruleset of frozen merged data: how an unpickled state comes by its ruleset, the same for all of them."""
    source = thaw(data)
    return _playable(_ruleset(fingerprint(source), source))


def restore_reference(source_print: str, wanted: str, packs: tuple[str, ...]) -> Ruleset:
    """The reference set of a pickle. RulesetMismatch if the one that is installed here plays otherwise."""
    rules = _made.get(source_print) or load_ruleset()
    if rules.fingerprint != wanted:
        here = ", ".join(f"{pack.id} {pack.version}" for pack in rules.packs)
        raise RulesetMismatch(wanted, rules.fingerprint, [f"{', '.join(packs)} then, {here} now"])
    return _playable(rules)


def _playable(rules: Ruleset) -> Ruleset:
    """A ruleset whose programs are compiled: a state that comes from elsewhere is played on without a `new_game`."""
    from serviam_rules.effects.link import tables

    tables(rules)
    return rules
