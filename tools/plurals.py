"""Write `serviam_rules/text/plurals.json` from the plural rules of CLDR, as Babel has them.

    pip install babel && python -m tools.plurals

Babel is large and needed only here. Rules that no whole number fulfils are left out: CLDR declares `many` for French,
for one, which only numbers of a million and more, or with decimals, take.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import babel
from babel.core import Locale

from serviam_rules.text import plurals

TARGET = Path(plurals.__file__).with_name("plurals.json")
REACHED = range(0, 201)


def rules_of(tag: str) -> dict[str, str]:
    """The rules of a language by category, those that some number of `REACHED` takes."""
    form = Locale.parse(tag, sep="-").plural_form
    taken = {form(n) for n in REACHED}
    return {
        name: " ".join(form.rules[name].split()) for name in plurals.CATEGORIES if name in form.rules and name in taken
    }


def main() -> None:
    """Write the file: each set of rules once, and which set each language has."""
    sets: list[dict[str, str]] = []
    languages: dict[str, int] = {}
    for identifier in sorted(babel.localedata.locale_identifiers()):
        tag = identifier.replace("_", "-")
        if tag == "root":
            continue
        base = tag.partition("-")[0]
        rules = rules_of(tag)
        if tag != base and base in languages and sets[languages[base]] == rules:
            continue
        if rules not in sets:
            sets.append(rules)
        languages[tag] = sets.index(rules)
    data: dict[str, Any] = {
        "source": f"the plural rules of CLDR, by Babel {babel.__version__}; written by tools/plurals.py",
        "rules": sets,
        "languages": languages,
    }
    lines = [f'"source": {json.dumps(data["source"])}']
    lines.append('"rules": [\n' + ",\n".join(json.dumps(item) for item in sets) + "\n]")
    lines.append(f'"languages": {json.dumps(languages)}')
    TARGET.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")
    print(f"{TARGET.name}: {len(sets)} sets of rules for {len(languages)} languages")


if __name__ == "__main__":
    main()
