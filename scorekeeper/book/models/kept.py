"""The results of finished matches by seat, computed by the rules and stored for statistics.

It can be thrown away: `rebuild` makes it anew from what is recorded.
"""

from datetime import datetime

from sqlalchemy import BigInteger, Index
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.book.db.types import IN_KEY_ORDER, Base, between, key
from scorekeeper.book.models.recorded import OfMatch, of_match, player


class Played(OfMatch, Base):
    """The result of one seat in a finished match; statistics are sums over these rows.

    They are computed from the facts; a match that is deleted has none.
    """

    __tablename__ = "played"
    __table_args__ = (
        of_match(),
        player("player_id"),
        # A player's matches by time; the years of all.
        Index(None, "scorebook_id", "player_id", "day", "started_at"),
        Index(None, "scorebook_id", "day"),
        between("seat", 0, 5),
        IN_KEY_ORDER,
    )

    seat: Mapped[int] = key()
    side: Mapped[int]
    # None where the table gave no name.
    player_id: Mapped[int | None] = mapped_column(BigInteger)
    # When the match began, on the clock of its table, as 20261120.
    day: Mapped[int]
    started_at: Mapped[datetime]
    # The house rules, by their key.
    house: Mapped[int] = mapped_column(BigInteger)
    # Points of the side, and the place of the hand in the match.
    best: Mapped[int]
    best_hand: Mapped[int]
    worst: Mapped[int]
    worst_hand: Mapped[int]
    # What is added up over matches: rules.figures.Sums says what each is.
    matches: Mapped[int]
    decided: Mapped[int]
    won: Mapped[int]
    hands: Mapped[int]
    points: Mapped[int]
    bags: Mapped[int]
    contracts: Mapped[int]
    made: Mapped[int]
    known: Mapped[int]
    bid: Mapped[int]
    taken: Mapped[int]
    nils: Mapped[int]
    nils_made: Mapped[int]
    blinds: Mapped[int]
    blinds_made: Mapped[int]
    minutes: Mapped[int]
