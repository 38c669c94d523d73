"""All pages of all languages, and the site made of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from tools.site import door, handwritten, mkdocs, worked
from tools.site.book import Book
from tools.site.cards import gallery, pages
from tools.site.language import Language
from tools.site.nav import navigation
from tools.site.paths import BUILD, SITE, THEME
from tools.site.pictures import pictures
from tools.site.reference import reference
from tools.site.search import dictionary


def write_markdown(languages: Iterable[Language]) -> list[Book]:
    """Write the Markdown of these languages to `build/docs/<language>/`."""
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True)
    (BUILD / "jieba.txt").write_text(dictionary(), encoding="utf-8")
    return [_book(language) for language in languages]


def _book(language: Language) -> Book:
    book = Book(language)
    pictures(book)
    gallery.write(book)
    pages.write(book)
    reference.write(book)
    worked.write(book)
    handwritten.write(book)
    for asset in sorted((THEME / "assets").iterdir()):
        book.copy(asset, f"assets/{asset.name}")
    return book


def build(languages: Iterable[Language]) -> bool:
    """Write and build these languages; True if all of them built without a warning."""
    shutil.rmtree(SITE, ignore_errors=True)
    built = [mkdocs.run(book, navigation(book)) for book in write_markdown(languages)]
    door.write()
    return all(built)


def serve(port: int) -> None:
    """Serve the built site on this machine until it is stopped."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(SITE))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"The documentation is at http://127.0.0.1:{port}/ (Ctrl-C stops it)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
