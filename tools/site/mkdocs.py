"""The configuration of MkDocs for one language, and the call."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.site.book import Book
from tools.site.language import LANGUAGES, Language
from tools.site.paths import BUILD, SITE, THEME
from tools.site.search import segment, uses_jieba

FEATURES = (
    "navigation.tabs", "navigation.indexes", "navigation.top", "navigation.footer", "toc.follow",
    "search.highlight", "search.suggest", "content.code.copy", "content.tooltips",
)  # fmt: skip


#: MkDocs with the segmenter of Chinese, less what that tells about itself; and without the segmenter.
WITH_JIEBA = "import jieba; jieba.setLogLevel(30); from mkdocs.__main__ import cli; cli()"
WITHOUT_JIEBA = "import sys; sys.modules['jieba'] = None; from mkdocs.__main__ import cli; cli()"


def configuration(book: Book, nav: list[Any]) -> dict[str, Any]:
    """The whole configuration, as plain data."""
    language = book.language
    return {
        "site_name": "serviam-rules",
        "site_description": language.say("site.description"),
        "docs_dir": str(book.root),
        "site_dir": str(SITE / language.code),
        "use_directory_urls": False,
        "strict": True,
        "nav": nav,
        "theme": {
            "name": "material",
            "custom_dir": str(THEME),
            "language": language.theme,
            "font": False,
            "features": list(FEATURES),
            "icon": {"logo": "material/cards-playing-outline"},
            "favicon": "assets/favicon.svg",
            "palette": _palettes(language),
        },
        "plugins": _plugins(language),
        "markdown_extensions": [
            "admonition", "attr_list", "def_list", "md_in_html", "tables",
            {"toc": {"permalink": True, "permalink_title": language.say("site.permalink"), "toc_depth": 3}},
            {"pymdownx.highlight": {"anchor_linenums": False}},
            "pymdownx.superfences",
            "pymdownx.inlinehilite",
        ],
        "extra": {
            "generator": False,
            "code": language.code,
            "alternate": [
                {"lang": one.code, "name": one.name, "link": f"../{one.code}/index.html"} for one in LANGUAGES
            ],
        },
        "extra_css": ["assets/site.css"],
        "extra_javascript": [{"path": "assets/site.js", "defer": True}],
        "validation": {
            "nav": {"omitted_files": "warn", "not_found": "warn", "absolute_links": "warn"},
            "links": {"not_found": "warn", "anchors": "warn", "absolute_links": "warn", "unrecognized_links": "warn"},
        },
    }  # fmt: skip


def _palettes(language: Language) -> list[dict[str, Any]]:
    return [
        {
            "media": f"(prefers-color-scheme: {scheme})",
            "scheme": name,
            "primary": "custom",
            "accent": "custom",
            "toggle": {"icon": icon, "name": language.say(f"site.to_{other}")},
        }
        for scheme, name, icon, other in (
            ("light", "default", "material/weather-night", "dark"),
            ("dark", "slate", "material/weather-sunny", "light"),
        )
    ]


def _plugins(language: Language) -> list[Any]:
    search: dict[str, Any] = {
        "lang": ["en"] if language.code == "en" else ["en", language.theme],
        "separator": r"[\s\u200b\u3000\-，。、；：！？（）《》「」『』“”‘’·・,.;:!?()\[\]{}'\"`/|+]+",
    }
    # By default a word in a heading outweighs any number in the text; rules stand in the text.
    search["fields"] = {"title": {"boost": 12.0}, "text": {"boost": 1.0}, "tags": {"boost": 1.0}}
    if uses_jieba(language):
        search["jieba_dict_user"] = str(BUILD / "jieba.txt")
    python = {
        "handlers": {
            "python": {
                "options": {
                    "show_source": False,
                    "show_root_heading": True,
                    "show_root_full_path": False,
                    "heading_level": 3,
                    "members_order": "source",
                    "show_signature_annotations": True,
                    "separate_signature": True,
                    "show_if_no_docstring": False,
                    "docstring_style": "google",
                }
            }
        }
    }
    return [{"search": search}, {"mkdocstrings": python}]


def run(book: Book, nav: list[Any]) -> bool:
    """Build the site of one language, strictly. What MkDocs has to say goes to standard error."""
    file = BUILD / f"mkdocs.{book.language.code}.json"
    # JSON is YAML, so MkDocs reads it; nothing has to write YAML.
    file.write_text(json.dumps(configuration(book, nav), ensure_ascii=False, indent=1), encoding="utf-8")
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-c",
        WITH_JIEBA if uses_jieba(book.language) else WITHOUT_JIEBA,
        "build",
        "--quiet",
        "--strict",
        "--config-file",
        str(file),
    ]
    done = subprocess.run(command, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=False, cwd=Path(BUILD))
    if done.returncode == 0:
        segment(book.language)
    return done.returncode == 0
