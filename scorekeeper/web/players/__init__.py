"""Pages of the players: the ranking, the season of a club, a player, and a pair."""
