"""Query parameters and the bearer token of API requests."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import current_app, request
from sqlalchemy.orm import Session
from werkzeug.exceptions import Unauthorized

from scorekeeper.book.history.search import Position
from scorekeeper.book.joining import links
from scorekeeper.web.forms.filters import parse_position
from scorekeeper.web.forms.periods import PERIODS
from scorekeeper.web.http import rate_limits
from scorekeeper.web.http.security import log_security_event
from scorekeeper.words.language import N_, gettext as _

REALM = 'Bearer realm="scorekeeper"'
MAX_NAME_LENGTH = 100
"""Characters of an unknown parameter name that the error repeats."""
MAX_LIMIT, DEFAULT_LIMIT = 100, 20
"""Largest and default number of items on a page."""


class TokenRequired(Unauthorized):
    """The request has no valid token; `challenge` is the WWW-Authenticate header (RFC 6750)."""

    def __init__(self, challenge: str) -> None:
        super().__init__()
        self.challenge = challenge

    def get_headers(self, *arguments: Any, **named: Any) -> list[tuple[str, str]]:
        """Return the response headers with the challenge."""
        return [*super().get_headers(*arguments, **named), ("WWW-Authenticate", self.challenge)]


class InvalidParameter(ValueError):
    """An unknown parameter or an invalid value; the message is a sentence for the client."""

    def __init__(self, parameter: str, sentence: str) -> None:
        super().__init__(sentence)
        self.parameter = parameter


@dataclass(frozen=True)
class Parameter:
    """A query parameter: `read` parses it or raises ValueError."""

    name: str
    default: Any
    read: Callable[[str], Any]
    refusal: str


def require_scorebook(reading: Session) -> int:
    """Return the id of the scorebook that the token may view; raise TokenRequired without one."""
    credentials = request.authorization
    if credentials is None or credentials.type != "bearer" or not credentials.token:
        raise TokenRequired(REALM)
    key = str(current_app.config["SECRET_KEY"])
    right = links.find_right(reading, key, "r", credentials.token)
    if right is None:
        # Unknown and revoked tokens are treated alike, and attempts are rate-limited.
        log_security_event("code", "invalid token")
        # Apart from typed codes: an overlay that polls with a revoked token must not block them.
        rate_limits.count("codes", f"API {rate_limits.client_address()}")
        raise TokenRequired(f'{REALM}, error="invalid_token"')
    return right.scorebook_id


def read_parameters(known: Sequence[Parameter]) -> dict[str, Any]:
    """Return the value of each known parameter; raise InvalidParameter for any other."""
    names = [parameter.name for parameter in known]
    for name in request.args:
        if name not in names:
            cut = name[:MAX_NAME_LENGTH]
            raise InvalidParameter(cut, _("Unknown parameter “%(name)s”.", name=cut))
    return {parameter.name: _read_value(parameter) for parameter in known}


def _read_value(parameter: Parameter) -> Any:
    values = request.args.getlist(parameter.name)
    if not values:
        return parameter.default
    try:
        [value] = values
        return parameter.read(value)
    except ValueError:
        refusal = _(parameter.refusal, name=parameter.name, most=MAX_LIMIT)
        raise InvalidParameter(parameter.name, refusal) from None


def _read_limit(text: str) -> int:
    if not re.fullmatch("0*[1-9][0-9]{0,2}", text) or int(text) > MAX_LIMIT:
        raise ValueError
    return int(text)


def _read_cursor(text: str) -> Position:
    position = parse_position(text)
    if position is None:
        raise ValueError
    return position


def _read_period(text: str) -> str:
    if text not in PERIODS:
        raise ValueError
    return text


LIMIT = Parameter(
    "limit",
    DEFAULT_LIMIT,
    _read_limit,
    N_("“%(name)s” must be given once, as a whole number from 1 to %(most)s."),
)
PAGE_CURSOR = Parameter(
    "cursor",
    None,
    _read_cursor,
    N_("“%(name)s” must be given once, exactly as “next” returned it."),
)
PERIOD = Parameter(
    "period",
    None,
    _read_period,
    N_("“%(name)s” must be given once, as one of: season, month, year, all."),
)
PAGED = (LIMIT, PAGE_CURSOR)
