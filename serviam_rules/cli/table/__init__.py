"""A table to play at in the terminal: who sits at it, what it looks like, what is asked."""
