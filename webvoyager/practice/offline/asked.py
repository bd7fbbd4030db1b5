"""What a question asks to be told: each property with the kind of value that would answer it."""

import re
from dataclasses import dataclass

from .conditions import KINDS
from .words import content, stem

# Where the words for a property end: at what they belong to, at a verb, at the end of the clause.
_ENDS = (
    "of|for|in|on|at|does|do|is|are|was|were|has|have|had|did|can|will|given|listed|shown|that|which|from|to|with|by"
)
_END = rf"(?= (?:{_ENDS})\b| §|,| and (?:the|its|how|what|when|who|tell|give|their|by)\b|[?.;:)(]|$)"
_LEAD = (
    r"(?:what(?:'s| is| are| was| were)|tell me|give(?: me)?|report|state|note|look up|check|find(?: out)?|provide|read"
    r"|include|with|and|,)"
)
# How each form of question is recognised: the pattern (x is the property's words), the property where the
# words do not say it themselves, the kind of value.
SAID = {"date": "date", "money": "cost"}
UNIT_KINDS = {"hours": "minutes", "weeks": "days", "months": "days", "years": "days", "stars": "rating", "calories": "kcal",
              "milligrams": "grams", "kilograms": "grams", "kilometres": "metres"}  # fmt: skip
_UNITS = r"watts|grams|milligrams|kilograms|minutes|hours|days|weeks|months|years|stars|percent|calories|metres|kilometres|litres"
FORMS = (
    (r"\b(?:until|till|from|by|at|before) (?:what|which) (?:time|hour)(?: of (?:the )?day)? [^?.]*?\b(?P<x>check[ -](?:in|out))\b", "", ""),
    (rf"(?<!by )\bhow many (?P<unit>{_UNITS}) of (?P<x>[a-z -]+?){_END}", "", ""),
    (r"(?<!by )\bhow many (?P<unit>watts|stars|percent|days|hours|weeks|minutes)\b", "", ""),
    (rf"(?<!by )\bhow many (?P<x>[a-z' -]+?){_END}", "", "number"),
    (rf"\b(?:what|which) (?:percentage|share|proportion) of [^?]*? (?:are|is|have|has|gave) (?P<x>[a-z0-9 ]+){_END}", "", "percent"),
    (r"\bwhat (?:does|do|would|will|did) (?:the |an? )?(?P<x>[a-z0-9 '-]+?) costs?\b", "", "money"),
    (r"\bwhat (?:does|do|would|will|did) [^?.]*?\bcosts?\b", "price", "money"),
    (r"\bhow much (?:does|do|is|are|would|will|did|§)", "price", "money"),
    (r"\bhow much (?P<x>(?!more|less|longer|cheaper|time)[a-z]+(?: [a-z]+)?) (?:does|do|is|are|has|there)", "", ""),
    (rf"\bhow long (?:is|are|does) (?:the|its|their) (?P<x>[a-z -]+?){_END}", "", "minutes"),
    (r"\bhow (?:long|much time)\b", "time", "minutes"),
    (r"\bhow (?:heavy|much .*weigh)\b", "weight", "grams"),
    (r"\bhow (?:tall|high)\b", "height", "metres"),
    (r"\bhow wide\b", "width", "metres"),
    (r"\bhow large\b", "size", "number"),
    (r"\bhow far\b", "distance", "metres"),
    (r"\bhow (?:hot|warm)\b", "temperature", "degrees"),
    (r"\bhow (?:difficult|hard)\b", "difficulty", ""),
    (r"\b(?:on |by |until )?(?:what|which) (?:date|day) (?:does|do|will|did|is|are|was|were|must) (?:it |its |the |this |an? |§ ?)*"
     r"(?P<x>[a-z -]+?)(?= (?:bring|arrive|it|be)\b|[?,.]|$| and\b)", "", "date"),
    (r"\b(?:what|which) (?P<x>year|date|rating|temperature|price|size|colou?r|brand|journal|category|country|city|month|material"
     r"|language|percentage|score|day|time|cuisine|licen[cs]e|version|average rating|oven temperature|level)\b", "", ""),
    (r"\b(?:under|in|to|on|at|for|from|by) (?:which|what) (?P<x>(?!of\b)[a-z]+)\b", "", ""),
    (r"\bwho (?:wrote|is the author|are the authors)|\bwritten by whom\b", "author", "person"),
    (rf"\bwho (?:is|are|was) the (?P<x>[a-z -]+?){_END}", "", "person"),
    (r"\bwho (?:makes|made|sells|manufactures)\b", "brand", ""),
    (r"\bwho (?P<x>coach|manage|train|own|direct|edit|present)(?:e?s|e?d)\b", "", "person"),
    (r"\bwho published\b", "publisher", ""),
    (r"\bwhen (?:was|is|were|did|does|will|are)\b[^.?]*?\b(?P<x>submitted|published|released|updated|added|posted|revised)\b", "", "date"),
    (r"(?:^|\b(?:and|or|me|out|since|from|until) |[.?!:;] )when\b", "date", "date"),
    (rf"(?:^|\W){_LEAD} (?:me )?(?:the|its|their|his|her) (?P<x>[a-z][a-z' -]*?){_END}", "", ""),
)  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """A property that is asked for: its stems, the kind of value, the words as asked."""

    stems: tuple[str, ...]
    kind: str
    words: str


def asked(plain: str) -> tuple[Asked, ...]:
    """Every property a folded text asks for, in its order; a later form adds nothing where an earlier one fits."""
    found: dict[tuple[int, int], list[Asked]] = {}
    for form, words, kind in FORMS:
        for match in re.finditer(form, plain):
            groups = match.groupdict()
            kind_here = UNIT_KINDS.get(groups.get("unit"), groups.get("unit")) or kind
            end = match.end("x") if "x" in groups else match.end()
            if not any(match.start() < last and end > first for first, last in found):
                phrase = words or groups.get("x") or groups["unit"]
                found[match.start(), end] = [_property(part, kind_here) for part in _parts(phrase)]
    unique = {(one.stems, one.kind): one for at in sorted(found) for one in found[at] if 0 < len(one.stems) < 7}
    return tuple(unique.values())


def _parts(words: str) -> list[str]:
    """ "name and price" are two properties, "prep and cook time" is one."""
    first, joint, rest = words.partition(" and ")
    whole = stem(first.split()[-1]) in (*KINDS, "name", "title", "brand") if first.split() else False
    return [first, *_parts(rest)] if joint and whole else [words]


def _property(words: str, kind: str) -> Asked:
    """A property by the words that ask for it, with the kind of value that they or the form of question want."""
    words = re.sub(r"^(?:(?:total |exact |full )?(?:number|amount|list) of (?:the )?|full |exact )", "", words.strip())
    checks = re.fullmatch(r"(check)[ -](in|out)", words)
    stems = checks.groups() if checks else tuple(content(words))
    stems = stems or tuple(stem(word) for word in words.split() if word == "name")
    kinds = [KINDS[word] for word in reversed(stems) if word in KINDS]
    if kind in SAID and not {SAID[kind], *kinds} & {*stems, kind}:
        words = f"{words} {SAID[kind]}"  # what a thing costs and when it comes are two properties
    return Asked(stems, kind or next(iter(kinds), ""), words)
