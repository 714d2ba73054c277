"""The architecture: imports only point down, and names and sizes follow the rules."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import grimp
import pytest

from scorekeeper.web.routes import list_routes

ROOT = Path(__file__).resolve().parents[1]
TREES = {
    path.relative_to(ROOT).as_posix(): ast.parse(path.read_text())
    for path in sorted((ROOT / "scorekeeper").rglob("*.py"))
}
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
LINT_IMPORTS = (
    "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
)
LINT_WITH_EACH = """
import shutil, sys
from importlib import import_module
from pathlib import Path
from importlinter.cli import lint_imports
for change in sys.argv[1:]:
    importing, _, imported = change.split()
    package = Path(*importing.split("."))
    is_new = not package.exists()
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text(f"import {imported}")
    print("Checking:", change, flush=True)
    lint_imports(no_cache=True)
    (package / "__init__.py").write_text("")
    if is_new:
        shutil.rmtree(package)
"""
DOWN = "Imports point down only"
BOOK_LAYERS = "The scorebook has layers"
PAGES = "Pages import no other page"
MATCH_PAGES = "The pages of a match do not import each other"
REFEREE = "The pages of the referee do not import each other"
EVENT_PAGES = "The pages of an event do not import each other"
RULE_LAYERS = "The rules have layers"
RULES = "The rules import no library"
WORD_LAYERS = "The sentences have layers"
WORDS = "The sentences import no web framework and no database"
BOOK = "The scorebook imports no web framework"
BREAKING = {
    "scorekeeper.web -> scorekeeper.app": DOWN,
    "scorekeeper.config -> scorekeeper.app": DOWN,
    "scorekeeper.web.site -> scorekeeper.config": DOWN,
    "scorekeeper.words -> scorekeeper.web": DOWN,
    "scorekeeper.words -> scorekeeper.book": DOWN,
    "scorekeeper.rules -> scorekeeper.book": DOWN,
    "scorekeeper.utils -> json": DOWN,
    "scorekeeper.server -> scorekeeper.cli": DOWN,
    "scorekeeper.app -> scorekeeper.server": DOWN,
    "scorekeeper.book.db -> scorekeeper.book.models": BOOK_LAYERS,
    "scorekeeper.book.models -> scorekeeper.book.access": BOOK_LAYERS,
    "scorekeeper.book.access -> scorekeeper.book.players": BOOK_LAYERS,
    "scorekeeper.book.players -> scorekeeper.book.statistics": BOOK_LAYERS,
    "scorekeeper.book.statistics -> scorekeeper.book.matches": BOOK_LAYERS,
    "scorekeeper.book.matches -> scorekeeper.book.history": BOOK_LAYERS,
    "scorekeeper.book.history -> scorekeeper.book.scorebooks": BOOK_LAYERS,
    "scorekeeper.book.scorebooks -> scorekeeper.book.joining": BOOK_LAYERS,
    "scorekeeper.book.joining -> scorekeeper.book.transfer": BOOK_LAYERS,
    "scorekeeper.book.transfer -> scorekeeper.book.maintenance": BOOK_LAYERS,
    "scorekeeper.book.helpers -> json": BOOK_LAYERS,
    "scorekeeper.rules.scoring -> scorekeeper.rules.match": RULE_LAYERS,
    "scorekeeper.rules.match -> scorekeeper.rules.outlook": RULE_LAYERS,
    "scorekeeper.rules.review -> scorekeeper.rules.outlook": RULE_LAYERS,
    "scorekeeper.rules.match -> scorekeeper.rules.seating": RULE_LAYERS,
    "scorekeeper.rules.seating -> scorekeeper.rules.referee": RULE_LAYERS,
    "scorekeeper.rules.errors -> scorekeeper.rules.hand": RULE_LAYERS,
    "scorekeeper.words.match -> scorekeeper.words.review": WORD_LAYERS,
    "scorekeeper.words.match -> scorekeeper.words.events": WORD_LAYERS,
    "scorekeeper.words.errors -> scorekeeper.words.match": WORD_LAYERS,
    "scorekeeper.words.table -> scorekeeper.words.house_rules": WORD_LAYERS,
    "scorekeeper.web.history -> scorekeeper.web.match": PAGES,
    "scorekeeper.web.match.review -> scorekeeper.web.match.board": MATCH_PAGES,
    "scorekeeper.web.events.event -> scorekeeper.web.events.entrants": EVENT_PAGES,
    "scorekeeper.web.referee.judge -> scorekeeper.web.match.correction": PAGES,
    "scorekeeper.web.site -> scorekeeper.web.match.match": PAGES,
    "scorekeeper.web.forms -> scorekeeper.web.site": PAGES,
    "scorekeeper.web.http -> scorekeeper.web.forms": PAGES,
    "scorekeeper.web.labels -> json": PAGES,
    "scorekeeper.web.referee.judge -> scorekeeper.web.referee.rulings": REFEREE,
    "scorekeeper.rules -> sqlalchemy": RULES,
    "scorekeeper.words -> flask_wtf": WORDS,
    "scorekeeper.words -> jinja2.ext": WORDS,
    "scorekeeper.book -> flask": BOOK,
    "scorekeeper.book -> werkzeug.exceptions": BOOK,
}
"""Imports that are not allowed, and the contract of each."""


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["-c", LINT_IMPORTS], id="imports point down only"),
        pytest.param(["-m", "ruff", "check"], id="ruff finds nothing"),
        pytest.param(["-m", "ruff", "format", "--check"], id="ruff would write it the same"),
    ],
)
def test_a_check_of_the_code_passes(command: list[str]) -> None:
    checked = subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.fixture
def lint(tmp_path: Path) -> Callable[..., dict[str, list[str]]]:
    """Return a function that lists the contracts broken by each import between empty packages.

    A contract that can never fail is found, whatever the real packages import.
    """
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    for module in list_packages():
        folder = tmp_path.joinpath(*module.split("."))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "__init__.py").touch()

    def with_each(*imports: str) -> dict[str, list[str]]:
        checked = subprocess.run(
            [sys.executable, "-c", LINT_WITH_EACH, *imports],
            cwd=tmp_path,
            env={"PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        _, *outputs = checked.stdout.split("Checking: ")
        assert checked.stdout.count("Contracts: ") == len(imports), checked.stdout + checked.stderr
        return {
            lines[0]: [line.removesuffix(" BROKEN") for line in lines if line.endswith(" BROKEN")]
            for lines in map(str.splitlines, outputs)
        }

    return with_each


def list_packages() -> Iterator[str]:
    """Yield the packages named by the contracts, parents first."""
    yield "scorekeeper"
    for contract in CONTRACTS["contracts"]:
        for container in contract.get("containers", []):
            for layer in contract["layers"]:
                yield from (
                    f"{container}.{name.strip()}" for name in layer.replace(":", "|").split("|")
                )
    for pages in (
        *("match.board", "match.review", "referee.judge", "referee.rulings"),
        *("events.event", "events.entrants"),
    ):
        yield f"scorekeeper.web.{pages}"


def test_empty_packages_break_no_contract(lint: Callable[..., dict[str, list[str]]]) -> None:
    assert lint("scorekeeper -> json") == {"scorekeeper -> json": []}


def test_every_contract_can_be_broken(lint: Callable[..., dict[str, list[str]]]) -> None:
    broken = {change: [contract] for change, contract in BREAKING.items()}
    assert lint(*BREAKING) == broken


def test_the_rules_import_the_standard_library_only() -> None:
    graph = grimp.build_graph("scorekeeper", include_external_packages=True, cache_dir=None)
    imported = {
        name.partition(".")[0]
        for module in graph.find_descendants("scorekeeper.rules") | {"scorekeeper.rules"}
        for name in graph.find_modules_directly_imported_by(module)
    }
    assert imported - sys.stdlib_module_names == {"scorekeeper"}


def test_the_package_contains_only_a_docstring() -> None:
    [statement] = ast.parse((ROOT / "scorekeeper" / "__init__.py").read_text()).body
    assert isinstance(statement, ast.Expr)


def test_a_server_that_forks_imports_all_pages_before() -> None:
    loading = "import sys, scorekeeper.wsgi; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", loading], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert {module for _method, _path, _endpoint, module in list_routes()} <= {*loaded}


def test_each_route_names_a_view() -> None:
    views = [
        (import_module(module), endpoint.rpartition(".")[2])
        for _method, _path, endpoint, module in list_routes()
    ]
    assert [(page.__name__, view) for page, view in views if not hasattr(page, view)] == []


def test_docstrings_begin_with_a_verb_or_a_noun() -> None:
    clauses = ("What", "Who", "Whoever", "Whose", "That", "Let", "Where", "Of", "So")
    wrong = [
        f"{module}:{node.lineno}: {text}"
        for module, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(text := node.value.value, str) and text.split()[0] in clauses
    ]
    assert wrong == []


def test_public_functions_have_docstrings() -> None:
    """In the rules, they name what is raised; a function of one line may say all by its name."""
    functions = [
        (f"{module}:{node.lineno}", node, ast.get_docstring(node) or "")
        for module, tree in TREES.items()
        for owner in ast.walk(tree)
        if isinstance(owner, ast.Module | ast.ClassDef) and "migrations" not in module
        for node in owner.body
        if isinstance(node, ast.FunctionDef)
        if "_" not in (getattr(owner, "name", "")[:1], node.name[0])
    ]
    bare = [place for place, node, text in functions if not text and len(node.body) > 1]
    silent = [
        place
        for place, node, text in functions
        if place.startswith("scorekeeper/rules/") and "raise" not in text.lower()
        if any(isinstance(part, ast.Raise) and part.exc for part in ast.walk(node))
    ]

    assert (bare, silent) == ([], [])


def test_each_class_name_is_used_once() -> None:
    names = Counter(
        node.name
        for tree in TREES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name != "Meta"
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_no_module_is_longer_than_400_lines() -> None:
    """Below that, a module is as long as its subject."""
    lengths = {module: len((ROOT / module).read_text().splitlines()) for module in TREES}
    assert {module: length for module, length in lengths.items() if length > 400} == {}


def test_the_docs_name_modules_that_exist() -> None:
    named = re.findall(
        r"`((?:book|rules|web|words)/[\w/]+\.py)`", (ROOT / "docs/architecture.md").read_text()
    )
    assert named
    assert [module for module in named if f"scorekeeper/{module}" not in TREES] == []
