"""The addresses of this machine on the local network."""

import ipaddress
import re
import socket
from pathlib import Path

# Interfaces of virtual machines, containers and tunnels: phones can't reach them.
VIRTUAL_INTERFACES = re.compile(
    r"(lo|docker|podman|br-|veth|virbr|vnet|vmnet|vboxnet|vEthernet|cni|flannel|cali|lxc|lxd"
    r"|tun|tap|utun|wg|zt|tailscale|ppp|ipsec|gif|stf|awdl|llw|anpi|ap\d|bridge"
    # On Windows, interfaces have the names of their drivers.
    r"|hyper-v|virtualbox|vmware|wireguard)",
    re.IGNORECASE,
)

HOME_NETWORKS = [
    ipaddress.ip_network(one)
    for one in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "fc00::/7")
]
CONTAINER_MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""Files that Docker and Podman put into each container."""


def list_addresses(*, ipv6: bool = False) -> list[str]:
    """Return local addresses of this machine: private ones, public ones, then IPv6 in brackets."""
    outgoing = _outgoing_address()
    texts = _interface_addresses() or ([outgoing] if outgoing else [])
    usable = [
        one
        for one in map(ipaddress.ip_address, dict.fromkeys(texts))
        if one.version == 4 or ipv6
        if not (one.is_loopback or one.is_link_local or one.is_unspecified)
    ]
    at_home = {one for one in usable if any(one in network for network in HOME_NETWORKS)}
    likeliest = sorted(
        usable, key=lambda one: (one.version, one not in at_home, str(one) != outgoing)
    )
    return [f"[{one}]" if one.version == 6 else str(one) for one in likeliest]


def is_in_container() -> bool:
    """Whether this machine is a container, whose own addresses no phone can reach."""
    return any(mark.exists() for mark in CONTAINER_MARKS)


def network_name() -> str | None:
    """Return the mDNS name of this machine, or None."""
    name = socket.gethostname().partition(".")[0].lower()
    return f"{name}.local" if re.fullmatch("[a-z0-9-]+", name) and name != "localhost" else None


def _interface_addresses() -> list[str]:
    import ifaddr

    adapters = [one for one in ifaddr.get_adapters() if not VIRTUAL_INTERFACES.match(one.nice_name)]
    return [
        ip.ip if isinstance(ip.ip, str) else ip.ip[0]
        for adapter in adapters
        if _is_up(adapter.name)
        for ip in adapter.ips
    ]


def _is_up(name: str | bytes) -> bool:
    state = Path("/sys/class/net", str(name), "operstate")
    return not state.is_file() or state.read_text(encoding="utf-8").strip() != "down"


def _outgoing_address() -> str | None:
    """Return the source address of outgoing connections, or None."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            # Connecting a UDP socket sends nothing; it only selects the route.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None
