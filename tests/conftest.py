"""What several test modules need."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

PROJECT = Path(__file__).resolve().parent.parent

# a first call may compile something, and a busy machine is no failure
settings.register_profile("searchkit", deadline=None)
settings.load_profile("searchkit")


@pytest.fixture(scope="session")
def project() -> Path:
    """The root of the project."""
    return PROJECT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The data that lie beside the project; tests that need them are skipped without them."""
    data = PROJECT.parent / "shared" / "data"
    if not data.is_dir():
        pytest.skip(f"the shared data are not here ({data})")
    return data
