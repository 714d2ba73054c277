"""Grants and devices: every query starts from what a device was granted."""
