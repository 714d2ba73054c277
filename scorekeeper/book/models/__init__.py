"""The tables of the scorebook.

`recorded` has the facts of the table, `log` rulings and changes, `kept` the results that the rules
computed of finished matches. Their keys begin with the scorebook, so that scorebooks can be spread
over machines. `directory` has the tables that are read before the scorebook is known.
"""

from scorekeeper.book.db.types import Base
from scorekeeper.book.models.directory import Address, Device, Grant, Pass, Scorebook
from scorekeeper.book.models.kept import Played
from scorekeeper.book.models.log import Change, Receipt, Reply, Ruling, SavedHouse
from scorekeeper.book.models.recorded import (
    Hand,
    HandSeat,
    HandSide,
    Match,
    MatchSide,
    Player,
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
