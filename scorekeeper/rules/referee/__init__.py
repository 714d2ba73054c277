"""The referee: judging tricks and hands card by card, watching voids, ruling on incidents."""
