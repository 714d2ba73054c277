"""The scorebook: what is remembered, and who may see and write it."""
