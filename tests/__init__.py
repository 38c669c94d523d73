"""Tests of the library. What the game does stands as data in `cases/`; Python tests are for Python."""
