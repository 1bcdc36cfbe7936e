"""Settings that every test of livepanels shares."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("scenelaws")

# the same examples in every run: a gate must not fail by luck
settings.register_profile("kernlab", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("kernlab")
