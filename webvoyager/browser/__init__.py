"""The machine room: all that knows Selenium, DevTools and how pages behave. The method needs
`Browser` of it.
"""

from .browser import ZOOMS, Browser
from .process import programs
from .reports import PageReport, Point, Target

__all__ = ["ZOOMS", "Browser", "PageReport", "Point", "Target", "programs"]
