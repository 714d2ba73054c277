"""Behind real proxies: what is right works, and what is wrong is found and named with its cure."""

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.cli.outside import Finding, findings
from scorekeeper.config import Config
from tests.clients import Browser
from tests.hosting import proxies
from tests.hosting.hosts import free_port
from tests.table import SAVED

EVERYTHING = """
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header X-Forwarded-Prefix "";
"""
SITES: Mapping[str, tuple[int, str]] = {
    # By their names: how many proxies the app counts, and what nginx is told.
    "right": (1, EVERYTHING),
    "uncounted": (0, EVERYTHING),
    "without port": (1, EVERYTHING.replace("$http_host", "$host")),
    "another host": (1, "proxy_set_header X-Forwarded-For $remote_addr;"),
    "added to": (
        1,
        "proxy_set_header Host $http_host;"
        "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
    ),
    "too many counted": (2, EVERYTHING.replace("$remote_addr", "$proxy_add_x_forwarded_for")),
    "inner": (
        2,
        "proxy_set_header Host $http_host;"
        "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
    ),
    "inner of itself": (2, EVERYTHING.replace("$remote_addr", "$proxy_add_x_forwarded_for")),
}


@dataclass
class World:
    """Apps by how many proxies they count, and the ports of sites by their names."""

    configs: dict[int, Config]
    ports: dict[str, int]

    def found(self, site: str, count: int, scheme: str = "http", folder: str = "") -> list[Finding]:
        """What the command finds at a site."""
        return list(
            findings(self.configs[count], f"{scheme}://localhost:{self.ports[site]}{folder}")
        )

    def wrong(
        self, site: str, count: int, scheme: str = "http", folder: str = ""
    ) -> dict[str, str]:
        """What is wrong there, by what it is about, in all that is said."""
        found = self.found(site, count, scheme, folder)
        return {finding.about: str(finding) for finding in found if finding.wrong}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("proxies")
    with ExitStack() as stack:
        apps = {
            count: stack.enter_context(proxies.app(folder / f"app{count}", count))
            for count in range(3)
        }
        found = {name: free_port() for name in [*SITES, "folder", "two", "small"]}
        found |= {name: free_port() for name in ("https", "https two", "https two of itself")}
        sites = [
            site(found[name], f"location / {{ proxy_pass http://127.0.0.1:{apps[count][1]};"
                 f"{said} }} client_max_body_size 18m;")
            for name, (count, said) in SITES.items()
        ]  # fmt: skip
        one = f"proxy_pass http://127.0.0.1:{apps[1][1]}"
        prefix = EVERYTHING.replace('Prefix ""', "Prefix /cards")
        sites += [
            site(found["folder"], f"location /cards/ {{ {one}/; {prefix} }}"
                 "client_max_body_size 18m;"),
            site(found["small"], f"location / {{ {one}; {EVERYTHING} }}"),
            site(found["two"], f"location / {{ proxy_pass http://127.0.0.1:{found['inner']};"
                 f"{EVERYTHING} }} client_max_body_size 18m;"),
        ]  # fmt: skip
        stack.enter_context(proxies.nginx(folder / "nginx", "\n".join(sites)))
        https = "\n".join(
            f"localhost:{found[name]} {{\n reverse_proxy 127.0.0.1:{to} {{\n"
            " header_up -X-Forwarded-Prefix\n }\n}"
            for name, to in {
                "https": apps[1][1],
                "https two": found["inner"],
                "https two of itself": found["inner of itself"],
            }.items()
        )
        root = stack.enter_context(proxies.caddy(folder / "caddy", https))
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("SSL_CERT_FILE", str(root))
        yield World({count: config for count, (config, _) in apps.items()}, found)


def site(port: int, inside: str) -> str:
    return f"server {{ listen 127.0.0.1:{port}; listen [::1]:{port}; server_name _; {inside} }}"


