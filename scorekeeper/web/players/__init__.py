"""Pages of the players: the ranking, a player, and a pair."""
