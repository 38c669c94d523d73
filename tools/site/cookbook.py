"""What cards can say: each gift of the example pack of that name, with its face, its words and its YAML."""

from __future__ import annotations

import re
from base64 import b64encode

from serviam_rules import load_ruleset
from tools.site.language import Language
from tools.site.markdown import attribute, escape, fence
from tools.site.paths import ROOT

PACK = ROOT / "examples" / "packs" / "what-cards-can-say"
LANGUAGES = ("en", "zh-Hans", "ja")


def cookbook(language: Language) -> str:
    """All of them, in the order in which the README of the pack has them: by the kind of effect."""
    rules = load_ruleset(PACK)
    parts: list[str] = []
    for gift in gifts():
        name = rules.name("gift", gift, language.code)
        drawn = b64encode(rules.face(gift, language.code).encode()).decode()
        face = f'<img src="data:image/svg+xml;base64,{drawn}" alt="{attribute(name)}" width="150" height="210">'
        words = "\n".join(f'- <span lang="{code}">{said(rules.text(gift, code))}</span>' for code in LANGUAGES)
        parts += [f"### {escape(name)}", face, words, fence(effect(gift), "yaml")]
    return "\n\n".join(parts)


def gifts() -> list[str]:
    """The gifts of the pack."""
    return re.findall(r"^\| `([a-z-]+)` \|", (PACK / "README.md").read_text(encoding="utf-8"), re.MULTILINE)


def said(text: str) -> str:
    """What stands on a card below its name."""
    return escape(" ".join(str(text).splitlines()[1:]))


def effect(gift: str) -> str:
    """What it does, as it stands in the file of its icon, or in its own."""
    icon = PACK / "icons" / f"{gift}-icon.yaml"
    lines = (icon if icon.exists() else PACK / "gifts" / f"{gift}.yaml").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line.startswith((" ", "effect:", "icons:", "lasting:"))]
    return "\n".join(kept)