@pytest.mark.parametrize(
    ("name", "count", "scheme", "folder"),
    [
        pytest.param("right", 1, "http", "", id="at a port of its own"),
        pytest.param("folder", 1, "http", "/cards", id="in a folder"),
        pytest.param("two", 2, "http", "", id="behind two of nginx"),
        pytest.param("https", 1, "https", "", id="behind Caddy with https"),
        pytest.param("https two", 2, "https", "", id="behind Caddy and nginx"),
    ],
)
def test_what_is_right_is_found_to_be(
    world: World, name: str, count: int, scheme: str, folder: str
) -> None:
    found = world.found(name, count, scheme, folder)

    assert [str(finding) for finding in found if finding.wrong] == []
    assert [finding.about for finding in found] == [
        "Answer", "Scheme", "Host", "Port", "Prefix", "Client address", "Forged headers",
        "Cookie", "Form", "Upload", "ETag",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "count", "about", "mends"),
    [
        ("uncounted", 0, "Client address", "SCOREKEEPER_PROXIES=1"),
        ("without port", 1, "Port", "nginx: proxy_set_header X-Forwarded-Host $http_host;"),
        ("another host", 1, "Host", "nginx: proxy_set_header X-Forwarded-Host $http_host;"),
        ("added to", 1, "Forged headers", "nginx: proxy_set_header X-Forwarded-Proto $scheme;"),
        ("too many counted", 2, "Client address", "SCOREKEEPER_PROXIES=1"),
        ("small", 1, "Upload", "nginx: client_max_body_size 18m;"),
    ],
)
def test_what_is_wrong_is_named_with_what_mends_it(
    world: World, name: str, count: int, about: str, mends: str
) -> None:
    wrong = world.wrong(name, count)

    assert mends in wrong[about], wrong


def test_an_inner_proxy_that_speaks_of_itself_is_told_to_pass_on_what_the_outer_said(
    world: World,
) -> None:
    wrong = world.wrong("https two of itself", 2, "https")

    assert wrong["Scheme"].startswith("Scheme: https arrives as http.")
    assert "proxy_set_header X-Forwarded-Proto $http_x_forwarded_proto;" in wrong["Scheme"]


def test_where_there_is_no_scorekeeper_or_nobody_at_all_it_is_said(world: World) -> None:
    key = "Another9QpZ7vB2xWd8Lr5tYcf4Hj6nMa"
    url = f"http://localhost:{world.ports['right']}"
    another = list(findings(replace(world.configs[1], secret_key=key), url))
    nobody = findings(world.configs[1], f"http://localhost:{free_port()}")

    assert [finding.about for finding in another] == ["Answer"]
    assert "it has another secret key than this command" in str(another[0])
    assert "nothing answers at http://localhost" in str(next(nobody))


def greet(listener: socket.socket) -> None:
    """Answer one request as no server of pages does."""
    caller, _ = listener.accept()
    with caller:
        caller.recv(4096)
        caller.sendall(b"SSH-2.0-OpenSSH\r\n")


def test_something_else_at_the_address_is_said_in_a_sentence(world: World) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        threading.Thread(target=greet, args=(listener,), daemon=True).start()
        [found] = findings(world.configs[1], url)

    told = f"Answer: nothing answers at {url} (what is there speaks no HTTP)."
    assert str(found) == told


def test_the_command_says_all_of_it_and_fails_where_something_is_wrong(
    world: World,
) -> None:
    environment = {
        "SCOREKEEPER_DATA": str(world.configs[1].data),
        "SCOREKEEPER_SECRET_KEY": world.configs[1].secret_key,
    }
    said = [
        CliRunner(env=environment).invoke(main, ["check", "--url", url])
        for url in (
            f"http://localhost:{world.ports['right']}/",
            f"http://localhost:{world.ports['small']}",
            "localhost",
        )
    ]

    assert [one.exit_code for one in said] == [0, 1, 1]
    assert said[0].output.splitlines()[1] == "Scheme: as it should be."
    assert "    nginx: client_max_body_size 18m;" in said[1].output.splitlines()
    assert "give an address such as https://scores.example" in said[2].output


def test_a_match_is_begun_and_played_through_each_of_them(world: World) -> None:
    for name in ("right", "two"):
        browser = Browser(world.ports[name], "localhost")
        match = browser.start_match()
        browser.play_hand(match)
        assert len(browser.hands(match)) == 1


@pytest.mark.parametrize(
    ("name", "mends"),
    [
        ("uncounted", "This setting mends it: SCOREKEEPER_PROXIES=1"),
        ("without port", "nginx: proxy_set_header X-Forwarded-Host $http_host;"),
        ("another host", "nginx: proxy_set_header X-Forwarded-Host $http_host;"),
    ],
)
def test_a_refused_form_says_what_arrived_and_what_mends_it(
    world: World, name: str, mends: str
) -> None:
    browser = Browser(world.ports[name], "localhost")
    form = browser.open("/settings").form("/settings")
    origin = {"Origin": f"https://localhost:{world.ports[name]}", "Sec-Fetch-Site": "same-origin"}
    if name != "uncounted":
        origin["Origin"] = origin["Origin"].replace("https", "http")

    refused = browser.request("POST", form.action, form.body, origin)

    assert refused.status == 403
    assert f"Origin: {origin['Origin']}" in refused.text
    assert "Host: " in refused.text
    assert mends in refused.text


def test_forms_get_through_a_proxy_that_is_right(world: World) -> None:
    browser = Browser(world.ports["right"], "localhost")
    form = browser.open("/settings").form("/settings")

    assert browser.send(form).status == SAVED
