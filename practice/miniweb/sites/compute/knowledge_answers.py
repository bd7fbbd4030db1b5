"""Answers from the tables of knowledge: towns, elements, foods, planets, chemical formulas."""

import re

from .data import list_charts
from .measure_answers import find_unit
from .pods import Asked, sentence_pod, table_pod
from .records import Answer, CannotCompute, Pod, Row, Table


def entity(asked: Asked, name: str) -> Answer | None:
    """All that the tables have on a name; None if it is unknown."""
    table, rows = _find_rows(asked, name)
    if not table:
        return None
    row, *others = rows
    group = table.group
    cells = [(column.label, column.write(row)) for column in table.columns]
    charts = [Pod(title, chart=chart) for title, chart in list_charts(row).items()]
    reading = f"Assuming {row['name']} in {row[group]}" if others else ""
    instead = [(f"{o['name']} in {o[group]}", f"{o['name']}, {o[group]}") for o in others]
    return Answer([table_pod("Properties", cells), *charts], reading, instead)


def compare(asked: Asked, text: str) -> list[Pod] | None:
    """Several rows of one table side by side; None if a name is unknown."""
    names = re.split(r"\bvs\b|;|\band\b|\bwith\b", text)[:5]
    tables, rows = zip(*(_find_rows(asked, name) for name in names), strict=True)
    if len(names) < 2 or not all(tables):
        return None
    if len(set(tables)) > 1:
        raise CannotCompute("Only things of one kind can be compared, such as two towns.")
    best = [found[0] for found in rows]
    cells = [(column.label, *map(column.write, best)) for column in tables[0].columns]
    return [table_pod("Comparison", [("", *(row["name"] for row in best)), *cells])]


def _find_rows(asked: Asked, name: str) -> tuple[Table | None, list[Row]]:
    """The table and rows of a name such as "Dunby" or "Dunby, Veska", the largest town first."""
    own, _, group = (part.strip() for part in name.partition(","))
    for table in asked.data.tables.values():
        found = [row for row in table.named(own) if group.lower() in ("", row[table.group].lower())]
        if found:
            return table, sorted(found, key=lambda row: -row.get("population", 0))
    return None, []


def molar(asked: Asked, amount: str, unit: str, formula: str) -> list[Pod]:
    """The molar mass of a formula such as C6H12O6, and an amount of it in grams or moles."""
    masses = {row["symbol"]: row["mass"] for row in asked.data.tables["elements"].rows}
    parts = re.findall(r"([A-Z][a-z]?)(\d*)", formula)
    mass = sum(masses[symbol] * int(count or 1) for symbol, count in parts)
    pods = [sentence_pod("Molar mass", f"{mass:.3f} g/mol")]
    if amount:
        kind, size = find_unit(asked, unit)
        value = float(amount) * size
        words = f"{value * mass:.6g} g" if kind == "amount" else f"{value * 1000 / mass:.6g} mol"
        pods.append(sentence_pod("Result", words))
    return pods
