"""The referee: judging tricks and hands card by card, tracking voids, ruling on incidents."""
