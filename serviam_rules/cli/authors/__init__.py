"""Tools for people who write cards: packs to fill in, and cards tried on a prepared table."""
