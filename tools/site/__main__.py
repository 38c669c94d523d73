"""`python -m tools.site`: write the `markdown`, `build` or `serve` the pages, or renew the stored `simulation`."""

from __future__ import annotations

import argparse
import sys

from tools.site.language import LANGUAGES, named
from tools.site.simulation import renew
from tools.site.site import build, serve, write_markdown


def main() -> int:
    """Do what the command line says; 1 if the site was not built without a warning."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("what", choices=("markdown", "build", "serve", "simulation"))
    known = [language.code for language in LANGUAGES]
    parser.add_argument("--language", action="append", choices=known, help="only this language")
    parser.add_argument("--port", type=int, default=8000, help="where to serve (8000)")
    options = parser.parse_args()
    languages = tuple(map(named, options.language)) if options.language else LANGUAGES
    if options.what == "simulation":
        renew()
    elif options.what == "markdown":
        write_markdown(languages)
    elif not build(languages):
        return 1
    elif options.what == "serve":
        serve(options.port)
    return 0


if __name__ == "__main__":
    sys.exit(main())
