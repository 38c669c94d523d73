"""All generated pages of the reference."""

from __future__ import annotations

from docs_build.book import Book
from docs_build.reference import command, errors, icons, numbers, simulated, words


def write(book: Book) -> None:
    """Write them."""
    for page in (words, icons, numbers, errors, command, simulated):
        page.write(book)
