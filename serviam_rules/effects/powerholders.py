"""Words for powerholders: who is meant (`who`), and which of the nine fit (`people`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

import attrs

from serviam_rules.effects.known import NONE, Fault, Fits, Found, Known, exactly
from serviam_rules.effects.node import PEOPLE, PLACE, WHO, Node, card_id, integer, part, same, sames, word
from serviam_rules.effects.running import face_up_at, names
from serviam_rules.effects.source import Finds, Group, Source, Things, literal
from serviam_rules.model import Powerholder


class People(Node):
    """A filter of powerholders; what it finds comes in the ruleset's order."""

    __slots__ = ()

    def group(self, to: Source) -> Group:
        raise NotImplementedError

    def finds(self, known: Known) -> Found:
        fits = known.people(self)
        return Found(len(fits.must), len(fits.may), fits, distinct=True)

    def find(self, to: Source) -> Things:
        group = self.group(to)
        if group.test is None:
            return Things(known=group.ids)
        who = to.name("who")
        return Things(who, f"for {who} in {literal(group.ids)} if {group.test(who, 'None')}")


def those(to: Source, fit: Callable[[Powerholder], bool]) -> Group:
    """The powerholders whose card fits."""
    every = tuple(to.rules.powerholders)
    return Group(tuple(card.id for card in to.rules.powerholders.values() if fit(card)), every)


def of_all(to: Source, test: Callable[[str], str]) -> Group:
    """Of all nine those for which a test holds."""
    every = tuple(to.rules.powerholders)
    return Group(every, every, lambda who, _: test(who))


def someone(who: Fits) -> Found:
    """One of these, if anybody."""
    return Found(1 if len(who.may) == 1 and who.must else 0, 1 if who.may else 0, who, distinct=True)


def no_target(known: Known) -> Iterator[Fault]:
    """What is against a word that means the target where there is none."""
    if not known.scene.target:
        yield Fault("", "no-target", f"no gift has been offered in {known.scene.title}, so there is no target")


def solo_only(known: Known, tag: str) -> Iterator[Fault]:
    """What is against a word of the solo game where it may be another."""
    if known.solo is not True:
        message = f"{tag!r} means something in the solo game only; put it under `if: solo` or `when: solo`"
        yield Fault("", "solo-only", message, "O-4")


@word("target", WHO)
class Target(Node):
    doc = "The recipient of this turn's gift (T-4); nobody, if none was offered."

    examples: ClassVar[dict[str, str]] = {"target": "the recipient"}

    def against(self, known: Known) -> Iterator[Fault]:
        return no_target(known)

    def finds(self, known: Known) -> Found:
        return someone(Fits(known.everyone if known.scene.target else NONE, NONE))

    def find(self, to: Source) -> Things:
        return Things("target", guard="target is not None")


@word("self", WHO)
class Self(Node):
    doc = "The powerholder whose EFFETTO ORDINE this is (T-7); nobody in other effects."

    examples: ClassVar[dict[str, str]] = {"self": "this powerholder"}

    def against(self, known: Known) -> Iterator[Fault]:
        if known.scene.own is None:
            message = f"'self' is whoever's EFFETTO ORDINE it is, and this is {known.scene.title}"
            yield Fault("", "no-self", message, "T-7")

    def finds(self, known: Known) -> Found:
        return someone(exactly(filter(None, [known.scene.own])))

    def find(self, to: Source) -> Things:
        kind, _, card = to.program.partition("/")
        own = kind in ("powerholder", "lasting-powerholder")
        return Things(known=(card.partition("/")[0],) if own else ())


@word("holder", WHO)
class Holder(Node):
    doc = "The powerholder with this id (T-4)."

    powerholder: str = card_id("powerholder", "the id of a powerholder")

    examples: ClassVar[dict[str, str]] = {"{holder: kurt}": "Kurt"}

    def finds(self, known: Known) -> Found:
        return someone(exactly([self.powerholder]))

    def find(self, to: Source) -> Things:
        return Things(known=(self.powerholder,))


@word("at", WHO)
class At(Node):
    doc = "Whoever lies face up at this place; nobody, if the card there lies face down."

    place: Finds = part(PLACE, "a place")

    examples: ClassVar[dict[str, str]] = {"{at: target}": "whoever lies where the offered gift lies"}

    def finds(self, known: Known) -> Found:
        found = known.found(self.place)
        return Found(0, found.most, Fits(known.everyone if found.most else NONE, NONE))

    def find(self, to: Source) -> Things:
        places = self.place.find(to)
        found = f"{to.given(face_up_at)}(draft, {places.item})"
        return attrs.evolve(places.where(f"{found} is not None"), item=found)


