"""The replay viewer: one HTML file with everything inside. `document.page` makes it."""

from arena.pages.viewer.document import page

__all__ = ["page"]
