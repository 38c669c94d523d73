"""Asking and answering at the table, until the game is over or somebody leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final
from unicodedata import normalize

from serviam_rules.actions import Action, Choose, Offer
from serviam_rules.cli.cards import MASK, card_lines
from serviam_rules.cli.cells import pad, wrap
from serviam_rules.cli.table.screen import Words, table_lines
from serviam_rules.cli.table.session import Session
from serviam_rules.errors import ServiamError
from serviam_rules.events import (
    CardResolved,
    ChoiceDue,
    ChoiceMade,
    Event,
    MarkerMoved,
    PhaseBegan,
    TurnEnded,
    VpChanged,
)
from serviam_rules.state import PowerholderOption
from serviam_rules.text.localised import number
from serviam_rules.values import Seat
from serviam_rules.views import View, preview

Read = Callable[[str], str]
Write = Callable[[str], None]

_INDENT: Final = "     "
#: Lines that the questions take below the table.
_BELOW: Final = 4


class LeftError(Exception):
    """Somebody has left the table."""


class _AnotherGiftError(Exception):
    """Somebody would rather offer another gift."""


class Table:
    """A session and the terminal it is played at. `read` asks for a line, `write` prints one.

    `keep` is called after everything a person does; what it says, if anything, is told.
    """

    def __init__(
        self,
        session: Session,
        words: Words,
        read: Read,
        write: Write,
        width: Callable[[], int],
        height: Callable[[], int] = lambda: 0,
    ) -> None:
        self.session = session
        self.words = words
        self.read = read
        self.write = write
        self.width = width
        self.height = height
        self.keep: Callable[[], str] = lambda: ""
        #: The person who looked at the table last, from whom the others' hands are hidden.
        self.looking: Seat | None = None
        self.note: str = ""

    def play(self) -> None:
        """Play until the game is over. LeftError if somebody leaves before."""
        while True:
            self.session.bots_act()
            seat = self.session.state.to_act
            if seat is None:
                break
            self._hand_over(seat)
            self._turn(seat)
        self._finish()

    # --- whose turn it is ---

    def _hand_over(self, seat: Seat) -> None:
        """Between two people at one terminal: what the first has seen goes away before the second looks."""
        if self.looking not in (None, seat):
            assert self.looking is not None
            self._tell_news(self.looking)
            self.read(self.words("pass_on", name=self._name(seat)) + " ")
            self._clear(hiding=True)
            self.read(self.words("ready", name=self._name(seat)) + " ")
        elif self.looking is None and len(self.session.people) > 1:
            self._clear(hiding=True)
            self.read(self.words("ready", name=self._name(seat)) + " ")
        self.looking = seat

    def _name(self, seat: Seat) -> str:
        return self.words.player(seat, self.session.state.players[seat].family)

    def _turn(self, seat: Seat) -> None:
        """Ask one person for one action, and take it."""
        view = self.session.view(seat)
        self._clear()
        self._tell_news(seat)
        self._show(view)
        if self.note:
            self._print(wrap(self.note, self.width()))
            self.note = ""
        action = self._ask(view)
        if action is not None:
            self.session.act(action)
            self.note = self.keep()

    def _show(self, view: View) -> None:
        """The table, what is decided by lowest: the tracks, the own row, the hand."""
        room = self.height() - _BELOW
        self._print(table_lines(view, self.words, self.width(), room))

    def _tell_news(self, seat: Seat) -> None:
        lines = self.event_lines(self.session.news(seat))
        if lines:
            self._print([self.words.style(self.words("happened"), "bold"), *lines, ""])

    def event_lines(self, events: Sequence[Event]) -> list[str]:
        """Events in words, a paragraph each."""
        texts = [self.words.describe(one) for one in events if _worth_telling(one)]
        return [line for text in texts for line in wrap(f"  {text}", self.width(), "    ")]

    # --- asking ---

    def _ask(self, view: View) -> Action | None:
        """The action that a person chooses; None if they do something else, and the table is to be shown again."""
        offers = [action for action in view.legal_actions if isinstance(action, Offer)]
        if offers:
            return self._ask_offer(view, offers)
        self._print(["", *self._options(view)])
        while True:
            answer = self._choice(self.words("which"))
            if answer in _numbers(len(view.legal_actions)):
                return view.legal_actions[int(answer) - 1]
            if self._command(answer, view):
                return None

    def _options(self, view: View) -> list[str]:
        """What there is to choose from, with numbers."""
        lines: list[str] = []
        if view.decision is not None:
            lines += [self.words.style(line, "bold") for line in wrap(self.words.describe(view.decision), self.width())]
        for at, action in enumerate(view.legal_actions, start=1):
            lines += wrap(f"{at:>3}  {self._option(view, action)}", self.width(), _INDENT)
        return lines

    def _option(self, view: View, action: Action) -> str:
        if not isinstance(action, Choose) or view.decision is None:
            return self.words.describe(action)
        option = view.decision.options[action.option]
        text = self.words.describe(option)
        if isinstance(option, PowerholderOption):
            text += f"  ({self.words('influence')} {number(view.influence(option.powerholder))})"
        return text

    def _ask_offer(self, view: View, offers: Sequence[Offer]) -> Action | None:
        """First the gift, then the place; both can be given at once."""
        gifts = list(dict.fromkeys(offer.gift for offer in offers))
        while True:
            answer = self._choice(self.words("which_gift"))
            first, _, rest = answer.partition(" ")
            if first in _numbers(len(gifts)):
                chosen = [offer for offer in offers if offer.gift == gifts[int(first) - 1]]
                try:
                    return self._ask_place(view, chosen, rest.strip())
                except _AnotherGiftError:
                    continue
            elif self._command(answer, view):
                return None

    def _ask_place(self, view: View, offers: Sequence[Offer], answer: str) -> Action | None:
        """The offer to the place that is chosen, or None to show the table again."""
        places = {str(offer.slot + 1): offer for offer in offers}
        answer = normalize("NFKC", answer)
        if not answer:
            self._print(["", *self._places(view, offers)])
            answer = self._choice(self.words("to_whom"))
        while answer not in places:
            if answer == "0":
                raise _AnotherGiftError
            if self._command(answer, view):
                return None
            answer = self._choice(self.words("to_whom"))
        return places[answer]

    def _places(self, view: View, offers: Sequence[Offer]) -> list[str]:
        """The connections to whom a gift can be offered, and what comes of it."""
        name = self.words.gift(offers[0].gift)
        lines = [self.words.style(name, "bold"), *(line for offer in offers for line in self._place(view, offer))]
        reward = self.words.rules.text("set/reward", self.words.locale)
        return [*lines, *wrap(f"{_INDENT}{self.words.phase('reward')}: {reward}", self.width(), f"{_INDENT}  ")]

    def _place(self, view: View, offer: Offer) -> list[str]:
        """A connection to offer to, and what would surely come of it; of a conspiracy gift also what it sets off."""
        assert view.seat is not None
        who = view.players[view.seat].row[offer.slot].powerholder
        assert who is not None
        texts = [self.words.describe(event) for event in preview(view, offer).events if _tells_much(event)]
        if view.ruleset.gifts[offer.gift].conspiracy:
            texts.append(f"{MASK} EFFETTO ORDINE: {self.words.text(view.ruleset.powerholders[who])}")
        influence = f"({self.words('influence')} {number(view.influence(who))})"
        line = f"{offer.slot + 1:>3}  {self.words.powerholder(who)}  {influence}"
        return [line, *(part for one in texts for part in wrap(f"{_INDENT}{one}", self.width(), f"{_INDENT}  "))]

    # --- commands ---

    def _command(self, answer: str, view: View) -> bool:
        """Do what a letter asks for. True if the table is to be shown again."""
        letter, _, rest = answer.partition(" ")
        does = {"u": self._undo, "s": self._save, "i": self._card, "h": self._help, "?": self._help, "l": self._log}
        if letter.lower() == "q":
            self._quit()
            return False
        if letter.lower() in does:
            return does[letter.lower()](rest.strip(), view)
        if answer:
            self._print(
                wrap(self.words("not_a_choice", text=answer[:20], commands=self.words("commands")), self.width())
            )
        return False

    def _undo(self, _: str, view: View) -> bool:
        assert view.seat is not None
        came = self.session.undo(view.seat)
        if came == "undone":
            self.note = self.words(came)
            return True
        self._print(wrap(self.words(came), self.width()))
        return False

    def _save(self, path: str, _: View) -> bool:
        path = path or self._read(self.words("which_file"))
        if path:
            self._save_to(path)
        return False

    def _save_to(self, path: str) -> bool:
        """Write the game to a file; False, with a message, if that fails."""
        try:
            self.session.save(Path(path).expanduser())
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self.write(self.words("not_saved", why=f"{path}: {why}"))
            return False
        self.write(self.words("saved", path=path))
        return True

    def _card(self, name: str, _: View) -> bool:
        name = name or self._read(self.words("which_card"))
        try:
            card = self.words.rules.find(name)
            self._print(card_lines(self.words.rules, card, self.words.locale))
        except ServiamError as error:
            self._print(wrap(str(error), self.width()))
        return False

    def _help(self, _: str, view: View) -> bool:
        for paragraph in self.words("help").split("\n"):
            self._print(wrap(paragraph, self.width(), " " * 13 if "   " in paragraph else ""))
        self._print(wrap(self.words("stand_ins"), self.width()))
        return False

    def _log(self, _: str, view: View) -> bool:
        assert view.seat is not None
        self._print(self.event_lines(self.session.everything(view.seat)))
        return False

    def _quit(self) -> None:
        answer = self._read(self.words("leave"))
        if answer == "-" or (answer and not self._save_to(answer)):
            return
        raise LeftError

    # --- the end ---

    def _finish(self) -> None:
        """Show how the game ended, with every card that can be seen."""
        viewer = self.looking if self.looking is not None else next(iter(self.session.people), None)
        view = self.session.view(viewer)
        self._clear()
        if viewer is not None:
            self._tell_news(viewer)
        self._print(table_lines(view, self.words, self.width()))
        self._print(["", self.words.style(self.words("over"), "bold"), *self._standing(view)])
        self._print([self.words("seed", seed=str(self.session.opened.seed))])

    def _standing(self, view: View) -> list[str]:
        """Everybody's place and VP."""
        outcome = view.outcome
        assert outcome is not None
        names = [self.words.player(player.seat, player.family) for player in view.players]
        if view.bazzi_betti is not None:
            names.append(self.words.family(view.bazzi_betti.family))
        rows = sorted(zip(outcome.ranks, names, outcome.vp, strict=True))
        return [f"{rank:>3}. {pad(name, 36)} {self.words('vp', vp=vp)}" for rank, name, vp in rows]

    # --- the terminal ---

    def _choice(self, question: str) -> str:
        """An answer to what is chosen by number or letter; １ and ｑ are as good as 1 and q."""
        answer = self._read(question)
        first, _, rest = answer.replace("\N{IDEOGRAPHIC SPACE}", " ").partition(" ")
        return f"{normalize('NFKC', first)} {rest}".strip()

    def _read(self, question: str) -> str:
        self._print(["", self.words.style(self.words("commands"), "dim")])
        return self.read(f"{question} ").strip()

    def _print(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.write(line)

    def _clear(self, *, hiding: bool = False) -> None:
        self.write(self.words.style.clear(hiding=hiding))


def _numbers(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


def _tells_much(event: Event) -> bool:
    """Whether an event is worth telling beforehand: markers and VP."""
    return isinstance(event, MarkerMoved | VpChanged)


def _worth_telling(event: Event) -> bool:
    """Whether an event says something that the events around it do not."""
    if isinstance(event, ChoiceMade):
        return not event.by_engine
    if isinstance(event, CardResolved):
        return not event.source.startswith("gift/")
    return not isinstance(event, PhaseBegan | ChoiceDue | TurnEnded)