@word("anyone", PEOPLE)
class Anyone(People):
    doc = "All nine."

    examples: ClassVar[dict[str, str]] = {"anyone": "any powerholder"}

    def fits(self, known: Known) -> Fits:
        return exactly(known.everyone)

    def group(self, to: Source) -> Group:
        return those(to, lambda card: True)


@word("named", PEOPLE)
class Named(People):
    doc = "Those named on the face-up rival (C-6, O-14); nobody outside the solo game."

    examples: ClassVar[dict[str, str]] = {"named": "the powerholders named on the rival"}

    def against(self, known: Known) -> Iterator[Fault]:
        return solo_only(known, self.tag)

    def fits(self, known: Known) -> Fits:
        named = frozenset(who for card in known.rivals.values() for who in card["names"])
        return Fits(named or known.everyone, NONE)  # that there are no rivals is told elsewhere

    def group(self, to: Source) -> Group:
        return of_all(to, lambda who: f"{who} in {to.given(names)}(draft)")


@word("rank", PEOPLE)
class Rank(People):
    doc = "Those with this many stars (C-1)."

    stars: int = integer("how many stars", least=1, most=9, called="rank")

    examples: ClassVar[dict[str, str]] = {"{rank: 3}": "three-star powerholders"}

    def fits(self, known: Known) -> Fits:
        return exactly(who for who, card in known.powerholders.items() if card["rank"] == self.stars)

    def nothing(self, known: Known) -> str:
        some = self.stars <= known.ranks
        return "" if some else f"nobody has rank {self.stars}; the ranks are 1 to {known.ranks}"

    def group(self, to: Source) -> Group:
        return those(to, lambda card: card.rank == self.stars)


@word("organisation", PEOPLE)
class OfOrganisation(People):
    doc = "Those of this organisation (C-1)."

    organisation: str = card_id("organisation", "the id of an organisation")

    examples: ClassVar[dict[str, str]] = {"{organisation: army}": "powerholders of the Kingdom Army"}

    def fits(self, known: Known) -> Fits:
        return exactly(who for who, card in known.powerholders.items() if card["organisation"] == self.organisation)

    def group(self, to: Source) -> Group:
        return those(to, lambda card: card.organisation == self.organisation)


@word("same_organisation", PEOPLE)
class SameOrganisation(People):
    doc = "Those of the organisation of somebody (C-1), who is one of them."

    who: Finds = part(WHO, "whose organisation")

    examples: ClassVar[dict[str, str]] = {"{same_organisation: target}": "powerholders of the recipient's organisation"}

    def fits(self, known: Known) -> Fits:
        return alike(known, self.who, "organisation")

    def group(self, to: Source) -> Group:
        things = self.who.find(to)
        organisations = {card.id: card.organisation for card in to.rules.powerholders.values()}
        if (some := things.known) is not None:
            return those(to, lambda card: card.organisation in {organisations[who] for who in some})
        theirs = attrs.evolve(things, item=f"ORGANISATION[{things.item}]")
        return of_all(to, lambda who: theirs.holds(f"ORGANISATION[{who}]"))


@word("same_rank", PEOPLE)
class SameRank(People):
    doc = "Those with as many stars as somebody (C-1), who is one of them."

    who: Finds = part(WHO, "whose rank")

    examples: ClassVar[dict[str, str]] = {"{same_rank: self}": "powerholders with as many stars as this one"}

    def fits(self, known: Known) -> Fits:
        return alike(known, self.who, "rank")

    def group(self, to: Source) -> Group:
        things = self.who.find(to)
        ranks = {card.id: card.rank for card in to.rules.powerholders.values()}
        if (some := things.known) is not None:
            return those(to, lambda card: card.rank in {ranks[who] for who in some})
        table = to.constant("ranks", f"{{{', '.join(f'{literal(who)}: {stars}' for who, stars in ranks.items())}}}")
        theirs = attrs.evolve(things, item=f"{table}[{things.item}]")
        return of_all(to, lambda who: theirs.holds(f"{table}[{who}]"))


def alike(known: Known, who: Finds, key: str) -> Fits:
    """Those who have something in common with somebody who is found."""
    found = known.who(who)
    return Fits(
        *(
            frozenset(
                one
                for one, card in known.powerholders.items()
                if card[key] in {known.powerholders[each][key] for each in some}
            )
            for some in (found.may & known.everyone, found.must & known.everyone)
        )
    )


