"""Pages of the players: their table, each of them, and two together."""

from scorekeeper.web.players import partnership, person, tables
from scorekeeper.web.players.blueprint import blueprint

__all__ = ["blueprint", "partnership", "person", "tables"]
