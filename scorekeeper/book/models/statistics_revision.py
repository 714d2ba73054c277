"""The number under which pages of statistics are cached; it changes whenever they do."""

from sqlalchemy.orm import Session

from scorekeeper.book.db.ids import new_id
from scorekeeper.book.models.conditions import UPDATE_SCOREBOOK


def raise_statistics_revision(session: Session, scorebook_id: int) -> None:
    """Make every process compute the statistics of a scorebook again after this transaction.

    Call it with each new match, and each change of a result, a seat, a player, the season or the
    time zone, before the transaction locks a match: each transaction locks the scorebook first, so
    that no two wait for each other. The new number was never used before, in any scorebook.
    Counting up would repeat numbers, because ids of deleted scorebooks are reused and a restored
    backup has older numbers.
    """
    raised: set[int] = session.info.setdefault("statistics_raised", set())
    if scorebook_id not in raised:
        raised.add(scorebook_id)
        values = {"scorebook": scorebook_id, "statistics_revision": new_id()}
        session.execute(UPDATE_SCOREBOOK, values)
