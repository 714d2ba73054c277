"""The files in deploy/, as far as they can be read without the programs that use them."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
KIT = ROOT / "deploy"
VOLUMES = {17: "/var/lib/postgresql/data", 18: "/var/lib/postgresql"}
"""Where the image of PostgreSQL keeps its data, by its major version."""
UNITS = ("scorekeeper.service", "scorekeeper-cleanup.service", "scorekeeper-cleanup.timer")
AS_THE_SERVICE = (
    "User=scorekeeper",
    "Group=scorekeeper",
    "Environment=SCOREKEEPER_DATA=/var/lib/scorekeeper",
    "EnvironmentFile=-/etc/scorekeeper.env",
)


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load((KIT / "compose.yaml").read_text())["services"]
    return services


def instructions() -> list[tuple[str, str]]:
    text = re.sub(r"^#.*\n", "", (KIT / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [(line.split()[0], line.partition(" ")[2]) for line in lines if line]


def test_the_image_runs_unprivileged_without_build_tools() -> None:
    last = instructions()
    start = max(place for place, (name, _) in enumerate(last) if name == "FROM")
    built, runs = last[:start], dict(last[start:])

    assert runs["USER"] == "10001:10001"
    assert runs["COPY"] == "--from=build /app /app"
    assert runs["VOLUME"] == "/data"
    assert '["scorekeeper", "health"]' in runs["HEALTHCHECK"]
    assert not re.search("curl|wget|apt-get", str(runs))
    assert any("--without-pip" in arguments for _, arguments in built)
    assert runs["CMD"] == (
        '["sh", "-c", "scorekeeper upgrade && exec gunicorn --config python:scorekeeper.gunicorn"]'
    )


def test_the_build_context_has_all_files_of_a_wheel() -> None:
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().split() if line[0] == "!"}

    assert all((ROOT / path).exists() for path in sent)
    assert {"scorekeeper", "templates", "static", "pyproject.toml", "hatch_build.py"} <= sent
    assert {"README.md", "LICENSE"} <= sent


def test_the_postgresql_volume_matches_its_version(services: dict[str, Any]) -> None:
    database = services["database"]
    major = int(database["image"].removeprefix("postgres:"))

    assert database["volumes"] == [f"database:{VOLUMES[major]}"]


def test_every_compose_service_is_confined(services: dict[str, Any]) -> None:
    app = services["app"]

    assert app["read_only"] is True
    assert (app["cap_drop"], app["security_opt"]) == (["ALL"], ["no-new-privileges:true"])
    assert app["volumes"] == ["scorekeeper:/data"]
    assert "ports" not in app | services["database"]
    assert app["environment"]["SCOREKEEPER_TRUSTED_PROXIES"] == "1"
    assert all(service["restart"] == "unless-stopped" for service in services.values())
    assert (KIT / app["build"]["dockerfile"].removeprefix("deploy/")).exists()
    assert (KIT / services["proxy"]["volumes"][0].partition(":")[0]).exists()


def test_the_cleanup_unit_has_the_settings_and_guards_of_the_server() -> None:
    serving, cleanup = ((KIT / name).read_text().partition("\n[Install]")[0] for name in UNITS[:2])

    assert serving.partition("\nStateDirectory=")[2] == cleanup.partition("\nStateDirectory=")[2]
    assert set(AS_THE_SERVICE) <= {*serving.splitlines()} & {*cleanup.splitlines()}
    assert "\nExecStart=/opt/scorekeeper/bin/scorekeeper cleanup --yes\n" in cleanup


def test_the_caddy_examples_differ_only_by_version() -> None:
    """Debian's Caddy is older than the one in a container."""
    [here, there] = [
        re.sub(r"^\s*#.*\n", "", (KIT / name).read_text(), flags=re.MULTILINE)
        for name in ("Caddyfile", "compose.Caddyfile")
    ]
    for old, new in (
        ("scores.example {", "{$NAME} {"),
        ("127.0.0.1:8000", "app:8000"),
        ("buffer_requests", "request_buffers 18MB"),
        ("buffer_responses\n\t\tmax_buffer_size 32MB", "response_buffers 32MB"),
    ):
        assert old in here
        here = here.replace(old, new)

    assert here.strip() == there.strip()
