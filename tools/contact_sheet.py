"""Draws the home, list and detail page of every site of the mini web onto one picture.

python -m tools.contact_sheet sheet.png              all sites, 1024 by 768
python -m tools.contact_sheet sheet.png --phone      as a phone of 390 by 844 shows them
"""

import argparse
import io

from PIL import Image

from practice.miniweb import MiniWeb
from practice.miniweb.oracle import find
from tools.oracles import open_browser
from webvoyager.browser import Browser
from webvoyager.hands import act
from webvoyager.records import Action
from webvoyager.views import marked_screenshot

PAGES = {
    "recipes": ("/", "/category/pasta", "/recipe/classic-banana-bread"),
    "shop": ("/", "/d/kitchen/kettle", "/p/fennick-morning-coffee-maker-5-cups"),
    "papers": ("/", "/list/comp.LANG/all", "/abs/2603.00389"),
    "search": ("/", "/search?q=lemon", "/search?q=what+is+a+quire"),
    "stays": ("/", "/search?q=Miravel", "/p/hotel-castellan"),
    "flights": ("/", "/flights?from=AMS&to=MAD&trip=one&out=2026-04-05", "/airlines/petrel-air"),
    "words": ("/", "/words?topic=nature", "/dictionary/record"),
    "sports": ("/", "/mbl/standings", "/game?id=mbl1001"),
}
DESKTOP, PHONE = (1024, 768), (390, 844)
GAP = 12


def sheet(size: tuple[int, int] = DESKTOP, scale: float = 0.5) -> Image.Image:
    """One row per site, one column per page."""
    width, height = (round(side * scale) for side in size)
    drawn = Image.new("RGB", (3 * (width + GAP) + GAP, len(PAGES) * (height + GAP) + GAP), "#777")
    with MiniWeb() as web, open_browser(web) as browser:
        if size != DESKTOP:
            metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": True}
            browser.cdp("Emulation.setDeviceMetricsOverride", **metrics)
        for row, (name, paths) in enumerate(PAGES.items()):
            for column, path in enumerate(paths):
                browser.open(f"http://{name}.mini{path}")
                close_popup_or_wait(browser)
                screenshot = Image.open(io.BytesIO(browser.screenshot())).convert("RGB")
                place = (GAP + column * (width + GAP), GAP + row * (height + GAP))
                drawn.paste(screenshot.resize((width, height), Image.Resampling.LANCZOS), place)
    return drawn


def close_popup_or_wait(browser: Browser) -> None:
    """Click "No thanks" if a popup offers it; else wait for late content."""
    seen = marked_screenshot(browser)
    offered = find(seen.marks, "button", "No thanks")
    act(browser, Action("Click", offered.label) if offered else Action("Wait"), seen)


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", help="where to write the picture")
    parser.add_argument("--phone", action="store_true", help="as a phone shows the pages")
    wanted = parser.parse_args()
    sheet(PHONE if wanted.phone else DESKTOP, 0.7 if wanted.phone else 0.5).save(
        wanted.file, optimize=True
    )
    print(f"Written: {wanted.file}")


if __name__ == "__main__":
    main()
