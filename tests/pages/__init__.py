"""A package, so that pytest knows a scope for it: one browser serves all tests in this folder."""
