"""Coming in: the house's code, links, codes to read out, asking to be let in, and the icon."""
