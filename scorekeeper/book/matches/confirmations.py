"""Confirming a hand that somebody else wrote down, or querying it; neither blocks anything."""

import hashlib
import json
from dataclasses import replace
from typing import Any

from sqlalchemy import bindparam
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import NotYours, Secret
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.hands import REPLIES
from scorekeeper.book.serialization import write_hand

CONFIRMED, QUERIED = "confirmed", "queried"

TAKE_BACK = REPLIES.delete().where(
    REPLIES.c.scorebook_id == bindparam("scorebook"),
    REPLIES.c.match_id == bindparam("match"),
    REPLIES.c.hand == bindparam("number"),
    REPLIES.c.seat == bindparam("its_seat"),
)
SAY = REPLIES.insert()


def print_of(hand: rules.Hand) -> str:
    """Return what a form about a hand carries, so that nobody confirms what was corrected since."""
    said = write_hand(replace(hand, note=""))
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]


def say(
    session: Session, secret: Secret | None, public_id: str, number: int, shown: str, word: str
) -> None:
    """Let the seat whose phone asks confirm or query a hand, as it was shown to it.

    Raises NotYours for a phone without a seat, StaleMatch where the hand is not as it was shown.
    """
    seen = matches.look(session, secret, public_id)
    if seen.seat is None:
        raise NotYours(public_id)
    where: dict[str, Any] = {"scorebook": seen.scorebook_id, "match": seen.id}
    # Nobody corrects it meanwhile.
    session.execute(matches.SHOW, where)
    stored = matches.load(session, seen)
    hand = next(iter(stored.match.hands[number - 1 : number]), None) if number > 0 else None
    if hand is None or hand.tricks is None or print_of(hand) != shown:
        raise matches.StaleMatch(stored.version)
    session.execute(TAKE_BACK, {**where, "number": number, "its_seat": seen.seat})
    session.execute(
        SAY,
        {
            "scorebook_id": seen.scorebook_id,
            "match_id": seen.id,
            "hand": number,
            "seat": seen.seat,
            "word": word,
            "at": now(),
        },
    )
