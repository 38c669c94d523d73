"""What is run in a checkout and never installed: benchmarks, the documentation site, generators of committed files.

The library does not know this package. Everything here is started by `python -m tools.NAME`.
"""
