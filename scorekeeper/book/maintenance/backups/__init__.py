"""Daily backups of a scorebook file: made on a schedule, verified and listed.

They are files in a folder next to the scorebook, with a report of their contents. The report is
not part of the scorebook, because a restore replaces the scorebook.

- `contents` reads what a backup holds.
- `retention` decides which backups are kept and how much space they may take.
- `backup_report` stores the results of making and verifying backups.
- `create` makes them, in a thread of the server.
- `damage` finds backups that were damaged later.
- `download` checks which phone may download them, and makes backups on demand.
- `sqlite_copy` copies a file that is being written, and `restore_file` writes one over another.
- `command` is `scorekeeper backup` and `restore`; `present_access` keeps the access that phones
  have now.
"""
