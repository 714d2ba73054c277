"""The pages: one module per capability."""
