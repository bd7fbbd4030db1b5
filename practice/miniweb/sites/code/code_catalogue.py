"""The fixed content of Cairn: names, sentences and the patterns of source files."""

from ...kit.catalogue import catalogue

read = catalogue(__file__)
