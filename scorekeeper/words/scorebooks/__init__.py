"""Sentences about a scorebook: history, imports, backups and phones."""
