"""A rendered page in memory, without the token and key of its forms.

The token and key are inserted between the fixed parts for each response. The fixed parts are
compressed once, and refer to each other but not to what is between them. No secret is ever
compressed together with text that others chose, which would reveal it by its length (BREACH).
"""

import gzip
import re
import secrets
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from flask import Response, g, request, session
from flask_wtf.csrf import generate_csrf

from scorekeeper.book.db.lru_cache import LRUCache
from scorekeeper.web.forms.base import new_key
from scorekeeper.web.http import current_device

# Random, so that no name or note can contain them.
TOKEN_PLACEHOLDER = f"token-{secrets.token_hex(16)}"
KEY_PLACEHOLDER = f"key-{secrets.token_hex(16)}"
PLACEHOLDERS = re.compile(f"{TOKEN_PLACEHOLDER}|{KEY_PLACEHOLDER}")
TOKEN_LENGTH, KEY_LENGTH = 91, 22
# Bytes that no text contains.
TOKEN_GAP, KEY_GAP = b"\xff" * TOKEN_LENGTH, b"\xfe" * KEY_LENGTH
SIGNED_TOKENS = LRUCache[tuple[str, str], str](1000)
"""The tokens of sessions, by the secret key of the server and the token in the session."""

GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
LAST_BLOCK = b"\x03\x00"
NEARBY = 500
"""Bytes before a part to which it may refer: forms are near each other and look alike."""


def csrf_token() -> str:
    """Return the CSRF token of a form, or its placeholder while rendering for the cache."""
    if "key_placeholder" in g:
        return TOKEN_PLACEHOLDER
    token: str = generate_csrf()
    return token


def render_with_placeholders(render: Callable[[], str]) -> str:
    """Render a page with placeholders for the token and key of its forms."""
    g.key_placeholder = KEY_PLACEHOLDER
    try:
        return render()
    finally:
        g.pop("key_placeholder")


class PagePart(NamedTuple):
    """A fixed part of a page: compressed, with the checksum and the length of its text.

    Many are cached and most are never sent again; uncompressed they would take five times the
    memory.
    """

    packed: bytes
    checksum: int
    length: int

    @classmethod
    def of(cls, text: bytes, before: bytes) -> "PagePart":
        """Compress a part, byte-aligned, with references to the text before it."""
        packer = zlib.compressobj(6, zlib.DEFLATED, -15, zdict=before)
        packed = packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH)
        return cls(packed, zlib.crc32(text), len(text))

    def checksum_after(self, before: int) -> int:
        """Return the checksum of this part and everything before it.

        A CRC is linear, so zeros have the same effect on it as the text, which is compressed.
        """
        zeros = bytes(self.length)
        return zlib.crc32(zeros, before) ^ zlib.crc32(zeros) ^ self.checksum


@dataclass(frozen=True)
class CachedPage:
    """A rendered page: its fixed parts, and the places between them, True for a token."""

    parts: tuple[PagePart, ...]
    places: tuple[bool, ...]

    @classmethod
    def of(cls, html: str) -> "CachedPage":
        """Split a page at the placeholders of its forms' tokens and keys."""
        places = [found == TOKEN_PLACEHOLDER for found in PLACEHOLDERS.findall(html)]
        parts, before = [], b""
        for text, is_token in zip(PLACEHOLDERS.split(html), [*places, False], strict=True):
            parts.append(PagePart.of(text.encode(), before[-NEARBY:]))
            before += text.encode() + (TOKEN_GAP if is_token else KEY_GAP)
        return cls(tuple(parts), tuple(places))

    def answer(self) -> Response:
        """Return the page with its own token and key, compressed if the browser accepts gzip."""
        token, key = (_csrf_token().encode(), new_key().encode()) if self.places else (b"", b"")
        # Rarely, a token is shorter.
        fits = not self.places or len(token) == TOKEN_LENGTH
        if request.accept_encodings["gzip"] > 0 and fits:
            response = Response(b"".join(self._compressed(token, key)), mimetype="text/html")
            response.headers["Content-Encoding"] = "gzip"
            return response
        page = gzip.decompress(b"".join(self._compressed(TOKEN_GAP, KEY_GAP)))
        page = page.replace(TOKEN_GAP, token).replace(KEY_GAP, key)
        return Response(page, mimetype="text/html")

    def _compressed(self, token: bytes, key: bytes) -> Iterator[bytes]:
        """Yield a gzip file: the fixed parts as compressed before, the values uncompressed."""
        values = [b"", *(token if is_token else key for is_token in self.places)]
        checksum = length = 0
        yield GZIP_HEAD
        for value, part in zip(values, self.parts, strict=True):
            if value:
                yield struct.pack("<BHH", 0, len(value), len(value) ^ 0xFFFF)
                yield value
            yield part.packed
            checksum = part.checksum_after(zlib.crc32(value, checksum))
            length += len(value) + part.length
        yield LAST_BLOCK
        yield struct.pack("<II", checksum, length)


def _csrf_token() -> str:
    """Return the CSRF token of the session, signed only once: it is never compressed."""
    if "csrf_token" not in session:
        generate_csrf()
    key = current_device.secret_key(), session["csrf_token"]
    token = SIGNED_TOKENS.get(key)
    if token is None:
        token = csrf_token()
        SIGNED_TOKENS.put(key, token)
    return token
