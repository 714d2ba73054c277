import re
import shlex
from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner
from gunicorn.config import Config as GunicornConfig

from scorekeeper.cli import main
from scorekeeper.config import Config
from scorekeeper.web.http import current_device
from scorekeeper.web.http.security import SESSION_COOKIE
from scorekeeper.web.settings import CHOICES
from tests.clients import Browser
from tests.hosting.hosts import gunicorn, hosting, upgraded
from tests.servers import environment

ROOT = Path(__file__).parents[2]
DOCS = {file.stem: file.read_text() for file in (ROOT / "docs" / "hosting").glob("*.md")}
SETTING_NAME = re.compile(r"SCOREKEEPER_[A-Z_]+")


def code_lines(page: str, kind: str = "sh") -> list[list[str]]:
    """Return the lines of the code blocks of a page, split into words."""
    blocks = re.findall(rf"^ *```{kind}\n(.+?)\n *```", DOCS[page], re.DOTALL | re.MULTILINE)
    return [shlex.split(line) for block in blocks for line in block.splitlines()]


def our_commands(page: str) -> list[list[str]]:
    """Return the arguments of each `scorekeeper` command in the code blocks."""
    found = []
    for line in code_lines(page):
        at = [place for place, word in enumerate(line) if word.rpartition("/")[2] == "scorekeeper"]
        words = line[at[-1] + 1 :] if at else []
        before = line[max(0, at[-1] - 1)] if at else ""
        if words and (before in ("scorekeeper", "app") or before.startswith("SCOREKEEPER_")):
            found.append(words)
    return found


def inline_commands(page: str) -> list[list[str]]:
    """Return the arguments of each `scorekeeper` command inside a sentence."""
    return [
        shlex.split(command) for command in re.findall(r"`scorekeeper ([a-z][^`]+)`", DOCS[page])
    ]


@pytest.mark.parametrize("page", sorted(DOCS))
def test_every_documented_command_exists_and_its_files_are_in_the_writable_folder(
    page: str,
) -> None:
    for words in our_commands(page) + inline_commands(page):
        context = click.Context(main)
        command = main.get_command(context, words[0])
        assert command is not None
        command.make_context(words[0], list(words[1:]), parent=context)
    words = [word for line in our_commands(page) for word in line]
    files = [word for word in words if re.search(r"\.(sqlite|jsonl|dump)$", word)]
    assert [file for file in files if "/var/lib/scorekeeper/" not in file] == []


def test_gunicorn_accepts_the_documented_arguments() -> None:
    [documented] = [line for line in code_lines("install") if line[0] == "gunicorn"]
    service = (ROOT / "deploy" / "scorekeeper.service").read_text()
    parser = GunicornConfig().parser()
    assert parser.parse_args(documented[1:]).config == "python:scorekeeper.gunicorn"
    assert documented[-1] == "127.0.0.1:8000"
    assert f"ExecStart=/opt/scorekeeper/bin/{' '.join(documented)}\n" in service


def test_every_documented_setting_exists() -> None:
    known = set(SETTING_NAME.findall((ROOT / "docs" / "settings.md").read_text()))
    files = [*DOCS.values(), *(file.read_text() for file in (ROOT / "deploy").iterdir())]
    assert {name for text in files for name in SETTING_NAME.findall(text)} <= known


def test_every_cookie_is_documented() -> None:
    names = re.findall(r"^\| (`[a-z_]+`(?: `[a-z]+`)*) \|", DOCS["privacy"], re.MULTILINE)
    documented = {name for row in names for name in re.findall("[a-z_]+", row)}
    own = {f"scorekeeper_{name}" for name in (current_device.COOKIE_NAME, SESSION_COOKIE)}
    writing = {
        file.stem
        for file in (ROOT / "scorekeeper" / "web").rglob("*.py")
        if re.search(r"\b(set_own_cookie|set_cookie)\(", file.read_text())
    }
    assert documented == own | set(CHOICES)
    assert writing == {"cookies", "current_device", "security", "settings"}


def test_the_documented_settings_are_valid(tmp_path: Path) -> None:
    documented = {name: value for (line,) in code_lines("install", "ini") for name, _, value in
            [line.partition("=")]}  # fmt: skip
    read = Config.from_environment({**documented, "SCOREKEEPER_DATA": str(tmp_path)})
    assert read.database_url.get_backend_name() == "postgresql"
    assert (read.hosted, read.trusted_proxies, read.host_names) == (True, 1, ("scores.example",))


def test_every_documented_file_exists() -> None:
    documented = {path for text in DOCS.values() for path in re.findall(r"\bdeploy/[\w.-]+", text)}
    assert {"deploy/scorekeeper.service", "deploy/nginx.conf", "deploy/compose.yaml"} <= documented
    assert [path for path in documented - {"deploy/.env"} if not (ROOT / path).exists()] == []
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    assert all(name in compose["services"] for name in ("app", "database", "proxy"))


def test_the_documented_restore_restores_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    data, runner = tmp_path / "data", CliRunner(env=environment(tmp_path / "data"))
    backup, restore, check, *_ = (
        [word.replace("/var/lib/scorekeeper", str(data)) for word in words]
        for words in our_commands("care")
    )
    upgraded(data)
    with hosting(gunicorn(), data) as (_, port):
        browser = Browser(port)
        kept = browser.start_match()
        browser.play_hand(kept)
        assert runner.invoke(main, backup).exit_code == 0
        browser.play_hand(kept)
        assert len(browser.hands(kept)) == 2
        assert runner.invoke(main, restore).exit_code == 0
        assert len(browser.hands(kept)) == 1
    assert [backup[0], restore[0], check] == ["backup", "restore", ["check"]]
    assert runner.invoke(main, check).output == "Everything is fine.\n"
