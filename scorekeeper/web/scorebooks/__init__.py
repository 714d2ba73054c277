"""Pages of the scorebooks: choosing, sharing, importing, exporting and deleting them."""
