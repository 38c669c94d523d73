"""Makes the documentation site: Markdown from `docs/` and from the data, one folder a language, then MkDocs.

The library does not know this package, and nothing of it is installed: `python -m tools.site` runs in a checkout.
"""
