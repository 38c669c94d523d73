"""Packs: folders of YAML, read strictly, merged in order, and checked as a whole.

`folder` lists the files of a pack, `pack` reads them, `merge` puts packs together, `meaning` checks what came of it,
and `report` says it all. Nothing here runs when the game is played with the cards of the wheel alone.
"""
