"""Possible worlds, announcements and knowledge, of a round of BoerenBridge."""
