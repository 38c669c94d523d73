"""How fast is play, and where does the time go? `python -m tools.benchmarks --help`."""
