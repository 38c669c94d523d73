"""All generated pages of the reference."""

from __future__ import annotations

from tools.site.book import Book
from tools.site.reference import command, errors, icons, numbers, simulated, words


def write(book: Book) -> None:
    """Write them."""
    for page in (words, icons, numbers, errors, command, simulated):
        page.write(book)
