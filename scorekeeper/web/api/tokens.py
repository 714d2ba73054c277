"""API tokens, which are the tokens of viewers' links."""

from flask import current_app
from sqlalchemy.orm import Session

from scorekeeper.book.joining import links
from scorekeeper.web.http import rate_limits
from scorekeeper.web.http.security import log_security_event


def find_scorebook(reading: Session, token: str) -> int | None:
    """Return the id of the scorebook that a token can read; None for an invalid token.

    Unknown and revoked tokens are treated alike, and attempts are rate-limited.
    """
    key = str(current_app.config["SECRET_KEY"])
    right = links.find_right(reading, key, "reader", token)
    if right is None:
        log_security_event("code", "a token that leads nowhere")
        rate_limits.count("codes", rate_limits.client_address())
        return None
    return right.scorebook_id
