"""What MkDocs calls while it builds one language of the site (`hooks:` in mkdocs.yml).

The pages come from `tools.site.made`, run as a process of its own for every build: so an edited card, module or word is
read anew each time `mkdocs serve` reloads.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from material.plugins.search import plugin as search_plugin
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from tools.site import search  # noqa: E402
from tools.site.language import Language, named  # noqa: E402

#: The command that MkDocs carries out, and what was made for the present build.
now: dict[str, Any] = {}


def on_startup(command: str, dirty: bool) -> None:
    """Note whether this is `mkdocs serve` or `mkdocs build`."""
    now["command"] = command


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Make the pages, and say the words of the configuration in the language of the site."""
    language = named(config.extra["code"])
    now["made"] = made = _made(language)
    config.site_description = language.say("site.description")
    config.mdx_configs["toc"]["permalink_title"] = language.say("site.permalink")
    for palette in config.theme["palette"]:
        palette["toggle"]["name"] = language.say(palette["toggle"]["name"])
    config.nav = [_entry(entry, made["cards"], language) for entry in config.nav or ()]
    if now["command"] == "serve":
        config.extra["alternate"] = []  # one language is served at a time
    _segment_chinese(language, made["names"])
    return config


def _made(language: Language) -> dict[str, Any]:
    """What `tools.site.made` prints. What is wrong with a card is told as it tells it, and the server goes on."""
    # Which cases run a card is asked again when the server starts, and when a case or the engine has changed.
    newest = max(
        path.stat().st_mtime for folder in ("tests/cases", "serviam_rules") for path in (ROOT / folder).rglob("*.*")
    )
    cases = now["made"]["cases"] if now.get("newest") == newest else None
    done = subprocess.run(
        [sys.executable, "-m", "tools.site.made", language.code],
        input=json.dumps(cases), capture_output=True, encoding="utf-8", check=False, cwd=ROOT,
    )  # fmt: skip
    if done.returncode:
        raise PluginError(done.stderr.strip())
    now["newest"] = newest
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def _entry(entry: Any, cards: dict[str, list[str]], language: Language) -> Any:
    """An entry of the navigation with its section in words; below the section of cards, the cards by kind."""
    if isinstance(entry, str):
        return entry
    ((section, inside),) = entry.items()
    if isinstance(inside, list):
        inside = [_entry(page, cards, language) for page in inside]
        if section == "cards":
            inside += [{language.say(kind): pages} for kind, pages in cards.items()]
    return {language.say(f"nav.{section}"): inside}


def _segment_chinese(language: Language, names: list[str]) -> None:
    """Let the search plugin segment Chinese in the Chinese site alone, with the names of the game as words."""
    if language.code != "zh-Hans":
        search_plugin.jieba = None
        return
    import jieba

    jieba.setLogLevel(30)
    jieba.load_userdict(io.StringIO("".join(f"{name} 1000\n" for name in names)))
    search_plugin.jieba = jieba


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Put what was made in the place of the files of `docs/`, and beside them."""
    for uri, text in now["made"]["pages"].items():
        written = files.get_file_from_path(uri)
        if written is not None:
            files.remove(written)
        files.append(File.generated(config, uri, content=text))
    return files


def on_post_build(config: MkDocsConfig) -> None:
    """Prepare the index of the search, and put the page in front of the languages above them."""
    site = Path(config.site_dir)
    if config.extra["code"] != "zh-Hans":
        search.segment(site / "search" / "search_index.json")
    if now["command"] == "build":
        (site.parent / "index.html").write_bytes((ROOT / "tools" / "site" / "front.html").read_bytes())
