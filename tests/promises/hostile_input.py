"""Hostile values, bodies, paths and headers."""

from collections.abc import Iterator
from urllib.parse import quote

from tests.effort import HOSTILE_SHARE
from tests.reading import Form

MARKUP = "<script>alert(1)</script>"

VALUES = (
    "",
    " ",
    "0",
    "-1",
    "14",
    "1e309",
    "9" * 30,
    "18446744073709551616",
    "−5",
    "٣",
    "½",
    "NaN",
    "None",
    "nil",
    "blind nil",
    "[]",
    '{"$ne": 1}',
    MARKUP,
    f"\"'>{MARKUP}",
    "{{7*7}}",
    "%(name)s %s %n",
    "' OR 1=1 --",
    "\0",
    "a\0b",
    "\ud800",
    "\ufffe\U0010ffff",
    "\u202eabc",
    "👩‍👩‍👧‍👦" * 20,
    "é" * 5000,
    "a\r\nSet-Cookie: device=x",
    "../../../../etc/passwd",
)

PATHS = (
    "/matches/" + "9" * 30,
    "/matches/" + "A" * 9000,
    "/matches/%00",
    "/matches/%ED%A0%80",
    "/matches/%FF%FE/review",
    f"/matches/{quote(MARKUP)}",
    "/matches/..%2f..%2fsecret-key",
    "/static/..%2f..%2fpyproject.toml",
    "/static/../../secret-key",
    "//evil.example/",
    "/%0d%0aSet-Cookie:%20a=b",
    "/matches/new?game=" + quote(MARKUP),
    "/matches/new?game=%00&game=%00",
    "/history?before=" + "9" * 30,
    "/history?before=-1",
    "/history?before=%00",
    "/history?name=%00%ED%A0%80%25_",
    "/history?name=" + quote(MARKUP),
    "/history?" + "&".join(["name=a"] * 2000),
    "{match}/hands/" + "9" * 30 + "/correction",
    "{match}/hands/0/correction",
    "{match}/hands/-1/correction",
    "{match}/hands/1/correction?bid_0=" + quote(MARKUP),
    "{match}/hands/1/correction?bid_0=%00&side_0=" + "9" * 30,
    "{match}/hands/1/correction?seat_9=1&side_9=1&bid_9=1",
    "{match}?change=bids&by=player&by=side",
    "{match}?change=%00",
)

HEADERS = (
    {"Cookie": "scorekeeper_session=.; scorekeeper_device=."},
    {"Cookie": "session=" + "A" * 7000},
    {"Cookie": 'session="\\000\\377"; device="\\012"'},
    {"Cookie": "language=../../x; theme=<script>"},
    {"Cookie": "; ; =; a"},
    {"Host": ""},
    {"Host": "evil.example"},
    {"Host": "[::1"},
    {"Host": "127.0.0.1:99999999"},
    {"Host": "127.0.0.1\tx"},
    {"Accept-Language": "tl;q=x, *;q=-1, " + "a-" * 3000},
    {"Accept-Language": "\xff\xfe"},
    {"Accept-Encoding": "gzip;q=oops, *;q="},
    {"Accept-Encoding": "identity;q=0, *;q=0"},
    {"Range": "bytes=0-"},
    {"If-None-Match": '"' + "a" * 5000},
    {"If-Modified-Since": "yesterday"},
    {"X-Forwarded-For": MARKUP, "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"},
    {"Content-Type": "text/html; charset=\xff"},
    {"Upgrade": "websocket", "Connection": "Upgrade"},
)

METHODS = ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "CONNECT", "BREW", "get")

BODIES = (
    ("application/json", b'{"bid_0": 3}'),
    ("application/x-www-form-urlencoded", b"\xff\xfe=\xff&%=%&&&==&a=%zz"),
    ("application/x-www-form-urlencoded", b"a=1&" * 5000),
    ("application/x-www-form-urlencoded; charset=utf-7", b"+ADw-script+AD4-=1"),
    ("multipart/form-data", b"--x\r\n\r\n"),
    ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--"),
    ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data; name=key"),
    ("multipart/form-data; boundary=", b"--\r\n"),
    ("text/plain", b"bid_0=3"),
    ("", b"\0" * 1000),
)


API = ("/matches", "/matches/{match}", "/players", "/players/{player}", "/running")
PARAMETERS = ("limit", "cursor", "period", "token", MARKUP)


def list_api_paths() -> Iterator[str]:
    """Yield what a program may ask of the API: each value as each parameter, and as an id."""
    for turn, value in enumerate(VALUES):
        told = quote(value, safe="", errors="surrogatepass")
        for step, name in enumerate(PARAMETERS, start=1):
            yield f"{API[(turn + step) % len(API)]}?{quote(name)}={told}"
        yield f"{API[turn % len(API)]}?limit=1&limit={told}"
        yield f"{('/matches/', '/players/')[turn % 2]}{told}"


def fill_with_hostile_values(form: Form, turn: int) -> Iterator[Form]:
    """Yield the form with something hostile in each field, a share of all that there is."""
    places = [(name, value) for name in sorted(form.names - {"csrf_token"}) for value in VALUES]
    for name, value in places[turn % HOSTILE_SHARE :: HOSTILE_SHARE]:
        yield form.filled(**{name: value})


def list_malformed_bodies(form: Form, turn: int) -> Iterator[tuple[str, bytes]]:
    """Yield bodies that are not those of the form, each with its type; a share of all."""
    token, urlencoded = form.fields["csrf_token"], "application/x-www-form-urlencoded"
    parts = [
        f'--x\r\nContent-Disposition: form-data; name="{name}"; filename="f"\r\n\r\n1\r\n'
        for name in sorted(form.names - {"csrf_token"})
    ]
    parts.append(f'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n')
    bodies = (
        *BODIES,
        (urlencoded, form.filled(key=None, version=None, number=None).body),
        (urlencoded, f"csrf_token={token}".encode()),
        (urlencoded, form.body + b"&" + form.body),
        ("multipart/form-data; boundary=x", "".join([*parts, "--x--\r\n"]).encode()),
    )
    share = min(4, HOSTILE_SHARE)
    yield from bodies[turn % share :: share]


LINES = (
    b"\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"A: b\r\n" * 50_000 + b"\r\n",
    b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n",
    b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\nabc",
    b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: abc\r\n\r\nabc",
    b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
    b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
)
