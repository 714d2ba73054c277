"""Copies of the scorebook that are made by the clock, looked at, listed and put back.

They lie in a folder beside its file, with a report of what was found in them: of that nothing
belongs into the scorebook, which one of them may replace.

- `contents` reads what is in a copy, of whatever release, and what a scorebook holds beyond it.
- `keeping` knows which copies are kept, and how much room they may take.
- `report` remembers what came of making and looking at them.
- `making` makes them, in a thread of the server.
- `giving` says which phone may have them, and copies on demand.
- `sent` takes in a copy that came from a phone.
- `putting_back` lets the scorebook be as it was in one, with the phones that are in now.
"""
