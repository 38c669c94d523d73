"""Fuzzing: real files, spoilt at random, at every entry through which strangers' data comes in.

The rule is one for all entries: what comes out is a result, findings or a `ServiamError`; never another exception,
never a state that breaks an invariant, and never more than `PATIENCE` seconds.
"""
