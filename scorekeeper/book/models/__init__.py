"""The tables of the scorebook.

`matches` has the facts recorded at the table, `log` rulings and changes, `results` those of
finished matches, `events` club evenings. Their keys begin with the scorebook, so that scorebooks
can be spread over machines. `directory` has the tables that are read before the scorebook is known.
Statements import all of them from `tables`. Tables that are read only by primary key have no rowid:
SQLite then writes one B-tree instead of two.
"""
