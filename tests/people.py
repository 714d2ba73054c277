"""The players of all tests, and their partners."""

from scorekeeper.rules import GAMES

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
PLAYERS = {game.key: PEOPLE[: game.seats] for game in GAMES.values()}
"""The players of each game, seat by seat.

Ann and Cleo are Gold, Ben and Dan are Blue; of six, Ann and Dan are Gold, Ben and Eve Blue, Cleo
and Finn Green; in the other games everyone plays alone.
"""
