"""What bots of the house know about BoerenBridge."""
