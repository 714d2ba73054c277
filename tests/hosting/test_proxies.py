from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.clients import Browser
from tests.hosting import proxies
from tests.hosting.hosts import free_port

EVERYTHING = """
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header X-Forwarded-Prefix "";
"""
SITES: Mapping[str, tuple[int, str]] = {
    # By their names: how many proxies the app counts, and the directives of nginx.
    "right": (1, EVERYTHING),
    "uncounted": (0, EVERYTHING),
    "inner": (
        2,
        "proxy_set_header Host $http_host;"
        "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
    ),
}


@dataclass
class World:
    """The ports of sites by name, and the root certificate of https."""

    ports: dict[str, int]
    root: Path

    def browser(self, site: str) -> Browser:
        if site.startswith("https"):
            return proxies.SecureBrowser(self.ports[site], root=self.root)
        return Browser(self.ports[site], "localhost")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("proxies")
    with ExitStack() as stack:
        apps = {
            count: stack.enter_context(proxies.app(folder / f"app{count}", count))[1]
            for count in range(3)
        }
        ports = {name: free_port() for name in [*SITES, "folder", "two", "https", "https two"]}
        sites = [
            site(
                ports[name],
                f"location / {{ proxy_pass http://127.0.0.1:{apps[count]}; {directives} }}",
            )
            for name, (count, directives) in SITES.items()
        ]
        one = f"proxy_pass http://127.0.0.1:{apps[1]}"
        prefix = EVERYTHING.replace('Prefix ""', "Prefix /cards")
        inner = f"proxy_pass http://127.0.0.1:{ports['inner']}"
        sites += [
            site(ports["folder"], f"location /cards/ {{ {one}/; {prefix} }}"),
            site(ports["two"], f"location / {{ {inner}; {EVERYTHING} }}"),
        ]
        stack.enter_context(proxies.nginx(folder / "nginx", "\n".join(sites)))
        https = "\n".join(
            f"localhost:{ports[name]} {{\n reverse_proxy 127.0.0.1:{to} {{\n"
            " header_up -X-Forwarded-Prefix\n }\n}"
            for name, to in {"https": apps[1], "https two": ports["inner"]}.items()
        )
        yield World(ports, stack.enter_context(proxies.caddy(folder / "caddy", https)))


def site(port: int, inside: str) -> str:
    listens = f"listen 127.0.0.1:{port}; listen [::1]:{port}; server_name _;"
    return f"server {{ {listens} {inside} client_max_body_size 18m; }}"


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        pytest.param("right", "", id="at a port of its own"),
        pytest.param("folder", "/cards", id="in a folder"),
        pytest.param("two", "", id="behind two of nginx"),
        pytest.param("https", "", id="behind Caddy with https"),
        pytest.param("https two", "", id="behind Caddy and nginx"),
    ],
)
def test_a_correct_proxy_setup_works(world: World, name: str, folder: str) -> None:
    proxies.check_way(world.browser(name), folder)


def test_a_refused_form_says_how_it_arrived(world: World) -> None:
    browser = world.browser("uncounted")
    form = browser.open("/settings").form("/settings")
    here = f"localhost:{browser.port}"
    headers = {"Origin": f"https://{here}", "Sec-Fetch-Site": "same-origin"}
    refused = browser.request("POST", form.action, form.body, headers)
    assert refused.status == 403
    assert f"This request arrived as http://{here}. " in refused.text
    assert "SCOREKEEPER_TRUSTED_PROXIES" in refused.text
