"""Sentences of the referee: cards, rulings, the rule card and the outlook."""
