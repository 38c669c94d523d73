"""Card faces and diagrams as SVG, drawn from the data. Standard library only, no fonts, no scripts.

`face(rules, card_id, locale)` draws a card; `diagrams` draws the track, the setup, a turn and the solo table.
"""

from serviam_rules.faces.card import face

__all__ = ["face"]
