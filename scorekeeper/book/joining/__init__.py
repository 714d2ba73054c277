"""How a phone gets access: links, codes and recovery."""
