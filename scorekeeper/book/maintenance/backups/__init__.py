"""Copies of the scorebook that are made by the clock, looked at and listed.

They lie in a folder beside its file, with a report of what was found in them: of that nothing
belongs into the scorebook, which one of them may replace.

- `contents` reads what is in a copy.
- `keeping` knows which copies are kept, and how much room they may take.
- `report` remembers what came of making and looking at them.
- `making` makes them, in a thread of the server.
- `giving` says which phone may have them, and copies on demand.
- `by_hand` backs up and restores as the command is told; `present_access` keeps the phones that
  have access now.
"""
