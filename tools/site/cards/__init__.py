"""The gallery of cards, and a page for each card."""
