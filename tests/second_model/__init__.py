"""A second model of the rules, written from the rulebook alone, that plays beside the engine and must always agree."""
