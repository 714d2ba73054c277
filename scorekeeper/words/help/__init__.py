"""How Spades works, in sentences: the lesson of each game, and examples of house rules."""
