"""Pages of the players: the ranking, a player, and a pair."""

from scorekeeper.web.players import partnership, person, ranking
from scorekeeper.web.players.blueprint import blueprint

__all__ = ["blueprint", "partnership", "person", "ranking"]
