"""The number by which pages of statistics are cached, raised with whatever they show."""

from sqlalchemy.orm import Session

from scorekeeper.book.db.ids import new_id
from scorekeeper.book.models.conditions import UPDATE_SCOREBOOK


def raise_statistics_revision(session: Session, scorebook_id: int) -> None:
    """Make every process compute the statistics of a scorebook again after this transaction.

    Call it with each change of a result, a seat, a player, the season or the time zone, before the
    transaction locks a match: everybody locks the scorebook first, so that no two wait for each
    other. The number is new for all scorebooks and all times, not one more than the last: the id of
    a deleted scorebook is given again, and a restored backup goes back to older numbers.
    """
    raised: set[int] = session.info.setdefault("statistics_raised", set())
    if scorebook_id not in raised:
        raised.add(scorebook_id)
        values = {"scorebook": scorebook_id, "statistics_revision": new_id()}
        session.execute(UPDATE_SCOREBOOK, values)
