"""What every test may use: Hypothesis profiles and the reference set."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.vendor import pretty

if TYPE_CHECKING:
    from serviam_rules.model import Ruleset

# `ci` is what everybody gets: the same examples on every run, so that a test never fails by chance.
# `explore` looks for new ones: HYPOTHESIS_PROFILE=explore pytest
_slow_is_fine = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "ci", derandomize=True, database=None, deadline=None, print_blob=True, suppress_health_check=_slow_is_fine
)
settings.register_profile("quick", parent=settings.get_profile("ci"), max_examples=10)
settings.register_profile(
    "explore", deadline=None, max_examples=2_000, print_blob=True, suppress_health_check=_slow_is_fine
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# What runs in the background ignores interrupts, and so would every command that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A failing example is told with its arguments; a ruleset would fill pages.
pretty.for_type_by_name("serviam_rules.model", "Ruleset", lambda rules, printer, _: printer.text(repr(rules)))


@pytest.fixture(scope="session", autouse=True)
def _no_games_are_kept_at_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Games that would be lost are kept in a folder of the tests, not in the user's."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


@pytest.fixture(scope="session")
def rules() -> Ruleset:
    """The reference set. Rulesets are frozen, so one serves every test."""
    from serviam_rules import load_ruleset

    return load_ruleset()
