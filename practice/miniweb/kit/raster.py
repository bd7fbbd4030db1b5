"""Raster pictures, for charts whose figures are given only there."""

from io import BytesIO

from PIL import Image, ImageFont


def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font of all charts."""
    return ImageFont.load_default(size)


def png(image: Image.Image, colors: int = 0, dithered: bool = False) -> bytes:
    """A picture as PNG; `colors` reduces it to that number of colours and makes the file small."""
    out = BytesIO()
    if colors:
        dither = Image.Dither.FLOYDSTEINBERG if dithered else Image.Dither.NONE
        image.quantize(colors, dither=dither).save(out, "PNG", optimize=True)
    else:
        image.save(out, "PNG")
    return out.getvalue()
