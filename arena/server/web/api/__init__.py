"""JSON: /api/v1/."""
