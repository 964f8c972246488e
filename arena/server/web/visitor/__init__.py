"""Pages and files for visitors."""
