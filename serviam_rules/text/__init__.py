"""Words for everything, in every language of the ruleset, rendered from data and read back.

Nothing that a card does is ever written down twice: rule text is made from the effect by the phrases of a
language (`cards/locales/<language>.yaml`, under `phrases`), and the same phrases read it back.

- `language` is a ruleset in one language, `names` and `find` what things are called;
- `template`, `patterns`, `phrase` and `grammar` say what a phrase is; `render` and `parse` are the two directions;
- `meaning` and `card` make the text of a card, `messages`, `events` and `prompts` tell what happens in a game;
- `check` (with `lines`, `differences` and `markdown`) holds printed text against the cards, `status` and `faults` say
  how far a translation is and what is wrong with it.
"""
