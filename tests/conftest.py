"""Before any test: the catalogues are as they are written."""

from pathlib import Path

import pytest

from hatch_build import compile_catalogues


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues once, before xdist starts its workers."""
    if not hasattr(config, "workerinput"):
        compile_catalogues(Path(__file__).parents[1])
