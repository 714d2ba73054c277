"""The wheel works in another environment, from another folder."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.cli.matchfiles import PARTNERSHIP
from tests.cli.serving import get

CHECKOUT = Path(__file__).parents[1]
PARTS = ("scorekeeper", "templates", "static")
FILES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore")
INSIDE = (
    "scorekeeper/py.typed",
    "scorekeeper/templates/base.html",
    "scorekeeper/static/css/tokens.css",
    "scorekeeper/book/migrations/env.py",
    "scorekeeper/book/migrations/versions/0001_first_scorebook.py",
    "scorekeeper/translations/de/LC_MESSAGES/messages.mo",
    "scorekeeper/translations/fil/LC_MESSAGES/messages.mo",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the checkout."""
    copy = tmp_path_factory.mktemp("checkout")
    for part in PARTS:
        shutil.copytree(
            CHECKOUT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "*.mo")
        )
    for file in FILES:
        shutil.copy(CHECKOUT / file, copy)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist"],
        cwd=copy,
        check=True,
        capture_output=True,
    )
    [built] = (copy / "dist").iterdir()
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment that holds the wheel, and the libraries of this one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True
    )
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    libraries = folder / "lib" / version / "site-packages" / "libraries.pth"
    libraries.write_text(sysconfig.get_path("purelib"))
    return folder / "bin" / "scorekeeper"


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, str]:
    """An environment whose scores lie in a folder of their own, and that knows no checkout."""
    own = {
        name: value
        for name, value in os.environ.items()
        if name != "PYTHONPATH" and "SCOREKEEPER" not in name
    }
    return {**own, "SCOREKEEPER_DATA": str(tmp_path / "data")}


@pytest.mark.parametrize("name", INSIDE)
def test_the_wheel_holds_what_the_program_needs(wheel: Path, name: str) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert archive.getinfo(name) is not None


def test_every_template_and_static_file_is_in_the_wheel(wheel: Path) -> None:
    beside = {
        f"scorekeeper/{path.relative_to(CHECKOUT).as_posix()}"
        for folder in ("templates", "static")
        for path in (CHECKOUT / folder).rglob("*.*")
    }
    with zipfile.ZipFile(wheel) as archive:
        assert beside <= set(archive.namelist())


def test_the_installed_command_scores(
    installed: Path, elsewhere: dict[str, str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [installed, "score"],
        cwd=tmp_path,
        env=elsewhere,
        input=PARTNERSHIP,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.startswith('{"hands": [')


def test_the_installed_command_serves_its_own_pages_in_german(
    installed: Path, elsewhere: dict[str, str], tmp_path: Path
) -> None:
    with subprocess.Popen(
        [installed, "--local"], cwd=tmp_path, env=elsewhere, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            printed = [next(process.stdout), next(process.stdout)]
            address = printed[1].split()[-1]
            page, _ = get(address, Accept_Language="de")
            style, _ = get(address + page.partition('href="')[2].partition('"')[0])
        finally:
            process.terminate()

    assert '<html lang="de"' in page
    assert "Neue Partie" in page
    assert "color-scheme" in style
    assert (tmp_path / "data" / "scorebook.sqlite").is_file()
