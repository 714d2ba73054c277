"""Coming in: the house's code, links, join codes, and the icon."""
