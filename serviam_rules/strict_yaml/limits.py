"""How much one file may hold. A card needs a hundredth of it; a file beyond it is a mistake or an attack."""

from __future__ import annotations

from typing import Final

#: Bytes of a file.
MAX_BYTES: Final = 64 * 1024
#: Lists and mappings inside each other, the whole file being the first.
MAX_DEPTH: Final = 24
#: Digits of a whole number.
MAX_DIGITS: Final = 12
#: Problems told of one file; how many more there are is told too.
MAX_PROBLEMS: Final = 20
