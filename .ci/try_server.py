"""Start the server of a command with empty data, read a page and its style, and stop the server."""

import os
import re
import subprocess
import sys
from tempfile import TemporaryDirectory
from threading import Timer
from urllib.parse import urljoin
from urllib.request import ProxyHandler, build_opener

SERVE = ("serve", "--host", "127.0.0.1", "--port", "0", "--no-browser")
PATIENCE = 120.0
"""Seconds that all of it may take."""
BROWSER = build_opener(ProxyHandler({}))
BROWSER.addheaders = [("Accept-Language", "de")]


def find(pattern: str, text: str) -> str:
    """Return the group of a pattern in a text, or end with the text."""
    found = re.search(pattern, text)
    return found[1] if found else sys.exit(f"{pattern!r} is not in:\n{text}")


def read(address: str) -> str:
    """Return what is at an address, in German."""
    with BROWSER.open(address, timeout=PATIENCE) as answer:
        return answer.read().decode()


with TemporaryDirectory() as folder:
    settings = {**os.environ, "SCOREKEEPER_DATA": f"{folder}/data"}
    server = subprocess.Popen(
        [*sys.argv[1:], *SERVE], cwd=folder, env=settings, stdout=subprocess.PIPE, text=True
    )
    limit = Timer(PATIENCE, server.kill)
    limit.start()
    try:
        printed = ""
        while "Press Ctrl-C" not in printed and (line := server.stdout.readline()):
            printed += line
        address = find(r"(http://\S+)", printed)
        page = read(address)
        find(r"(Beitreten)", page)
        find(r"(color-scheme)", read(urljoin(address, find(r'href="(\S+/app\.css)"', page))))
        server.terminate()
        status = server.wait()
    finally:
        limit.cancel()
        server.kill()
sys.exit(status)
