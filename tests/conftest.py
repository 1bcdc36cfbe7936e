"""Settings that every test shares."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("laws", "browsing")
from engines import new_engine, other_engine  # noqa: E402, F401 (fixtures for all files)

# the same examples in every run: a gate must not fail by luck
settings.register_profile("kernlab", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("kernlab")
