"""The scorebook: what it stores, and who may read and write it."""
