"""The show: a phase that was played beforehand, and is shown scene by scene."""
