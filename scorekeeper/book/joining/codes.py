"""Codes that people read out and type: Crockford's base32, without ambiguous letters."""

import hashlib
import re
import secrets
from base64 import b32hexencode

from scorekeeper.rules import fold, strip_invisible

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SHORT_LENGTH = 8
"""Letters of a home code that nobody chose, and of a join code: 40 bits.

With 200 wrong codes in ten minutes, however many phones or cookies it has, an address needs
2**39 / 20 minutes on average to guess one: 52,000 years, or 52 for a thousand addresses together. A
join code ends after 15 minutes.
"""
RECOVERY_LENGTH = 20
"""Letters of a recovery code: 100 bits."""
ONE_TIME_LENGTH = 26
"""Letters of a one-time link: 130 bits."""
CHOSEN_LENGTHS = range(8, 41)
"""Letters and digits of a home code that the host chose."""

_FROM_BASE32 = str.maketrans("0123456789ABCDEFGHIJKLMNOPQRSTUV", ALPHABET)
# Also letters of Cyrillic and Greek that keyboards and chats put in the place of Latin ones.
_LOOK_ALIKES = str.maketrans("OILАВЕКМНОРСТХΑΒΕΖΗΙΚΜΝΟΡΤΧ", "011ABEKMH0PCTXABEZH1KMN0PTX")
# Separators that people type; other dashes are folded before.
_SEPARATORS = re.compile(r"[\s\-.,:;]+")
_MAX_TYPED_LENGTH = 500


def generate_code(letters: int = SHORT_LENGTH) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(letters))


def derive_code(digest: bytes, letters: int) -> str:
    """Derive a code from a keyed hash, which has at least 5 bits for each letter.

    >>> derive_code(bytes(10) + bytes([255] * 22), 20)
    '0000000000000000ZZZZ'
    """
    return b32hexencode(digest).decode().translate(_FROM_BASE32)[:letters]


def parse_code(typed: str, *letters: int) -> str | None:
    """Return the code in a text that was typed or pasted, if it has one of these lengths.

    Accepts small letters, O for 0, I and L for 1, spaces, dashes, and a link that ends in the code.
    """
    code = _read_typed(typed)
    return code if len(code) in letters and set(code) <= {*ALPHABET} else None


def parse_chosen_code(typed: str) -> str | None:
    """Return the code in a text that was typed or pasted, if a host could have chosen it.

    >>> parse_chosen_code("http://nas.local:8000/in/cloud-uniform"), parse_chosen_code("cloud")
    ('C10UDUN1F0RM', None)
    """
    code = _read_typed(typed)
    return code if len(code) in CHOSEN_LENGTHS and set(code) <= {*ALPHABET, "U"} else None


def normalize(text: str) -> str:
    """Return a text as codes are compared.

    >>> normalize("cloud-uniform")
    'C10UDUN1F0RM'
    """
    return _SEPARATORS.sub("", fold(text)).upper().translate(_LOOK_ALIKES)


def format_code(code: str) -> str:
    """Format a code in groups of four."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


def hash_code(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()


def _read_typed(typed: str) -> str:
    """Return the normalized end of a link, or all of another text."""
    if len(typed) > _MAX_TYPED_LENGTH:
        return ""
    path = re.split(r"[?#]", strip_invisible(typed).strip(), maxsplit=1)[0].rstrip("/")
    return normalize(path.rpartition("/")[2])
