"""What `.ci/release` asks of a commit before it installs anything."""

import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RELEASE = ".ci/release"
VERSION = version("spades-scorekeeper")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with one commit: what the script reads before it builds."""
    for name in (RELEASE, "pyproject.toml", "CHANGELOG.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(checkout: Path, *arguments: str) -> None:
    someone = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    subprocess.run(["git", *someone, *arguments], cwd=checkout, env=environment(), check=True)


def commit(checkout: Path) -> None:
    git(checkout, "add", "--all")
    git(checkout, "commit", "--quiet", "--message", "Release")


def environment() -> dict[str, str]:
    """No settings of Git but the repository's own, and this Python first."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    nothing = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return {**others, "PATH": path, **nothing}


def refusal(checkout: Path, *arguments: str) -> str:
    """What the script says when it refuses to build."""
    done = subprocess.run(
        ["bash", RELEASE, *arguments],
        cwd=checkout,
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "Build" not in done.stdout
    assert not (checkout / "dist").exists()
    return done.stderr


def test_no_file_and_no_change_is_left_to_commit(checkout: Path) -> None:
    (checkout / "notes.txt").write_text("to do")
    first = "Commit, ignore or delete these first:\n"
    assert refusal(checkout, "--trial") == f"{first}?? notes.txt\n"
    (checkout / "notes.txt").unlink()
    (checkout / "CHANGELOG.md").write_text("# Changelog\n\n## 99.0.0\n\n## 98.0.0\n")
    assert refusal(checkout, "--trial") == f"{first} M CHANGELOG.md\n"


def test_the_tag_and_the_changelog_are_those_of_the_version(checkout: Path) -> None:
    # Only a trial needs no tag.
    assert refusal(checkout).startswith(f"HEAD has no tag v{VERSION}.")
    git(checkout, "tag", "v99.0.0")
    told = f"The version is {VERSION}, but"
    assert refusal(checkout, "--trial") == f"{told} HEAD has the tag v99.0.0\n"
    (checkout / "CHANGELOG.md").write_text("# Changelog\n\n## 99.0.0\n\n## 98.0.0\n")
    commit(checkout)
    assert refusal(checkout, "--trial") == f"{told} CHANGELOG.md starts with ## 99.0.0\n"
