"""The path of one card: the same gift at every stage, from its file to words."""

from __future__ import annotations

from serviam_rules import apply, to_json
from serviam_rules.actions import Offer
from serviam_rules.effects.trees import effects
from serviam_rules.events import CardResolved, MarkerMoved
from serviam_rules.testing import situation
from tools.site.cards.program import listing
from tools.site.cards.rules import source
from tools.site.language import Language
from tools.site.markdown import escape, fence, paragraphs
from tools.site.ruleset import RULES


def stages(card_id: str, language: Language) -> str:
    """What every stage makes of a gift. English headings: the page is in English."""
    card = RULES.gifts[card_id]
    state = situation(RULES, {"seats": [{"row": ["victoria", "down", "down", "down", "up"], "hand": [card_id]}]})
    _, events = apply(state, Offer(card_id, 0))
    resolved = [at for at, told in enumerate(events) if isinstance(told, CardResolved)]
    moved = [told for told in events[: resolved[1]] if isinstance(told, MarkerMoved)]
    where = ", ".join(f"`{told.powerholder}` on space {told.end}" for told in moved)
    return paragraphs(
        "## 1. A file",
        fence(source("gifts", card_id), "yaml"),
        "## 2. Plain data, checked",
        "The YAML reader keeps the line and column of every value, so whatever is found later can point at it. JSON "
        "Schema checks the shape; then the card becomes a frozen value:",
        fence(f"Gift(id={card.id!r}, category={card.category!r}, conspiracy={card.conspiracy}, ...)", "python"),
        "## 3. A tree",
        "Icons are replaced by the effects they stand for, and those are read as expressions of the card language, "
        "frozen too:",
        fence("\n".join(map(repr, effects(RULES)[f"gift/{card_id}"])), "python"),
        "## 4. A program",
        "The meaning is checked over the whole ruleset - do these ids exist, can this ever be true, how long can it "
        "take? - and the tree compiles to instructions. What a player has to choose is asked before the step that "
        "needs it.",
        listing(f"gift/{card_id}", language),
        "## 5. Events",
        "Offered, the program runs. Ops report events and change nothing:",
        fence("\n".join(to_json(told) for told in moved), "json"),
        "## 6. A new state",
        f"`reduce` writes each event into a draft, and one commit makes it the next state: {where}. The old state is "
        "untouched.",
        "## 7. Words",
        "The same events, in any language; hidden cards are taken out before, not after:",
        "\n".join(
            f"- {escape(RULES.describe(told, code))}" for told in moved for code in ("en", "zh-Hans", "ja")
        ),
    )  # fmt: skip
