"""The card language: what effects are made of, how they compile, and the machine that runs them."""
