"""Answers from the tables of knowledge: towns, elements, foods, planets, chemical formulas."""

import re

from .data import list_charts
from .measure_answers import find_unit
from .pod_writing import Asked, sentence_pod, table_pod
from .records import Answer, CannotCompute, Pod, Row, Table


def find_rows(asked: Asked, name: str) -> tuple[Table, list[Row]] | None:
    """The rows of a name such as "Dunby" or "Dunby, Veska", largest town first; None if unknown."""
    own, _, group = (part.strip() for part in name.partition(","))
    for table in asked.data.tables.values():
        found = [row for row in table.named(own) if group.lower() in ("", row[table.group].lower())]
        if found:
            return table, sorted(found, key=lambda row: -row.cells.get("population", 0))
    return None


def entity(asked: Asked, name: str) -> Answer | None:
    """All that the tables have on a name; None if it is unknown."""
    if not (found := find_rows(asked, name)):
        return None
    table, (row, *others) = found
    cells = table_pod("Properties", [(column.label, column.write(row)) for column in table.columns])
    charts = [Pod(title, chart=chart) for title, chart in list_charts(row).items()]
    pods = [sentence_pod("Input", f"{row.name} ({row[table.group]})"), cells, *charts]
    instead = [
        (f"{each.name} in {each['country']}", f"{each.name}, {each['country']}") for each in others
    ]
    return Answer(pods, f"Assuming {row.name} in {row[table.group]}" if others else "", instead)


def fact(asked: Asked, what: str, name: str) -> Answer | None:
    """One value of a row, such as "population of Halby"; None if there is none."""
    whole = entity(asked, name)
    if not whole:
        return None
    table, (row, *_) = find_rows(asked, name)
    for column in table.columns:
        if what in (column.key, column.label.lower()):
            pods = [whole.pods[0], sentence_pod(column.label, column.write(row))]
            return Answer(pods, whole.reading, whole.instead)
    return None


def compare(asked: Asked, text: str) -> list[Pod] | None:
    """Several rows of one table side by side; None if a name is unknown."""
    found = [find_rows(asked, part) for part in re.split(r"\bvs\b|;|\band\b|\bwith\b", text)][:5]
    if len(found) < 2 or not all(found):
        return None
    table, rows = found[0][0], [rows[0] for _, rows in found]
    if any(other is not table for other, _ in found):
        raise CannotCompute("Only things of one kind can be compared, such as two towns.")
    cells = [(column.label, *map(column.write, rows)) for column in table.columns]
    return [table_pod("Comparison", [("", *(row.name for row in rows)), *cells])]


def nutrition(asked: Asked, grams: str, name: str) -> list[Pod] | None:
    """What is in some grams of a food; None if it is unknown."""
    table = asked.data.tables["foods"]
    if not (rows := table.named(name)):
        return None
    columns = [column for column in table.columns if column.shape]
    cells = [(c.label, f"{rows[0][c.key] * float(grams) / 100:.4g} {c.unit}") for c in columns]
    return [sentence_pod("Input", f"{grams} g of {name}"), table_pod("Contents", cells)]


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
    masses = {row["symbol"]: row["mass"] for row in asked.data.tables["elements"].rows}
    stack, parts = [0.0], re.findall(r"([A-Z][a-z]?|[()])(\d{0,3})", formula)
    for symbol, count in parts:
        if symbol == "(":
            stack.append(0.0)
        elif symbol == ")" and len(stack) > 1:
            inner = stack.pop() * int(count or 1)
            stack[-1] += inner
        else:
            stack[-1] += masses.get(symbol, float("nan")) * int(count or 1)
    if "".join(map("".join, parts)) != formula or len(stack) > 1 or stack[0] != stack[0]:
        raise CannotCompute(f"“{formula}” isn't a chemical formula of known elements.")
    return stack[0]
