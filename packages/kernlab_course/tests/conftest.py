"""Settings that every test of the course shares, as in tests/conftest.py of the clone."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("scenelaws")  # laws of pictures, in packages/livepanels/tests

settings.register_profile("kernlab", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("kernlab")
