"""The people of a scorebook whose matches move into another: who is who there."""

from collections import defaultdict
from itertools import count

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.orm import Session

from scorekeeper.book.columns import NAME_LENGTH, new_id, new_public_id, table_of
from scorekeeper.book.folding import fold
from scorekeeper.book.models import Seat
from scorekeeper.book.players import PLAYERS

SEATS = table_of(Seat)
ALL = select(PLAYERS).where(PLAYERS.c.scorebook_id == bindparam("scorebook")).order_by(PLAYERS.c.id)
ADD = insert(PLAYERS)
SEATED = select(SEATS.c.player_id).where(SEATS.c.scorebook_id == bindparam("scorebook")).distinct()
FORGET = delete(PLAYERS).where(
    PLAYERS.c.scorebook_id == bindparam("scorebook"),
    PLAYERS.c.id.in_(bindparam("these", expanding=True)),
)


def bring(session: Session, source: int, target: int) -> dict[int, int]:
    """Return for each player of a scorebook who it is in another, where some are new.

    One name is one person; else names that differ in case and accents alone are. Two people stay
    two, whatever they are called.
    """
    ours, theirs = (list(session.execute(ALL, {"scorebook": one})) for one in (source, target))
    by_name = {row.name: row for row in theirs}
    known = {row.public_id: row for row in theirs}
    alike: dict[str, list[int]] = defaultdict(list)
    for row in theirs:
        alike[row.folded].append(row.leader_id)
    leaders = [row for row in ours if row.merged_into is None]
    same: dict[int, int] = {}
    for there, key in ((known, "public_id"), (by_name, "name")):
        for row in leaders:
            found = there.get(getattr(row, key))
            if row.id not in same and found and found.leader_id not in same.values():
                same[row.id] = found.leader_id
    for row in leaders:
        free = [one for one in alike[row.folded] if one not in same.values()]
        if row.id not in same and free:
            same[row.id] = free[-1]
    places, new = {}, []
    taken = set(by_name)
    for row in sorted(ours, key=lambda row: (row.merged_into is not None, row.id)):
        leader = same.get(row.leader_id)
        if row.name in by_name and by_name[row.name].leader_id == leader:
            places[row.id] = by_name[row.name].id
        elif leader is not None and (row.merged_into is None or row.name in taken):
            # Spelled from now on as the other scorebook spells it.
            places[row.id] = leader
        else:
            places[row.id] = new_id()
            same.setdefault(row.leader_id, places[row.id])
            public_id = new_public_id() if row.public_id in known else row.public_id
            leader_id = same[row.leader_id]
            name = _free(row.name, taken)
            taken.add(name)
            new.append(
                {
                    "scorebook_id": target,
                    "id": places[row.id],
                    # By it, who was brought is known again.
                    "public_id": public_id,
                    "name": name,
                    "folded": fold(name),
                    "created_at": row.created_at,
                    "guest": row.guest,
                    "colour": row.colour,
                    "leader_id": leader_id,
                    "merged_into": None if leader_id == places[row.id] else leader_id,
                }
            )
    if new:
        session.execute(ADD, new)
    return places


def forget_brought(session: Session, source: int, target: int) -> None:
    """Forget whom a move has brought into a scorebook, where nobody of them sits there now."""
    ours, theirs = (list(session.execute(ALL, {"scorebook": one})) for one in (source, target))
    known = {row.public_id for row in ours}
    brought = [row for row in theirs if row.public_id in known]
    stays = set(session.scalars(SEATED, {"scorebook": target}))
    stays |= {row.id for row in theirs if row.public_id not in known}
    # Who leads somebody that stays, stays, too.
    stays |= {row.leader_id for row in theirs if row.id in stays}
    gone = [row.id for row in brought if row.id not in stays]
    if gone:
        session.execute(FORGET, {"scorebook": target, "these": gone})


def _free(name: str, taken: set[str]) -> str:
    """Return a name that nobody has: a number is put behind it where somebody does."""
    numbered = (f"{name[: NAME_LENGTH - len(str(n)) - 1]} {n}" for n in count(2))
    return name if name not in taken else next(one for one in numbered if one not in taken)
