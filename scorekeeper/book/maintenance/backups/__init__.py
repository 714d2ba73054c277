"""Backups of a scorebook file: made each day, verified, listed, downloaded and restored.

They are files in a folder next to the scorebook, with a report of their contents. The report is
not part of the scorebook, because a restore replaces the scorebook.
"""
