"""What a question asks for: each property with the kind of value that would answer it."""

import re
from dataclasses import dataclass

from .conditions import KINDS
from .quantities import find_quantities
from .words import content, stem

# The kind of value that a property has, where a question asks for it.
VALUE_KINDS = {**KINDS, "version": "version"}
# A property's words end before these: what it belongs to, a verb, the next clause.
_STOPS = "of|for|in|on|at|does|do|is|are|was|were|has|have|had|did|can|will|given|listed|that|which|from|to|with|by"
_END = (
    rf"(?= (?:{_STOPS})\b| §|,| and (?:the|its|how|what|when|who|tell|give|their|by)\b|[?.;:)(]|$)"
)
_LEAD = (
    r"(?:what(?:'s| is| are| was| were)|tell me|give(?: me)?|report|state|note|look up|check|find out|provide|read"
    r"|include|with|and|,)"
)
_UNITS = r"watts|grams|milligrams|kilograms|minutes|hours|days|weeks|months|years|stars|percent|calories|metres|kilometres|litres"
_BE = r"(?:is|are|was|were|does|do|did|can|must|should)"
# What the things counted do: "how many children came".
_DOING = "came|come|live|lived|fit|work|worked|took|take|won|went|belong|play|played|grow|sleep|attend|attended"
# Each form of question: its pattern (x is the property's words), the property if the pattern has
# no x, and the kind of value.
FORMS = (
    (rf"(?<!by )\bhow many (?P<unit>{_UNITS}) of (?P<x>[a-z -]+?){_END}", "", ""),
    (r"(?<!by )\bhow many (?P<unit>watts|stars|percent|days|hours|weeks|minutes)\b", "", ""),
    (rf"(?<!by )\bhow many (?P<x>[a-z' -]+?)(?:(?= (?:{_DOING})\b)|{_END})", "", "number"),
    (rf"\b(?:what|which) (?:percentage|share|proportion) of [^?]*? (?:are|is|have|has|gave) (?P<x>[a-z0-9 ]+){_END}", "", "percent"),
    (r"\bhow (?:heavy\b|much (?:does|do|did) [^?.]*?\bweighs?\b)", "weight", "grams"),
    (r"\bwhat (?:does|do|would|will|did) [^?.]*?\bcosts?\b", "price", "money"),
    (r"\bhow much (?:does|do|is|are|would|will|did|§)", "price", "money"),
    (r"\bhow much (?P<x>(?!more|less|longer|cheaper|time)[a-z]+(?: [a-z]+)?) (?:does|do|is|are|has|there)", "", ""),
    (rf"\bhow long (?:is|are|does) (?:the|its|their) (?P<x>warranty|guarantee){_END}", "", "minutes"),
    (r"\bhow long (?:is|are|was|were) (?:the (?!.*\bof\b)|its |their |a |an |§)", "length", "extent"),
    (rf"\bhow long (?:is|are|does) (?:the|its|their) (?P<x>[a-z -]+?){_END}", "", "extent"),
    (r"\bhow (?:long|much time)\b", "time", "minutes"),
    (r"\bhow (?:tall|high)\b", "height", "metres"),
    (r"\bhow far\b", "distance", "metres"),
    (r"\bhow deep\b", "depth", "metres"),
    (r"\bhow wide\b", "width", "metres"),
    (r"\bhow (?:big|large)\b", "size", ""),
    (r"\bhow fast\b", "speed", ""),
    (r"\bhow (?:hot|warm|cold)\b", "temperature", "degrees"),
    (r"\bhow old\b", "age", ""),
    (rf"\bhow often {_BE} [^?.]*?\b(?P<x>[a-z]+)(?=[?.]|$)", "", ""),
    (rf"\bwhen {_BE} [^?.]*?\b(?P<x>open|close|start|begin|leave|arrive)\b(?! in)", "", ""),
    (rf"\bwhere {_BE} [^?.]*?\b(?P<x>born|found|made|built|held|grown|kept|live|come from)\b", "", ""),
    (rf"(?:^|[.,;] |\band )where {_BE} ", "location", ""),
    (rf"\bwhat {_BE} [^?.]*?\b(?P<x>mean|stand for)\b", "", ""),
    (r"\b(?:on |by |until )?(?:what|which) (?:date|day) (?:does|do|will|did|is|are|was|were|must) (?:it |its |the |this |an? |§ ?)*"
     r"(?P<x>[a-z -]+?)(?= (?:bring|arrive|it|be)\b|[?,.]|$| and\b)", "", "date"),
    (r"\b(?:what|which) (?P<x>year|date|rating|temperature|price|size|colou?r|brand|journal|category|country|city|month|material"
     r"|language|percentage|score|day|time|cuisine|licen[cs]e|version|average rating|oven temperature|level)\b", "", ""),
    (r"\b(?:under|in|to|on|at|for|from|by) (?:which|what) (?P<x>(?!of\b)[a-z]+)\b", "", ""),
    (r"\bwho (?:wrote|is the author|are the authors)|\bwritten by whom\b", "author", "person"),
    (rf"\bwho (?:is|are|was) the (?P<x>[a-z -]+?){_END}", "", "person"),
    (r"\bwho (?:makes|made|sells|manufactures)\b", "brand", ""),
    (r"\bwho (?!is|was|has|does|did|stands|comes|goes|used)(?P<x>[a-z]{3,}?)(?:e?s|e?d)\b", "", "person"),
    (r"\bwhen (?:was|is|were|did|does|will|are)\b[^.?]*?\b(?P<x>submitted|published|released|updated|added|posted|revised"
     r"|founded|opened|built|born|closed|introduced|discovered|established|hatched|planted|acquired|completed|launched|written)\b", "", "date"),
    (r"(?:^|\b(?:and|or|me|out|since|from|until) |[.?!:;] )when\b", "date", "date"),
    (r"\b(?:what|which) (?P<x>[a-z]+(?: [a-z]+)?) (?:does|do|did|is|are|was|were) (?:the )?§", "", ""),
    (r"\b(?:what|which) (?P<x>[a-z]+(?: [a-z]+)?) (?:does|do|did) [^?.]*? (?:have|use|need|speak|eat)\b", "", ""),
    (rf"\bwhat(?:'s| is| are| was| were) §(?:'s)? (?P<x>[a-z][a-z -]*?){_END}", "", ""),
    (rf"(?:^|\W){_LEAD} (?:me )?(?:the|its|their|his|her) (?P<x>[a-z][a-z' -]*?){_END}", "", ""),
)  # fmt: skip


