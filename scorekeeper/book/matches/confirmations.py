"""Confirming or querying a hand that another phone entered; neither blocks anything."""

import hashlib
import json
from dataclasses import replace
from typing import Any

from sqlalchemy import bindparam
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied, Secret
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches import matches
from scorekeeper.book.models.conditions import UPDATE_MATCH, of_match
from scorekeeper.book.models.tables import CONFIRMATIONS
from scorekeeper.book.serialization import write_hand

CONFIRMED, QUERIED = "confirmed", "queried"

DELETE_REPLY = CONFIRMATIONS.delete().where(
    *of_match(CONFIRMATIONS),
    CONFIRMATIONS.c.hand == bindparam("number"),
    CONFIRMATIONS.c.seat == bindparam("its_seat"),
)
INSERT_REPLY = CONFIRMATIONS.insert()


def fingerprint_hand(hand: rules.Hand) -> str:
    """Return a digest of a hand for its form, so that nobody confirms a hand corrected since."""
    serialized = write_hand(replace(hand, note=""))
    return hashlib.sha256(json.dumps(serialized).encode()).hexdigest()[:16]


def save_reply(
    session: Session,
    secret: Secret | None,
    public_id: str,
    number: int,
    shown: str,
    answer: str | None,
) -> None:
    """Save or undo the reply of a seat to a hand; raise StaleMatch if the hand has changed."""
    ref = matches.find_match(session, secret, public_id)
    if ref.seat is None:
        raise AccessDenied(public_id)
    where: dict[str, Any] = {"scorebook": ref.scorebook_id, "match": ref.id}
    # This locks the match until the end of the transaction.
    session.execute(UPDATE_MATCH, where)
    stored = matches.load(session, ref)
    hand = next(iter(stored.match.hands[number - 1 : number]), None) if number > 0 else None
    if hand is None or hand.tricks is None or fingerprint_hand(hand) != shown:
        raise matches.StaleMatch
    session.execute(DELETE_REPLY, {**where, "number": number, "its_seat": ref.seat})
    if answer is None:
        return
    session.execute(
        INSERT_REPLY,
        {
            "scorebook_id": ref.scorebook_id,
            "match_id": ref.id,
            "hand": number,
            "seat": ref.seat,
            "answer": answer,
            "at": now(),
        },
    )
