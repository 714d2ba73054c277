"""Services shared by all pages: database access, saving, rendering, caches, errors."""
