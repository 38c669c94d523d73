"""Every code that a problem or a refusal can have, each with what it means. A code is declared here and nowhere else.

Codes are stable: programs ask for them, and the documentation explains each with its own examples. What stands beside
the code where it is told is the sentence with the facts of the case.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Code(NamedTuple):
    """A code and what it means; `rule` is the statement of the rulebook that forbids an action."""

    code: str
    means: str
    rule: str = ""
    #: Whether such a problem is a warning: a pack can be used in spite of it.
    warns: bool = False


class Section(NamedTuple):
    """Codes that belong together."""

    title: str
    lead: str
    codes: tuple[Code, ...]


#: What can be wrong with packs.
PACKS: Final = (
    Section(
        "The file",
        "Before a file is understood, it has to be text that means the same to every reader and every program.",
        (
            Code("not-utf-8", "The file is not UTF-8 text. Save it as UTF-8."),
            Code("too-large", "The file is larger than any card file needs to be."),
            Code("empty-file", "There is nothing in the file, or nothing but comments."),
            Code("not-a-mapping", "A file holds lines `key: value` from the first to the last, not a list or a text."),
            Code("several-documents", "A file holds one document; `---` begins a second one."),
            Code("yaml-syntax", "This is no YAML. Most often a text needs quotes because of a sign in it."),
            Code("directive", "Lines that begin with `%` are for YAML processors; a card needs none."),
            Code("tab", "A tab stands outside of quotes. Indent and separate with spaces."),
            Code("control-character", "A character that cannot be seen and does not belong into a text."),
            Code("byte-order-mark", "A byte order mark stands somewhere else than at the very beginning."),
            Code("lone-surrogate", "Half of a surrogate pair, which is no character."),
            Code("not-nfc", "A letter and its accent are written as two characters; write the one character."),
            Code(
                "invisible-character",
                "A value begins or ends with a space that is none, or something else that cannot be seen.",
            ),
            Code("look-alike", "A value looks like a number or a sign, but is written with other characters."),
            Code("nested-too-deeply", "Lists and mappings stand inside each other too deeply to be meant."),
            Code("more-problems", "There are more problems in the file than are told at once. Mend the first ones."),
            Code("unreadable-file", "The file cannot be read, or is no file at all."),
        ),
    ),
    Section(
        "Values and keys as they are written",
        "What a value means must not depend on who reads it.",
        (
            Code(
                "ambiguous",
                "Some readers of YAML take this for a yes, a date or a number in another notation. Quote it, or write "
                "it plainly.",
            ),
            Code("empty-value", "Nothing stands behind the key."),
            Code("number-too-long", "A number has more digits than any number of the game."),
            Code("duplicate-key", "One mapping has the same key twice; which one counts would depend on the reader."),
            Code("key-not-text", "A key is a number, a list or nothing at all."),
            Code("key-not-ascii", "Keys are plain ASCII words; this one only looks like it, or is in another script."),
            Code("merge-key", "`<<` merges mappings in some readers only. Write the entries out."),
            Code(
                "anchor",
                "`&name` gives a value a name for later, which nothing here may use. Delete it, or quote the text.",
            ),
            Code("alias", "`*name` stands for a value elsewhere. Write the value out, or quote the text."),
            Code("tag", "`!name` gives a value a type of its own. Delete it, or quote the text."),
        ),
    ),
    Section(
        "The shape of a file",
        "Each kind of file has its keys, and each key its kind of value; editors that know the schemas tell these too.",
        (
            Code("unknown-key", "Nothing here has that key; mostly it is misspelt."),
            Code("missing-key", "A key is missing that has to be there."),
            Code("wrong-type", "A value of another kind is wanted - a number, a list, true or false."),
            Code("wrong-value", "Only one value can stand here."),
            Code("wrong-form", "The text is not written in the form that is wanted here."),
            Code(
                "bad-id",
                "An id has lower-case letters, digits and single hyphens, and can be the name of a file on every "
                "system.",
            ),
            Code("out-of-range", "A number is too small or too large here."),
            Code("empty-text", "A text is empty. Leave the key away, or write something."),
            Code("too-long", "A text is longer than a card could show."),
            Code("too-few", "A list has fewer entries than make sense."),
            Code("too-many", "A list has more entries than fit on a card."),
            Code("twice", "The same entry stands in a list twice."),
            Code("unknown-word", "The card language has no such word, or not for what is wanted here."),
            Code("two-tags", "Two words stand in one mapping; each needs a mapping of its own."),
            Code("missing-argument", "A word cannot stand by itself; it needs to be told whom, where or how many."),
        ),
    ),
    Section(
        "The files of a pack",
        "A pack is a folder with `pack.yaml` and files in folders by kind; everything in it is read or told.",
        (
            Code("no-pack-file", "There is no `pack.yaml`, which says what the pack is called."),
            Code("unknown-file", "No pack has such a file or folder. Notes for people end in `.md` or `.txt`."),
            Code("link", "A link stands where a file belongs. Nothing outside the folder is ever read."),
            Code("too-many-files", "The folder holds more files than any pack; perhaps it is another folder."),
            Code("other-name", "The id in a card and the name of its file must be the same."),
            Code("unknown-format", "The pack is written for another version of the library's formats."),
            Code("needs-pack", "The pack needs another one before it, which is not given."),
            Code("needs-version", "The pack needs another version of a pack before it."),
            Code("pack-twice", "Two packs with the same id are given."),
            Code(
                "no-set",
                "There is no `set.yaml`. A pack that has the id of the base takes its place, by mistake or not.",
            ),
            Code("id-taken", "A card with that id is there already. Say `replaces` or `patches`, or take another id."),
            Code("unknown-target", "The card that is to be replaced, patched or removed is not there."),
            Code("unknown-path", "`provenance` names a field that the card does not have."),
        ),
    ),
    Section(
        "Cards and numbers together",
        "Whether the cards of all packs together make a game.",
        (
            Code("unknown-id", "Nothing is called that; the nearest known id is named."),
            Code("rank-twice", "An organisation has two powerholders of one rank."),
            Code("rank-missing", "An organisation has no powerholder of a rank."),
            Code("id-twice", "Two items of a list have one id, so one of them would count for both."),
            Code("deck-count", "The gift deck does not hold as many cards as `gift_deck` says."),
            Code("deck-too-small", "There are not enough gifts without threat letters to deal to everybody."),
            Code(
                "no-such-round",
                "Rivals are to act in a round that the game is too short for; they act in the others.",
                warns=True,
            ),
            Code("no-rivals", "There is a solo game, but no rival for it."),
            Code("same-name", "Two cards have the same name, so nobody could tell them apart.", warns=True),
            Code("orphan", "A translation names something that is not there."),
            Code(
                "untranslated",
                "A language lacks names. Readers get those of another language, and are told so.",
                warns=True,
            ),
            Code(
                "bad-phrase",
                "A phrase of a language, or the words of an icon, cannot be used: a hole is missing or there is "
                "nothing to stand in it, a plural form is missing. Readers get the phrase of another language, and "
                "are told so.",
                warns=True,
            ),
        ),
    ),
    Section(
        "Icons",
        "An icon is used as its `parameters` say.",
        (
            Code("unknown-icon", "There is no icon of that name."),
            Code("two-icons", "One entry of `icons` names two icons."),
            Code("unknown-parameter", "An icon's effect or glyph uses a parameter that is not declared."),
            Code("unused-parameter", "An icon declares a parameter that its effect does not use."),
            Code("wrong-kind", "A parameter or a name stands for something of another kind than is wanted."),
        ),
    ),
    Section(
        "Effects",
        "An effect is followed through before anybody plays it; what can never happen, or never end, is told.",
        (
            Code("no-effect", "This never does anything."),
            Code("selects-nothing", "Nobody and nothing can ever be selected like this."),
            Code("never", "A condition can never hold, so what depends on it never happens."),
            Code("always", "A condition always holds and can be left away.", warns=True),
            Code(
                "unsigned-move",
                "A move is written without its sign. It is read as a step to the right; write `+1` if that is meant.",
                warns=True,
            ),
            Code("unused-name", "Something is given a name that nothing asks for.", warns=True),
            Code("unknown-name", "Something is asked for by a name that was not given before."),
            Code("name-twice", "Two things are given the same name."),
            Code(
                "not-one-by-one",
                "`for_each` goes through powerholders, places, gifts of a hand or players, and not through this.",
            ),
            Code("solo-only", "A word means something in the solo game only. Put it under a condition `solo`."),
            Code("no-self", "`self` is whoever's EFFETTO ORDINE it is; elsewhere there is nobody it could be."),
            Code("no-target", "`target` is whoever was offered a gift; here nobody was."),
            Code("no-place", "`here` is where the card of a lasting rule lies; elsewhere there is no such place."),
            Code("not-on-a-gift", "Only a rule among the `lasting` of a gift can hold while that is topmost."),
            Code("wrong-moment", "A lasting rule cannot forbid, change or repeat such a moment; it could answer it."),
            Code("must-not-ask", "Nobody can be asked here, as in the final scoring."),
            Code(
                "sees-hands", "Whoever chooses would see the hands of others. Choose a player first, who then chooses."
            ),
            Code("one-at-a-time", "The step is about one thing, and several are meant. Take them one by one."),
            Code("empty-choice", "With some of what a player may choose here, the step does nothing."),
            Code("too-great", "The number could be greater than any effect may reach."),
            Code("endless", "An icon resolves icons, so the effect need not end."),
            Code("too-many-steps", "The effect could take more steps than is allowed."),
        ),
    ),
    Section(
        "Cases",
        "Scenario cases in a pack's folder `cases/`, as `serviam-rules validate --cases` plays them.",
        (
            Code("wrong-keys", "These keys do not go together, or one of several is missing."),
            Code("case-failed", "Something else happens than the case expects. What happened stands below."),
        ),
    ),
)

#: Why an action is not legal.
ACTIONS: Final = (
    Code("choice-due", "A choice is due first.", rule="T-5"),
    Code("face-down", "The place lies face down, and gifts are offered to those who can be seen.", rule="T-1"),
    Code("forbidden", "A lasting rule that holds now forbids it.", rule="T-1"),
    Code("game-over", "The game is over.", rule="F-3"),
    Code("may-not-pass", "Something can be offered, so nobody may pass.", rule="T-12"),
    Code("no-choice-due", "There is nothing to choose now.", rule="T-1"),
    Code("not-an-action", "What was given is no action."),
    Code("not-in-hand", "The gift is not in the hand.", rule="T-1"),
    Code("not-your-turn", "It is the turn of somebody else.", rule="S-6"),
    Code("option-out-of-range", "There is no such option."),
    Code("slot-out-of-range", "The row has no such place.", rule="T-1"),
    Code("stale", "The action was made for another step of the game."),
    Code("threat-letter", "A threat letter lies on that card, so nothing more is offered to it.", rule="T-2"),
    Code("wrong-type", "A field of the action is of another type than it should be."),
)

#: What can be wrong with packs, by code; and what can be against actions.
OF_PACKS: Final = {one.code: one for section in PACKS for one in section.codes}
OF_ACTIONS: Final = {one.code: one for one in ACTIONS}
