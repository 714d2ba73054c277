"""The tables of the scorebook.

What the table said is `recorded`, and nothing that the rules can compute; what they computed of
finished matches is `kept` beside it. Both are found by their scorebook first, so that scorebooks
can be spread over machines; the `directory` is what is asked before the scorebook is known.
"""

from scorekeeper.book.db.types import Base
from scorekeeper.book.models.directory import Address, Device, Grant, Pass, Scorebook
from scorekeeper.book.models.kept import Played
from scorekeeper.book.models.recorded import (
    Change,
    Hand,
    HandSeat,
    HandSide,
    Match,
    MatchSide,
    Player,
    Receipt,
    Reply,
    Ruling,
    SavedHouse,
    Seat,
)

__all__ = [
    "Address",
    "Base",
    "Change",
    "Device",
    "Grant",
    "Hand",
    "HandSeat",
    "HandSide",
    "Match",
    "MatchSide",
    "Pass",
    "Played",
    "Player",
    "Receipt",
    "Reply",
    "Ruling",
    "SavedHouse",
    "Scorebook",
    "Seat",
]
