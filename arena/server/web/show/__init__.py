"""The projector page of a show, and the organiser's remote."""
