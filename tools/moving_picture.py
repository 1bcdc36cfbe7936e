"""The moving picture of the README: a panel of the built book, its slider drawn there and back.

`python -m tools.moving_picture` writes docs/panel.webp, after `python3 run.py book 07`. It needs a
Chromium, found as the browser tests find it.
"""

import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tools import machines

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "build" / "book" / "07_order_t.html"
PANEL = '[data-recording$="/three_points.js"]'
PICTURE = ROOT / "docs" / "panel.webp"
STEPS, REST, EACH = 30, 900, 80  # frames one way; ms at the ends, ms a frame
COLORS = 64  # of all frames together: half the weight, and no eye sees it
MOVE = """(place, part) => {
    const slider = place.querySelector('input[type=range]');
    slider.value = Math.round(part * slider.max);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    return new Promise((done) => setTimeout(done, 100));
}"""


def frames():
    """Yield pictures of the panel while its slider goes from the first place to the last."""
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=machines.browser(), args=["--no-sandbox"])
        page = chromium.new_page(
            viewport={"width": 1100, "height": 900}, offline=True, reduced_motion="reduce"
        )
        page.goto(PAGE.as_uri())
        place = page.locator(PANEL)
        place.scroll_into_view_if_needed()
        page.wait_for_function("place => place.dataset.playing", arg=place.element_handle())
        for step in range(STEPS + 1):
            place.evaluate(MOVE, step / STEPS)
            yield Image.open(io.BytesIO(place.screenshot())).convert("RGB")
        chromium.close()


def main():
    """Write the picture: there and back, again and again."""
    there = list(frames())
    width, height = there[0].size
    there = [picture.crop((0, 2, width, height - 4)) for picture in there]  # without the rules
    palette = there[-1].quantize(COLORS, Image.Quantize.MAXCOVERAGE, dither=0)
    there = [picture.quantize(palette=palette, dither=0).convert("RGB") for picture in there]
    film = [*there, *reversed(there[1:-1])]
    times = [REST if picture in (there[0], there[-1]) else EACH for picture in film]
    options = {"append_images": film[1:], "duration": times, "loop": 0, "lossless": True}
    film[0].save(PICTURE, save_all=True, method=6, **options)
    print(f"{PICTURE.relative_to(ROOT)}: {len(film)} frames, {PICTURE.stat().st_size / 1e3:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
