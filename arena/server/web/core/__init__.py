"""What all handlers and the middleware share."""
