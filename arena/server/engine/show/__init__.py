"""Prepares the files of a show, and its running order, from its script."""
