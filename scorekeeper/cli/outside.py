"""Asking the program from outside, through all that stands before it: `check --url`."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode, urlsplit

from scorekeeper.app import LARGEST_FORM
from scorekeeper.cli.advice import ETAG, UPLOAD, Finding, count, no_answer, prefix
from scorekeeper.config import Config
from scorekeeper.web.doors.way import token
from scorekeeper.web.site.proxies import HOST, SCHEME, SCHEME_OF_ANOTHER

PATIENCE = 20.0
FORGED = {
    "X-Forwarded-For": "192.0.2.66",
    "X-Forwarded-Proto": "forged",
    "X-Forwarded-Host": "192.0.2.66",
    "X-Forwarded-Prefix": "/forged",
}
"""What somebody who wants to be another would send; the address is kept for examples."""
STRANGER = FORGED["X-Forwarded-For"]


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Message
    body: bytes

    def json(self) -> dict[str, Any]:
        """Return what the program told; nothing where it was not the program."""
        try:
            told = json.loads(self.body)
        except ValueError:
            return {}
        return told if isinstance(told, dict) else {}


class Stays(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: it would be another address that is looked at."""

    def redirect_request(self, *_: Any) -> None:
        """Take the redirect for the answer."""


class Outside:
    """A browser of the program at one address, with the cookies that it was given."""

    def __init__(self, url: str, secret_key: str) -> None:
        self.url = url.rstrip("/")
        self.path = f"{self.url}/way/{token(secret_key)}"
        self.cookies = CookieJar()
        # No proxy of the environment: it is asked as any phone asks.
        self.opener = urllib.request.build_opener(
            Stays, urllib.request.HTTPCookieProcessor(self.cookies), urllib.request.ProxyHandler({})
        )

    def ask(
        self, path: str = "", body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send a request; raise OSError where no server of pages answers."""
        asked = urllib.request.Request(f"{self.path}{path}", body, dict(headers or {}))
        try:
            with self.opener.open(asked, timeout=PATIENCE) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.headers, error.read())
        except HTTPException as error:
            raise ConnectionError("what is there speaks no HTTP") from error


def findings(config: Config, url: str) -> Iterator[Finding]:
    """Go out to an address and back through whatever stands before the program; yield what was met.

    Where it cannot even be asked, nothing further is looked at.
    """
    outside = Outside(url, config.secret_key)
    try:
        first = outside.ask()
        told = first.json()
        if "arrived" not in told:
            leads_to = first.headers["Location"] or ""
            yield Finding("Answer", *no_answer(first.status, leads_to, str(told.get("title", ""))))
            return
        yield Finding("Answer")
        yield from _address(url, told)
        yield from _forged(outside.ask(headers=FORGED), told)
        yield from _forms(outside, told)
        yield from _unchanged(outside)
    except OSError as error:
        reason = getattr(error, "reason", None) or error.strerror or error
        yield Finding("Answer", f"nothing answers at {url} ({reason}).")


def _address(url: str, told: Mapping[str, Any]) -> Iterator[Finding]:
    asked = urlsplit(url.rstrip("/"))
    arrived = told["arrived"]
    counts = {} if told["proxies"] or not _spoke(arrived) else count(len(_spoke(arrived)))
    if told["scheme"] != asked.scheme:
        lines = SCHEME_OF_ANOTHER if "X-Forwarded-Proto" in arrived else SCHEME
        wrong = f"{asked.scheme} arrives as {told['scheme']}."
        yield Finding("Scheme", wrong, counts or lines)
    else:
        yield Finding("Scheme")
    host = told["host"].rpartition("@")[2]
    name, port = _split(host, told["scheme"])
    wanted, wanted_port = _split(asked.netloc, asked.scheme)
    said = f"{asked.netloc} arrives as {host}."
    yield Finding("Host", *((said, counts or HOST) if name != wanted else ()))
    yield Finding("Port", *((said, counts or HOST) if port != wanted_port else ()))
    if told["prefix"] != asked.path:
        wrong = f"{asked.path or 'no folder'} arrives as {told['prefix'] or 'no folder'}."
        yield Finding("Prefix", wrong, counts or prefix(asked.path))
    else:
        yield Finding("Prefix")


def _forged(answer: Answer, honest: Mapping[str, Any]) -> Iterator[Finding]:
    told = answer.json()
    if "arrived" not in told:
        yield Finding(
            "Forged headers", f"what a browser forges gets through: it answers {answer.status}."
        )
        return
    addresses = [one.strip() for one in told["arrived"].get("X-Forwarded-For", "").split(",")]
    spoke = [one for one in addresses[addresses.count(STRANGER) :] if one]
    if told["proxies"] == len(spoke) and told["address"] != STRANGER:
        yield Finding("Client address")
    else:
        wrong = f"it is taken to be {told['address']}; {len(spoke)} proxies speak before it."
        yield Finding("Client address", wrong, count(len(spoke)))
    changed = [part for part in ("scheme", "host", "prefix") if told[part] != honest[part]]
    if changed:
        wrong = f"{' and '.join(changed)} can be forged by whoever asks."
        lines = {"scheme": SCHEME, "host": HOST}.get(changed[0], prefix(honest["prefix"]))
        yield Finding("Forged headers", wrong, lines)
    else:
        yield Finding("Forged headers")


def _forms(outside: Outside, told: Mapping[str, Any]) -> Iterator[Finding]:
    if not len(outside.cookies):
        yield Finding("Cookie", "none is kept.", "A proxy must not remove Set-Cookie.")
    else:
        yield Finding("Cookie")
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(outside.url))
    sent = {"Origin": origin, "Referer": f"{outside.url}/", "X-CSRFToken": told["csrf_token"]}
    answer = outside.ask("/bringing", urlencode({"x": "1"}).encode(), sent)
    if answer.status != 200:
        wrong = f"a form is answered {answer.status}."
        lines = {403: HOST if told["scheme"] == urlsplit(origin).scheme else SCHEME}
        yield Finding("Form", wrong, lines.get(answer.status, "See the server's log."))
        return
    yield Finding("Form")
    size = LARGEST_FORM - 100_000
    kind = {"Content-Type": "multipart/form-data; boundary=scorekeeper"}
    try:
        large = outside.ask("/bringing", _file(size), sent | kind)
    except OSError:
        # It hung up while we were still sending.
        large = Answer(413, Message(), b"")
    if large.json().get("received") == size:
        yield Finding("Upload")
    else:
        yield Finding(
            "Upload", f"a file of {size / 1e6:.0f} MB is answered {large.status}.", UPLOAD
        )


def _unchanged(outside: Outside) -> Iterator[Finding]:
    coded = {"Accept-Encoding": "gzip"}
    etag = outside.ask("/unchanged", headers=coded).headers["ETag"]
    if etag is None:
        yield Finding("ETag", "it is removed on the way.", ETAG)
        return
    again = outside.ask("/unchanged", headers={**coded, "If-None-Match": etag})
    wrong = () if again.status == 304 else ("an unchanged page is sent again.", ETAG)
    yield Finding("ETag", *wrong)


def _file(size: int) -> bytes:
    head = b'--scorekeeper\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'
    return head + b"x" * size + b"\r\n--scorekeeper--\r\n"


def _spoke(arrived: Mapping[str, str]) -> list[str]:
    return [one for one in map(str.strip, arrived.get("X-Forwarded-For", "").split(",")) if one]


def _split(host: str, scheme: str) -> tuple[str, int]:
    parts = urlsplit(f"//{host}")
    return (parts.hostname or ""), parts.port or (443 if scheme == "https" else 80)
