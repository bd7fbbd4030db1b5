"""Records in addresses: `/<bell:bell>/history` passes the bell itself to its page."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from werkzeug.routing import BaseConverter, ValidationError


def name_records(site: Flask, kinds: Mapping[str, Mapping[str, Any]]) -> None:
    """Let addresses name records: `kinds` has the records of each kind by their names.

    A name may have one slash, as in "owner/name", if all names of its kind have one. An unknown
    name leads to the page for unknown addresses.
    """
    for kind, records in kinds.items():
        slash = all("/" in name for name in records)
        own = {"regex": "[^/]+/[^/]+" if slash else "[^/]+", "part_isolating": not slash}
        site.url_map.converters[kind] = type(kind, (_RecordConverter,), own | {"records": records})


class _RecordConverter(BaseConverter):
    records: Mapping[str, Any]

    def to_python(self, value: str) -> Any:
        if value not in self.records:
            raise ValidationError
        return self.records[value]