@dataclass(frozen=True)
class Property:
    """A property that is asked for: its stems, the kind of value, the words as asked."""

    stems: tuple[str, ...]
    kind: str
    words: str


def find_properties(plain: str) -> tuple[Property, ...]:
    """Every property a folded text asks for, in order; of overlapping forms, the first counts."""
    found: dict[tuple[int, int], list[Property]] = {}
    for form, words, kind in FORMS:
        for match in re.finditer(form, plain):
            groups = match.groupdict()
            unit = groups.get("unit")
            end = match.end("x") if "x" in groups else match.end()
            if not any(match.start() < last and end > first for first, last in found):
                phrase = words or groups.get("x") or unit
                value_kind = find_quantities(f"1 {unit}")[0].kind if unit else kind
                # "name and price" are two properties, "prep and cook time" is one
                parts = phrase.split(" and ")
                if stem(parts[0].split()[-1]) not in (*KINDS, "name", "title", "brand"):
                    parts = [phrase]
                found[match.start(), end] = [_read_property(part, value_kind) for part in parts]
    in_order = [found[span] for span in sorted(found)]
    short = [each for group in in_order for each in group if 0 < len(each.stems) < 7]
    unique = {(each.stems, each.kind): each for each in short}
    return tuple(unique.values())


def _read_property(words: str, kind: str) -> Property:
    words = re.sub(
        r"^(?:(?:total |exact |full )?(?:number|amount|list) of (?:the )?|full |exact )",
        "",
        words.strip(),
    )
    stems = tuple(content(words)) or tuple(
        stem(word) for word in words.split() if word in ("name", "open")
    )
    kinds = [VALUE_KINDS[word] for word in reversed(stems) if word in VALUE_KINDS]
    if {"opening", "open", "office", "visiting"} & set(stems):
        kinds = []  # opening hours are no length of time
    return Property(stems, kind or next(iter(kinds), ""), words)
