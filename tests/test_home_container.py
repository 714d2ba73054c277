"""The container of a home: its files are read, and its command runs here without Docker."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.clients import Browser
from tests.hosting.hosts import free_port, wait_for_answer
from tests.reading import Page
from tests.servers import ROOT, Server, run
from tests.test_deploy import KIT, instructions

CODE = "abcd2345efgh"
AT_HOME = {"Host": "192.168.1.7:8000", "Origin": "http://192.168.1.7:8000"}
"""Headers of a phone that opens the published port of the computer."""


@pytest.fixture(scope="module")
def image() -> dict[str, Any]:
    """The last value of each instruction of the Dockerfile."""
    return dict(instructions())


@contextmanager
def running(image: dict[str, Any], data: Path, **settings: str) -> Iterator[Server]:
    """Run the container's command as its user would, with a volume in another place."""
    server = Server(data, command=json.loads(image["CMD"]), **variables(image, data, **settings))
    server.launch()
    try:
        wait_for_answer(server, int(server.settings["PORT"]), "/readyz")
        yield server
    finally:
        server.stop()


def variables(image: dict[str, Any], data: Path, **settings: str) -> dict[str, str]:
    set_in_image = dict(one.split("=") for one in image["ENV"].replace("/data", str(data)).split())
    here = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "PORT": str(free_port())}
    defaults = {"SCOREKEEPER_HOSTED": "", "SCOREKEEPER_RATE_LIMITS": ""}
    return {**set_in_image, **here, **defaults, **settings}


def typed(phone: Browser, code: str) -> Page:
    form = phone.open("/in", AT_HOME).form("/in").filled(code=code)
    return phone.request("POST", form.action, form.body, AT_HOME)


def test_the_compose_file_runs_one_service_with_a_volume(image: dict[str, Any]) -> None:
    read = yaml.safe_load((KIT / "compose.home.yaml").read_text())
    [service] = read["services"].values()
    [(volume, folder)] = [one.split(":") for one in service["volumes"]]
    documented = (ROOT / "docs" / "settings.md").read_text()

    assert (KIT / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    assert (list(read["volumes"]), folder) == ([volume], image["VOLUME"])
    assert service["ports"] == [f"{image['EXPOSE']}:{image['EXPOSE']}"]
    assert service["read_only"] is True
    assert service["restart"] == "unless-stopped"
    assert service["environment"] == {"SCOREKEEPER_HOME_CODE": "${HOME_CODE:-}"}
    assert [name for name in service["environment"] if f"`{name}`" not in documented] == []


def test_the_first_owner_of_an_empty_container_types_the_chosen_code(
    image: dict[str, Any], tmp_path: Path
) -> None:
    data = tmp_path / "data"
    settings = {"SCOREKEEPER_HOME_CODE": CODE, "SCOREKEEPER_LOG": "lines"}
    with running(image, data, **settings) as server:
        port = int(server.settings["PORT"])
        first, second, guesser = Browser(port), Browser(port), Browser(port)
        assert "The home code is the one you set." in first.open("/", AT_HOME).text
        assert typed(first, CODE).location == "/"
        assert second.open("/in/ABCD-2345-EFGH", AT_HOME).location == "/in"
        assert second.open("/in", AT_HOME).location == "/"
        shown = first.open("/door", AT_HOME)
        printed = run(data, "code", SCOREKEEPER_HOSTED="0", SCOREKEEPER_HOME_CODE=CODE).stdout
        guesses = [typed(guesser, f"abcd2345efg{number}") for number in range(20)]
        refused = typed(guesser, CODE)
    with running(image, data, SCOREKEEPER_HOME_CODE="another2code") as changed:
        port = int(changed.settings["PORT"])
        answers = [typed(Browser(port), code).status for code in (CODE, "another2code")]
        known = Browser(port, cookies=first.cookies).open("/history", AT_HOME)

    assert f"http://192.168.1.7:8000/in/{CODE.upper()}" in shown.html
    assert ({page.status for page in guesses}, refused.status) == ({404}, 429)
    assert printed.endswith(f"\nOpen on the server's address: /in/{CODE.upper()}\n")
    assert (answers, known.status) == ([404, 303], 200)
    assert "Join" not in known.text
    assert CODE not in server.printed.lower() + "".join(page.html.lower() for page in guesses)
    assert "secret-key" in {one.name for one in data.iterdir()}
    assert not (data / "house-code").exists()


def test_a_container_with_an_unusable_code_does_not_start(
    image: dict[str, Any], tmp_path: Path
) -> None:
    settings = variables(image, tmp_path / "data", SCOREKEEPER_HOME_CODE="abc")
    ended = run(tmp_path / "data", command=json.loads(image["CMD"]), **settings)

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "Error: SCOREKEEPER_HOME_CODE must be 8 to 40 letters and digits.\n"
    assert not (tmp_path / "data").exists()
