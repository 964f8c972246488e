"""Code that bots of BoerenBridge share."""
