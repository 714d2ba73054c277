"""Schema and migrations, integrity, backup, restore and cleanup."""
