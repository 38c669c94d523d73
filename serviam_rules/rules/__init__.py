"""The rulebook: setup, what is legal, the turn, scoring, the solo game. Each place cites its rule ids."""
