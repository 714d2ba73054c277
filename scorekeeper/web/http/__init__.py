"""Request handling: security, cookies, devices, preferences, rate limits, logs, assets."""
