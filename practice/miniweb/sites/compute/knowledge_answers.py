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
    cells = [(column.label, column.write(rows[0])) for column in table.columns]
    charts = [Pod(title, chart=chart) for title, chart in list_charts(rows[0]).items()]
    return _tell(table, rows, table_pod("Properties", cells), *charts)


def fact(asked: Asked, what: str, name: str) -> Answer | None:
    """One value of a row, such as "population of Halby"; None if there is none."""
    table, rows = _find_rows(asked, name)
    for column in table.columns if table else ():
        if what.lower() in (column.key, column.label.lower()):
            return _tell(table, rows, sentence_pod(column.label, column.write(rows[0])))
    return None


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


def _tell(table: Table, rows: list[Row], *pods: Pod) -> Answer:
    """An answer about the first of some namesakes; the others are one click away."""
    row, *others = rows
    group = table.group
    reading = f"Assuming {row['name']} in {row[group]}" if others else ""
    instead = [(f"{o['name']} in {o[group]}", f"{o['name']}, {o[group]}") for o in others]
    return Answer([sentence_pod("Input", f"{row['name']} ({row[group]})"), *pods], reading, instead)


def molar(asked: Asked, amount: str, unit: str, formula: str) -> list[Pod]:
    """The molar mass of a formula, and an amount of it in grams or moles."""
    mass = _weigh(asked, formula)
    pods = [sentence_pod("Input", asked.question), sentence_pod("Molar mass", f"{mass:.3f} g/mol")]
    if amount:
        kind, size = find_unit(asked, unit)
        value = float(amount) * size
        words = f"{value * mass:.6g} g" if kind == "amount" else f"{value * 1000 / mass:.6g} mol"
        pods.append(sentence_pod("Result", words))
    return pods


def _weigh(asked: Asked, formula: str) -> float:
    """The molar mass in g/mol. Raises CannotCompute if it isn't a formula such as Ca(OH)2."""
    rows = asked.data.tables["elements"].rows
    terms = {row["symbol"]: f"+{row['mass']}" for row in rows} | {"(": "+(0", ")": ")"}
    parts = re.findall(r"([A-Z][a-z]?|.)(\d*)", formula)
    try:
        written = [terms[part] + (f"*{count}" if count else "") for part, count in parts]
        return float(asked.read("0" + "".join(written)))
    except (CannotCompute, KeyError) as error:
        raise CannotCompute(f"“{formula}” isn't a chemical formula of known elements.") from error
