"""The web pages, one module or package per feature."""
