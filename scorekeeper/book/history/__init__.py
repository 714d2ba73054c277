"""The history of a scorebook: lists, filters, search, evenings, records."""
