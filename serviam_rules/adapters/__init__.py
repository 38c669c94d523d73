"""Environments of other libraries, each an extra: nothing in the library needs them."""
