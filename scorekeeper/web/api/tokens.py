"""The token of a link to read a scorebook, which programs show every time they ask."""

from flask import current_app
from sqlalchemy.orm import Session

from scorekeeper.book.joining import links
from scorekeeper.web.http import rate_limits
from scorekeeper.web.http.security import log_security_event


def find_scorebook(reading: Session, token: str) -> int | None:
    """Return the scorebook that a token lets programs read; None where it leads nowhere.

    Whether it is wrong or has ended makes no difference; who tries many is held up.
    """
    key = str(current_app.config["SECRET_KEY"])
    right = links.find_right(reading, key, "reader", token)
    if right is None:
        log_security_event("code", "a token that leads nowhere")
        rate_limits.count("codes", rate_limits.client_address())
        return None
    return right.scorebook_id
