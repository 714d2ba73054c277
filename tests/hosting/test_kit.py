"""The files in deploy/, linted and tried with the programs that use them."""

import json
import logging
import re
import ssl
import subprocess
from contextlib import ExitStack
from pathlib import Path
from urllib.request import Request, urlopen
from uuid import UUID

import pytest

from scorekeeper.web.http.logs import LOG, JsonFormatter
from tests.clients import Browser
from tests.hosting import proxies
from tests.hosting.hosts import free_port
from tests.test_deploy import AS_THE_SERVICE, KIT, UNITS

WORST = 25
"""Tenths of what systemd calls the exposure of a service."""


@pytest.mark.parametrize("name", ["scorekeeper", "scorekeeper-cleanup"])
def test_systemd_rates_each_service_as_secure(name: str) -> None:
    result = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", f"--threshold={WORST}", "--no-pager",
         str(KIT / f"{name}.service")],
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr


def test_systemd_verifies_the_units(tmp_path: Path) -> None:
    for name in ("scorekeeper", "gunicorn"):
        (tmp_path / name).touch(mode=0o755)
    for name in UNITS:
        text = (KIT / name).read_text().replace("/opt/scorekeeper/bin", str(tmp_path))
        (tmp_path / name).write_text(text)
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / name) for name in UNITS)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (result.stdout, result.stderr, result.returncode) == ("", "", 0)


def test_the_command_wrapper_uses_the_services_user_and_settings(tmp_path: Path) -> None:
    systemd_run = tmp_path / "systemd-run"
    systemd_run.write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
    systemd_run.chmod(0o755)
    *options, program, first, second = subprocess.run(
        ["sh", str(KIT / "scorekeeper.sh"), "export", "two words.jsonl"],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    help_text = subprocess.run(
        ["systemd-run", "--help"], capture_output=True, text=True, check=True
    )

    assert [program, first, second] == [
        "/opt/scorekeeper/bin/scorekeeper", "export", "two words.jsonl"
    ]  # fmt: skip
    assert [one for one in options if one.partition("=")[0] not in help_text.stdout] == []
    settings = {option.partition("=")[2] for option in options}
    assert {setting.removeprefix("Environment=") for setting in AS_THE_SERVICE[2:]} <= settings
    assert {"--uid=scorekeeper", "--gid=scorekeeper"} <= {*options}


def request_ids(caplog: pytest.LogCaptureFixture, url: str, root: Path) -> tuple[str, str | None]:
    """Return the request id in the log and in the response to a request with a forged one."""
    caplog.handler.setFormatter(JsonFormatter())
    request = Request(f"{url}/healthz", headers={"X-Request-ID": "forged"})
    context = ssl.create_default_context(cafile=root)
    with caplog.at_level(logging.INFO, LOG.name), urlopen(request, context=context) as response:
        response_id = response.headers["X-Request-ID"]
    return json.loads(caplog.text.splitlines()[-1])["request"], response_id


def test_the_nginx_example_works(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    port, plain, key = free_port(), free_port(), tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key), "-out",
         str(tmp_path / "cert.pem"), "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost"],
        check=True,
        capture_output=True,
    )  # fmt: skip
    challenge = tmp_path / "html" / ".well-known" / "acme-challenge" / "asked"
    challenge.parent.mkdir(parents=True)
    challenge.write_text("answered")
    with ExitStack() as stack:
        _, behind = stack.enter_context(proxies.app(tmp_path / "data", 1))
        example = (KIT / "nginx.conf").read_text()
        for original, local in (
            ("listen 80;", f"listen 127.0.0.1:{plain};"),
            ("listen [::]:80;", f"listen [::1]:{plain};"),
            ("listen 443", f"listen 127.0.0.1:{port}"),
            ("listen [::]:443", f"listen [::1]:{port}"),
            ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
            ("/etc/letsencrypt/live/scores.example/fullchain.pem", f"{tmp_path}/cert.pem"),
            ("/etc/letsencrypt/live/scores.example/privkey.pem", str(key)),
            ("/var/www/html", f"{tmp_path}/html"),
            ("/var/log/nginx", str(tmp_path)),
        ):
            assert original in example
            example = example.replace(original, local)
        with proxies.nginx(tmp_path / "nginx", example):
            secure = proxies.SecureBrowser(port, root=tmp_path / "cert.pem")
            proxies.check_way(secure)
            proxies.check_that_none_starves(secure)
            number, _ = request_ids(caplog, f"https://localhost:{port}", tmp_path / "cert.pem")
            browser = Browser(plain)
            answer = browser.open("/.well-known/acme-challenge/asked")
            redirect = browser.open("/history")
            plainly = proxies.open_links(browser)
            statuses = proxies.open_links(secure)
            text = proxies.SECRET
            for either in (browser, secure):
                for way in ("w", "K", "r", "i", "in", "open"):
                    either.open(f"/spades/{way}/{text}.{text}/in/{text}?q={text}")
                either.open("/matches/known?q=Ann")
            stack.close()
            later = proxies.open_links(secure)
    written = proxies.read_logs(tmp_path)

    assert (plainly, later) == ({301}, {502})
    assert {200, 404} <= statuses
    assert proxies.SECRET not in written
    assert "Ann" not in written
    paths = re.findall(r'"GET (/spades/(?:in|open)[^" ]+|/matches/known)[" ]', written)
    assert paths == ["/spades/in/-", "/spades/open/-", "/matches/known"] * 2
    assert re.findall(r'"GET (/t/\S+)" 502', written) == ["/t/-"] * 2
    assert (answer.status, answer.body) == (200, b"answered")
    assert (redirect.status, redirect.location) == (301, "https://127.0.0.1/history")
    assert re.fullmatch("[0-9a-f]{32}", number)


def test_the_caddy_example_works(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    port = free_port()
    with ExitStack() as stack:
        _, behind = stack.enter_context(proxies.app(tmp_path / "data", 1))
        example = (KIT / "Caddyfile").read_text()
        example = example.replace("scores.example {", f"localhost:{port} {{\n\tlog")
        example = example.replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
        with proxies.caddy(tmp_path / "caddy", example) as root:
            secure = proxies.SecureBrowser(port, root=root)
            proxies.check_way(secure)
            proxies.check_that_none_starves(secure)
            number, response_id = request_ids(caplog, f"https://localhost:{port}", root)
            statuses = proxies.open_links(secure)
            stack.close()
            later = proxies.open_links(secure)
    written = proxies.read_logs(tmp_path)

    assert {200, 404} <= statuses
    assert later == {502}
    assert proxies.SECRET not in written
    assert [written.count(f'"uri":"{path}"') for path in ("/t/", "/in")] == [12, 12]
    assert response_id == number == str(UUID(number))
