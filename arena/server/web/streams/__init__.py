"""Event streams: what has happened, pushed to those who are watching (decision 51)."""
