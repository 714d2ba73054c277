"""Daily backups of a scorebook file: made on a schedule, verified and listed.

They are files in a folder next to the scorebook, with a report of their contents. The report is
not part of the scorebook, because a restore replaces the scorebook.

- `create` makes them, in a thread of the server; `retention` decides which are kept.
- `backup_report` stores what was verified, and finds backups that were damaged later.
- `download` checks which phone may download them, and makes backups on demand.
- `sqlite_copy` copies a file that is being written: `scorekeeper backup`.
- `restore_file` writes a backup over the scorebook: `scorekeeper restore`; `present_access` keeps
  the access that phones have now.
"""
