"""The desk lane: does what organisers want, and tells them how the event goes (decision 58)."""
