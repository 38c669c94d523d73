"""Words for powerholders: who is meant (`who`), and which of the nine fit (`people`). Layer 4."""

from __future__ import annotations

from typing import Protocol

from serviam_rules.effects.env import Env
from serviam_rules.effects.node import PEOPLE, PLACE, WHO, Node, card_id, integer, part, same, sames, word
from serviam_rules.effects.selectors import Finds
from serviam_rules.state import PlaceRef
from serviam_rules.values import PowerholderId


class People(Node):
    """A filter of powerholders; what it finds comes in the ruleset's order."""

    __slots__ = ()

    def fits(self, env: Env, who: PowerholderId) -> bool:
        raise NotImplementedError

    def find(self, env: Env) -> tuple[PowerholderId, ...]:
        return tuple(who for who in env.tables.order if self.fits(env, who))


class Filter(Protocol):
    """A filter of powerholders."""

    def fits(self, env: Env, who: PowerholderId) -> bool: ...


@word("target", WHO)
class Target(Node):
    """The recipient of this turn's gift (T-4); nobody, if none was offered."""

    examples = {"target": "the recipient"}

    def find(self, env: Env) -> tuple[PowerholderId, ...]:
        return () if env.target is None else (env.target,)


@word("self", WHO)
class Self(Node):
    """The powerholder whose EFFETTO ORDINE this is (T-7); nobody in other effects."""

    examples = {"self": "this powerholder"}

    def find(self, env: Env) -> tuple[PowerholderId, ...]:
        kind, _, card = env.program.id.partition("/")
        return (card,) if kind == "powerholder" else ()


@word("holder", WHO)
class Holder(Node):
    """The powerholder with this id (T-4)."""

    powerholder: str = card_id("powerholder", "the id of a powerholder")

    examples = {"{holder: kurt}": "Kurt"}

    def find(self, env: Env) -> tuple[PowerholderId, ...]:
        return (self.powerholder,)


@word("at", WHO)
class At(Node):
    """Whoever lies face up at this place; nobody, if the card there lies face down."""

    place: Finds = part(PLACE, "a place")

    examples = {"{at: target}": "whoever lies where the offered gift lies"}

    def find(self, env: Env) -> tuple[PowerholderId, ...]:
        found: tuple[PlaceRef, ...] = self.place.find(env)
        lying = [env.draft.side(ref.side).row[ref.slot] for ref in found]
        return tuple(place.powerholder for place in lying if place.face_up)


@word("anyone", PEOPLE)
class Anyone(People):
    """All nine."""

    examples = {"anyone": "any powerholder"}

    def fits(self, env: Env, who: PowerholderId) -> bool:
        return True


@word("named", PEOPLE)
class Named(People):
    """Those named on the face-up rival (C-6, O-14); nobody outside the solo game."""

    examples = {"named": "the powerholders named on the rival"}

    def fits(self, env: Env, who: PowerholderId) -> bool:
        rival = env.draft.rival
        return rival is not None and who in env.draft.ruleset.rivals[rival].names


@word("rank", PEOPLE)
class Rank(People):
    """Those with this many stars (C-1)."""

    stars: int = integer("how many stars", least=1, most=9)

    examples = {"{rank: 3}": "three-star powerholders"}

    def fits(self, env: Env, who: PowerholderId) -> bool:
        return env.draft.ruleset.powerholders[who].rank == self.stars


@word("organisation", PEOPLE)
class OfOrganisation(People):
    """Those of this organisation (C-1)."""

    organisation: str = card_id("organisation", "the id of an organisation")

    examples = {"{organisation: army}": "powerholders of the Kingdom Army"}

    def fits(self, env: Env, who: PowerholderId) -> bool:
        return env.draft.ruleset.powerholders[who].organisation == self.organisation


@word("influence", PEOPLE)
class InfluenceIs(People):
    """Those whose influence is exactly this (C-2)."""

    influence: int = integer("the influence", least=-99, most=99)

    examples = {"{influence: 5}": "powerholders whose influence is 5"}

    def fits(self, env: Env, who: PowerholderId) -> bool:
        return env.influence(who) == self.influence


@word("influence_at_least", PEOPLE)
class InfluenceAtLeast(People):
    """Those whose influence is this or more."""

    influence: int = integer("the least influence", least=-99, most=99)

    examples = {"{influence_at_least: 2}": "powerholders whose influence is 2 or more"}

    def fits(self, env: Env, who: PowerholderId) -> bool:
        return env.influence(who) >= self.influence


@word("influence_at_most", PEOPLE)
class InfluenceAtMost(People):
    """Those whose influence is this or less."""

    influence: int = integer("the greatest influence", least=-99, most=99)

    examples = {"{influence_at_most: 0}": "powerholders whose influence is 0 or less"}

    def fits(self, env: Env, who: PowerholderId) -> bool:
        return env.influence(who) <= self.influence


@word("is", PEOPLE)
class IsPerson(People):
    """Those that this selects."""

    who: Finds = part(WHO, "whom")

    examples = {"{is: target}": "the recipient"}

    def fits(self, env: Env, who: PowerholderId) -> bool:
        return who in self.who.find(env)


@word("not", PEOPLE)
class NotPeople(People):
    """Those that do not fit."""

    people: Filter = same("who is left out")

    examples = {"{not: {rank: 1}}": "powerholders with more than one star"}

    def fits(self, env: Env, who: PowerholderId) -> bool:
        return not self.people.fits(env, who)


@word("all", PEOPLE)
class AllPeople(People):
    """Those that fit all of these."""

    people: tuple[Filter, ...] = sames("what they have to fit")

    examples = {"{all: [{rank: 2}, {organisation: cult}]}": "the two-star powerholder of the Midra Cult"}

    def fits(self, env: Env, who: PowerholderId) -> bool:
        return all(people.fits(env, who) for people in self.people)


@word("any", PEOPLE)
class AnyPeople(People):
    """Those that fit at least one of these."""

    people: tuple[Filter, ...] = sames("what they may fit")

    examples = {"{any: [{rank: 1}, {rank: 2}]}": "powerholders with one star or two"}

    def fits(self, env: Env, who: PowerholderId) -> bool:
        return any(people.fits(env, who) for people in self.people)
