"""What every test starts from: the true clock, an empty cache, and examples that do not change under us in CI."""

import os
import uuid
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.utils import translation
from hypothesis import HealthCheck, settings

from clubs import clock
from tools import messages

pytest_plugins = ("tests.chance", "tests.worlds", "tests.people", "tests.append_only")

# A shared machine is slow now and then; pytest's own limit catches what hangs.
settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# In CI the same commit meets the same examples: a red build is about the change.
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_configure(config):
    """Translate: the compiled catalogues are not in the repository. One process does it for all of xdist's."""
    if not hasattr(config, "workerinput"):
        messages.compile_all()


@pytest.fixture(autouse=True)
def true_clock():
    """A test that moved the clock leaves no other test in its year."""
    yield
    clock.set_offset(timedelta())


@pytest.fixture(autouse=True)
def english():
    """A page leaves its reader's language behind, for the next request to set its own."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def fresh_cache():
    """Give each test a corner of the cache of its own.

    Emptying the cache instead would flush a server that others may be using.
    """
    prefix = uuid.uuid4().hex
    caches.settings["default"]["KEY_PREFIX"] = prefix  # for threads that open the cache later
    caches["default"].key_prefix = prefix
