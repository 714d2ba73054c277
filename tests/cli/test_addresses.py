import errno
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import ifaddr
import pytest

from scorekeeper import network
from scorekeeper.server import server_file, sockets
from scorekeeper.server.server_file import RunningServer


@pytest.fixture
def interfaces(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give the machine other interfaces, each a name with addresses."""

    def have(*named: tuple[str, list[str]], usual: str | None = None) -> None:
        adapters = [
            SimpleNamespace(
                name=name,
                nice_name=name,
                ips=[SimpleNamespace(ip=(ip, 0, 0) if ":" in ip else ip) for ip in ips],
            )
            for name, ips in named
        ]
        monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
        monkeypatch.setattr(network, "_outgoing_address", lambda *_: usual)

    return have


def test_home_addresses_come_first_and_that_of_the_default_route(
    interfaces: Callable[..., None],
) -> None:
    interfaces(
        ("lo", ["127.0.0.1", "::1"]),
        ("docker0", ["172.17.0.1"]),
        ("wg0", ["10.8.0.2"]),
        ("eth0", ["203.0.113.7", "fe80::1"]),
        ("eth1", ["169.254.3.4"]),
        ("wlan0", ["192.168.178.23", "fd00::2"]),
        ("br-1a2b3c", ["172.18.0.1"]),
        ("Hyper-V Virtual Ethernet Adapter", ["172.20.0.1"]),
        ("VirtualBox Host-Only Ethernet Adapter", ["192.168.56.1"]),
        usual="10.8.0.2",
    )
    assert network.list_addresses() == ["192.168.178.23", "203.0.113.7"]
    assert network.list_addresses(ipv6=True) == ["192.168.178.23", "203.0.113.7", "[fd00::2]"]
    interfaces(("eth0", ["10.0.0.5"]), ("wlan0", ["192.168.1.7"]), usual="192.168.1.7")
    assert network.list_addresses() == ["192.168.1.7", "10.0.0.5"]
    interfaces(usual="192.168.1.7")
    assert network.list_addresses() == ["192.168.1.7"]
    interfaces(usual=None)
    assert network.list_addresses() == []


def test_the_addresses_of_this_computer_are_usable() -> None:
    assert all(not one.startswith(("127.", "169.254.", "[")) for one in network.list_addresses())


def test_a_container_is_known_by_its_mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(network, "CONTAINER_MARKS", (tmp_path / ".dockerenv", tmp_path / "other"))
    assert not network.is_in_container()
    (tmp_path / "other").touch()
    assert network.is_in_container()


def test_ports_that_windows_keeps_for_itself_are_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, *others = sockets.DEFAULT_PORTS
    create_server = socket.create_server

    def refuse_first(address: tuple[str, int], **options: Any) -> socket.socket:
        if address[1] == first:
            raise PermissionError(errno.EACCES, "forbidden by its access permissions")
        return create_server(address, **options)

    monkeypatch.setattr(socket, "create_server", refuse_first)
    with sockets.open_listener("127.0.0.1", None, None) as listener:
        assert listener.getsockname()[1] in others
    with pytest.raises(sockets.AddressUnavailable, match="port 8000: forbidden by"):
        sockets.open_listener("127.0.0.1", first, None)


@pytest.fixture
def listening() -> socket.socket:
    return socket.create_server(("127.0.0.1", 0))


def write_entry(data: Path, port: int, process: int) -> None:
    """Write the server file as another process does."""
    entry = {"remembered": port, "host": "127.0.0.1", "port": port, "addresses": []}
    (data / "address").write_text(json.dumps({**entry, "process": process}))


def test_other_commands_find_the_running_server(tmp_path: Path, listening: socket.socket) -> None:
    data, port = tmp_path / "new", listening.getsockname()[1]
    assert server_file.find_server(data) is None
    with (
        listening,
        server_file.registered(data, ("0.0.0.0", port), ["http://192.168.1.7:8000"], remember=True),
    ):
        assert server_file.find_server(data) == RunningServer(
            port, ("http://192.168.1.7:8000",), "0.0.0.0"
        )
        assert (data / "address").stat().st_mode & 0o777 == 0o600
    assert server_file.find_server(data) is None
    assert server_file.read_last_port(data) == port


def test_a_random_port_is_not_remembered_nor_a_writable_folder_needed(tmp_path: Path) -> None:
    with server_file.registered(tmp_path, ("127.0.0.1", 8000), [], remember=True):
        pass
    with server_file.registered(tmp_path, ("127.0.0.1", 43210), [], remember=False):
        pass
    assert server_file.read_last_port(tmp_path) == 8000
    (tmp_path / "file").touch()
    with server_file.registered(tmp_path / "file" / "data", ("127.0.0.1", 8000), [], remember=True):
        assert server_file.find_server(tmp_path / "file" / "data") is None


def test_a_killed_server_is_not_found(tmp_path: Path, listening: socket.socket) -> None:
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    port = listening.getsockname()[1]
    write_entry(tmp_path, port, done.pid)
    with listening:
        assert server_file.find_server(tmp_path) is None
        write_entry(tmp_path, port, os.getpid())
        assert server_file.find_server(tmp_path) == RunningServer(port, ())
    assert server_file.find_server(tmp_path) is None
    assert server_file.read_last_port(tmp_path) == port


def test_the_entry_of_another_server_is_kept(tmp_path: Path, listening: socket.socket) -> None:
    port = listening.getsockname()[1]
    with listening, server_file.registered(tmp_path, ("127.0.0.1", 8000), [], remember=True):
        write_entry(tmp_path, port, os.getppid())
    assert server_file.read_last_port(tmp_path) == port


@pytest.mark.parametrize("written", [b"", b"junk", b"\xff", b"[]", b'{"remembered": "x"}'])
def test_a_broken_server_file_is_ignored(tmp_path: Path, written: bytes) -> None:
    (tmp_path / "address").write_bytes(written)
    assert (server_file.find_server(tmp_path), server_file.read_last_port(tmp_path)) == (None, None)
