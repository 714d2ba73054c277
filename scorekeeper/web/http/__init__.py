"""What every request passes: security, cookies, devices, languages, rate limits, logs, assets."""
