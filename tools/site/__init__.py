"""The pages of the documentation that nobody writes by hand. MkDocs asks for them by `hooks.py` (see mkdocs.yml)."""
