import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Mapping
from importlib.metadata import requires, version
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.cli.match_files import PARTNERSHIP
from tests.servers import Server, run, serving

CHECKOUT = Path(__file__).parents[1]
PARTS = ("scorekeeper", "templates", "static")
VULNERABLE = {"flask": "3.1.2", "jinja2": "3.1.5", "mako": "1.3.11", "werkzeug": "3.1.5"}
FILES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore")
INSIDE = (
    "scorekeeper/py.typed",
    "scorekeeper/templates/site/base.html",
    "scorekeeper/static/css/tokens.css",
    "scorekeeper/book/maintenance/migrations/env.py",
    "scorekeeper/book/maintenance/migrations/versions/0015_baseline.py",
    "scorekeeper/translations/de/LC_MESSAGES/messages.mo",
    "scorekeeper/translations/fil/LC_MESSAGES/messages.mo",
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = (
    {"os_name": "nt", "platform_system": "Windows", "sys_platform": "win32"},
    {"os_name": "posix", "platform_system": "Darwin", "sys_platform": "darwin"},
    {"os_name": "posix", "platform_system": "Linux", "sys_platform": "linux"},
)
"""What environment markers of requirements ask for."""


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


def test_the_sdist_holds_what_its_tests_read(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(build, cwd=CHECKOUT, check=True, capture_output=True)
    [built] = tmp_path.iterdir()
    with tarfile.open(built) as archive:
        names = [name.split("/", maxsplit=1)[1] for name in archive.getnames()]
    folders = {*PARTS, ".ci", "benchmarks", "deploy", "docs", "tests"}
    assert folders | {*FILES, ".dockerignore", "CHANGELOG.md", "CONTRIBUTING.md"} <= {
        name.split("/")[0] for name in names
    }
    assert "tests/book/released/0.14.0.sqlite" in names


def test_the_constraints_are_versions_that_we_allow() -> None:
    lines = (CHECKOUT / "deploy" / "constraints.txt").read_text().splitlines()[1:]
    exact = dict(re.fullmatch(r"([\w-]+)==([\d.]+)", line).groups() for line in lines)  # type: ignore[union-attr]
    versions = {canonicalize_name(name): version for name, version in exact.items()}
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    for line in (*project["dependencies"], *project["optional-dependencies"]["hosting"]):
        needed = Requirement(line)
        assert versions[canonicalize_name(needed.name)] in needed.specifier
        # The newest versions with a known vulnerability.
        assert VULNERABLE.get(needed.name, "0") not in needed.specifier
    assert {*VULNERABLE} <= {Requirement(line).name for line in project["dependencies"]}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system["platform_system"])
@pytest.mark.parametrize("python", PYTHONS)
def test_the_program_needs_the_same_libraries_everywhere(
    python: str, system: dict[str, str]
) -> None:
    """One scorekeeper.pyz has all of them."""
    here = default_environment()

    assert libraries({**here, "python_version": python, **system}) == libraries(here)


def libraries(environment: Mapping[str, object]) -> set[str]:
    """The names of all libraries that the program needs in an environment."""
    found: set[str] = set()
    waiting = ["spades-scorekeeper"]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in found:
            found.add(name)
            waiting += [
                needed.name
                for needed in map(Requirement, requires(name) or ())
                if needed.marker is None or needed.marker.evaluate({**environment, "extra": ""})
            ]
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment with the wheel and this one's libraries."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True
    )
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    libraries = folder / "lib" / version / "site-packages" / "libraries.pth"
    libraries.write_text("\n".join(path for path in sys.path if path.endswith("site-packages")))
    return folder / "bin" / "scorekeeper"


def test_the_wheel_holds_what_the_program_needs_and_no_sources_of_translations(wheel: Path) -> None:
    beside = {
        f"scorekeeper/{path.relative_to(CHECKOUT).as_posix()}"
        for folder in ("templates", "static")
        for path in (CHECKOUT / folder).rglob("*.*")
        if path.parent.name != "__pycache__"
    }
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert beside | {*INSIDE} <= {*names}
    assert [name for name in names if name.endswith(".po")] == []


def test_the_installed_command_scores(installed: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(PARTNERSHIP)

    done = run(tmp_path / "data", "score", str(file), command=[str(installed)], PYTHONPATH="")
    asked = run(tmp_path / "data", "--version", command=[str(installed)], PYTHONPATH="")

    assert done.stdout.startswith('{"hands": [')
    assert asked.stdout == f"scorekeeper, version {version('spades-scorekeeper')}\n"


def test_the_installed_command_serves_translated_pages(installed: Path, tmp_path: Path) -> None:
    server = Server(tmp_path / "data", "--local", command=[str(installed)], PYTHONPATH="")
    with serving(server):
        browser = server.browser()
        page = browser.open("/", {"Accept-Language": "de"})
        [style] = [browser.open(link) for link in page.links if link.endswith("app.css")]

    assert page.lang == "de"
    assert "Neue Partie" in page.text
    assert "color-scheme" in style.html
    assert server.scorebook.is_file()