def by_influence(known: Known, fits: Callable[[int], bool]) -> Fits:
    """Those whose influence can fit, and those whose influence always does."""
    may = frozenset(who for who, values in known.influences.items() if any(map(fits, values)))
    return Fits(may, frozenset(who for who in may if all(map(fits, known.influences[who]))))


def nobodys(known: Known, fits: Fits) -> str:
    """Why nobody's influence can fit, if it is so."""
    values = sorted({value for values in known.influences.values() for value in values})
    return "" if fits.may else f"nobody's influence can be that; the tracks have {', '.join(map(str, values))}"


@word("influence", PEOPLE)
class InfluenceIs(People):
    doc = "Those whose influence is exactly this (C-2)."

    influence: int = integer("the influence", least=-99, most=99)

    examples: ClassVar[dict[str, str]] = {"{influence: 5}": "powerholders whose influence is 5"}

    def fits(self, known: Known) -> Fits:
        return by_influence(known, lambda value: value == self.influence)

    def nothing(self, known: Known) -> str:
        return nobodys(known, self.fits(known))

    def group(self, to: Source) -> Group:
        return of_all(to, lambda who: f"{to.influence(who)} == {self.influence}")


@word("influence_at_least", PEOPLE)
class InfluenceAtLeast(People):
    doc = "Those whose influence is this or more."

    influence: int = integer("the least influence", least=-99, most=99)

    examples: ClassVar[dict[str, str]] = {"{influence_at_least: 2}": "powerholders whose influence is 2 or more"}

    def fits(self, known: Known) -> Fits:
        return by_influence(known, lambda value: value >= self.influence)

    def nothing(self, known: Known) -> str:
        return nobodys(known, self.fits(known))

    def group(self, to: Source) -> Group:
        return of_all(to, lambda who: f"{to.influence(who)} >= {self.influence}")


@word("influence_at_most", PEOPLE)
class InfluenceAtMost(People):
    doc = "Those whose influence is this or less."

    influence: int = integer("the greatest influence", least=-99, most=99)

    examples: ClassVar[dict[str, str]] = {"{influence_at_most: 0}": "powerholders whose influence is 0 or less"}

    def fits(self, known: Known) -> Fits:
        return by_influence(known, lambda value: value <= self.influence)

    def nothing(self, known: Known) -> str:
        return nobodys(known, self.fits(known))

    def group(self, to: Source) -> Group:
        return of_all(to, lambda who: f"{to.influence(who)} <= {self.influence}")


@word("is", PEOPLE)
class IsPerson(People):
    doc = "Those that this selects."

    who: Finds = part(WHO, "whom")

    examples: ClassVar[dict[str, str]] = {"{is: target}": "the recipient"}

    def fits(self, known: Known) -> Fits:
        return known.who(self.who)

    def group(self, to: Source) -> Group:
        things = self.who.find(to)
        if (known := things.known) is not None:
            return those(to, lambda card: card.id in known)
        return of_all(to, things.holds)


@word("not", PEOPLE)
class NotPeople(People):
    doc = "Those that do not fit."

    people: People = same("who is left out")

    examples: ClassVar[dict[str, str]] = {"{not: {rank: 1}}": "powerholders with more than one star"}

    def fits(self, known: Known) -> Fits:
        return known.people(self.people).inverted(known.everyone)

    def group(self, to: Source) -> Group:
        return self.people.group(to).inverted()


@word("all", PEOPLE)
class AllPeople(People):
    doc = "Those that fit all of these."

    people: tuple[People, ...] = sames("what they have to fit")

    examples: ClassVar[dict[str, str]] = {
        "{all: [{rank: 2}, {organisation: cult}]}": "the two-star powerholder of the Midra Cult"
    }

    def fits(self, known: Known) -> Fits:
        return Fits.all([known.people(people) for people in self.people], known.everyone)

    def group(self, to: Source) -> Group:
        return Group.all([people.group(to) for people in self.people], tuple(to.rules.powerholders))


@word("any", PEOPLE)
class AnyPeople(People):
    doc = "Those that fit at least one of these."

    people: tuple[People, ...] = sames("what they may fit")

    examples: ClassVar[dict[str, str]] = {"{any: [{rank: 1}, {rank: 2}]}": "powerholders with one star or two"}

    def fits(self, known: Known) -> Fits:
        return Fits.any([known.people(people) for people in self.people])

    def group(self, to: Source) -> Group:
        return Group.any([people.group(to) for people in self.people], tuple(to.rules.powerholders))
