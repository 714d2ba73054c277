"""A server at a home address, which tests of this folder may kill and stop, and its phones."""

import signal
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.phone import Phone, Watch
from tests.browser.scorebook import Scorebook
from tests.servers import ON_THIS_MACHINE, Server, serving


@pytest.fixture(scope="session")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(Server(tmp_path_factory.mktemp("own") / "data", *ON_THIS_MACHINE)) as running:
        yield running


@pytest.fixture
def server(own_server: Server) -> Iterator[Server]:
    own_server.start()
    yield own_server
    own_server.running.send_signal(signal.SIGCONT)


@pytest.fixture
def phone(phones: Any, server: Server, watch: Watch) -> Phone:
    watch.expect("Failed to load resource")
    phone: Phone = phones(Scorebook.of(server, "scores.local"))
    return phone
