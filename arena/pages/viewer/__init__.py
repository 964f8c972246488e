"""The replay viewer: games as one page that needs nothing else. `document.page` makes it."""

from arena.pages.viewer.document import page

__all__ = ["page"]
