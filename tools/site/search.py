"""What the search needs where words are not separated by spaces.

Chinese is segmented by jieba, with the names of the game as words of their own. Elsewhere - Japanese, and Chinese or
Japanese names within English - a word ends where the script changes: between kanji, hiragana, katakana and all else.
The pages do the same to what is asked for (`theme/main.html`).
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

#: The places where the script changes.
BORDER = re.compile(
    r"(?<=[\u4e00-\u9fff々])(?![\u4e00-\u9fff々])|(?<![\u4e00-\u9fff々])(?=[\u4e00-\u9fff々])"
    r"|(?<=[\u30a1-\u30fa\u30fc])(?![\u30a1-\u30fa\u30fc])|(?<![\u30a1-\u30fa\u30fc])(?=[\u30a1-\u30fa\u30fc])"
    r"|(?<=[\u3041-\u3096])(?![\u3041-\u3096])|(?<![\u3041-\u3096])(?=[\u3041-\u3096])"
)
SPACE = "\u200b"


def segment(file: Path) -> None:
    """Mark the borders of words in an index of the search that jieba did not segment."""
    index: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    for entry in index["docs"]:
        for field in ("title", "text"):
            entry[field] = BORDER.sub(SPACE, entry[field]).strip(SPACE)
    file.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def names() -> list[str]:
    """Every Chinese name and alias of the reference set, part by part."""
    from tools.site.ruleset import RULES

    words: set[str] = set()
    for locale, data in RULES.source["locales"].items():
        if not locale.startswith("zh"):
            continue
        for kind in data.get("names", {}).values():
            for entry in kind.values():
                words.update((entry["name"], *entry.get("aliases", ())))
    return sorted({part for word in words for part in word.replace("·", "：").split("：") if part})
