"""The players of a scorebook and their names."""
