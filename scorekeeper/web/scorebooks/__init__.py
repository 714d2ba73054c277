"""The scorebooks of a phone: which one is used, who else is in it, and how others come in."""
