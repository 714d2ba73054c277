"""What the rules compute of finished matches, kept for statistics.

It can be thrown away: `rebuild` makes it anew from what is recorded.
"""

from datetime import datetime

from sqlalchemy import BigInteger, Index
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.book.columns import IN_KEY_ORDER, Base, between, key, part_of
from scorekeeper.book.models.recorded import OfMatch, of_match, player


class Summed:
    """What is added up over matches: rules.figures.Sums says what each is."""

    matches: Mapped[int] = mapped_column(sort_order=1)
    decided: Mapped[int] = mapped_column(sort_order=1)
    won: Mapped[int] = mapped_column(sort_order=1)
    hands: Mapped[int] = mapped_column(sort_order=1)
    points: Mapped[int] = mapped_column(sort_order=1)
    bags: Mapped[int] = mapped_column(sort_order=1)
    contracts: Mapped[int] = mapped_column(sort_order=1)
    made: Mapped[int] = mapped_column(sort_order=1)
    known: Mapped[int] = mapped_column(sort_order=1)
    bid: Mapped[int] = mapped_column(sort_order=1)
    taken: Mapped[int] = mapped_column(sort_order=1)
    nils: Mapped[int] = mapped_column(sort_order=1)
    nils_made: Mapped[int] = mapped_column(sort_order=1)
    blinds: Mapped[int] = mapped_column(sort_order=1)
    blinds_made: Mapped[int] = mapped_column(sort_order=1)
    minutes: Mapped[int] = mapped_column(sort_order=1)


class Played(OfMatch, Summed, Base):
    """What a finished match says of a seat: kept for statistics, computed from the facts.

    A match that is deleted has none. It is exactly what the match adds to the totals; where nobody
    sees the match yet it adds nothing, and the day is below 0.
    """

    __tablename__ = "played"
    __table_args__ = (
        of_match(),
        player("player_id"),
        # A player's matches by time, and the best and the worst hand; a month of all.
        Index(None, "scorebook_id", "player_id", "day", "started_at"),
        Index(None, "scorebook_id", "player_id", "best"),
        Index(None, "scorebook_id", "player_id", "worst"),
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


class Total(Summed, Base):
    """What the matches of a time add up to for a player, or for two together: kept, never told.

    Whoever has two spellings has rows for each of them, so that merging moves none.
    """

    __tablename__ = "totals"
    __table_args__ = (
        part_of("scorebooks", "scorebook_id", key=("id",)),
        between("relation", 0, 3),
        IN_KEY_ORDER,
    )

    scorebook_id: Mapped[int] = key()
    # 0 is all the time, 1 the season; 2026 is a year, 202611 a month.
    period: Mapped[int] = key()
    # 0 is any.
    house: Mapped[int] = key(big=True)
    # 0 is a player's own, 1 what two partners have together, 2 against an opponent, 3 of the table.
    relation: Mapped[int] = key()
    # 0 is everybody, also who has no name.
    player_id: Mapped[int] = key(big=True)
    # The partner or opponent, else 0.
    other_id: Mapped[int] = key(big=True)
