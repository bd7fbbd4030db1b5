"""Browser automation with Selenium and DevTools.

The rest of the package uses only what is exported here, above all `Browser`.
"""

from .browser import ZOOMS, Browser
from .process import programs
from .reports import PageReport, Point, Target

__all__ = ["ZOOMS", "Browser", "PageReport", "Point", "Target", "programs"]
