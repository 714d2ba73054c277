"""The database: engine, errors, column types, ids, statements, cache and locks; knows no table."""
