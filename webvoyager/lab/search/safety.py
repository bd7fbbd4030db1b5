"""Acts that cannot be undone: does an action order, pay, send, delete or sign up?

A rule of thumb in plain words of several languages, by what the page says; what says nothing about
itself ("OK") is not recognised.
"""

import re
from collections.abc import Callable

from ...records import Action, Observation, Task, quoted

Guard = Callable[[Task, Action, Observation], str]  # why an action is not taken; "" where it may be
# by what they do: words on the target that promise it, in English, German, French, Spanish,
# Italian, Dutch
ACTS = {
    "orders or pays": (
        r"(place|confirm|complete|submit) (your |my |the"
        r" )?(order|purchase|booking|reservation|payment)|check ?out"
        r"|buy( it)? now|pay( now)?|purchase|order now|book( now| it| this.*)?|reserve( now|"
        r" it)?|donate"
        r"|(jetzt |kostenpflichtig |zahlungspflichtig"
        r" )*(kaufen|bestellen|bezahlen|buchen|reservieren)|spenden"
        r"|acheter|commander|payer|réserver|comprar|pagar|pedir|reservar|acquista|paga|ordina|prenota"
        r"|kopen|bestellen|betalen|boeken"
    ),
    "sends": (
        r"send( it| now| (a |the |my )?(message|mail|email|request|review))?|publish|reply"
        r"|post( it| (a |the |my |your )?(message|comment|reply|review|answer))?"
        r"|submit (a |the |my |your )?(review|comment|application|request|answer|form)"
        r"|(ab)?senden|abschicken|veröffentlichen|envoyer|publier|enviar|publicar|invia|pubblica|versturen|verzenden"
    ),
    "deletes": (
        r"delete|erase|destroy|(close|deactivate|remove|cancel) (my |your |the"
        r" )?(account|order|booking|reservation"
        r"|subscription)|löschen|supprimer|eliminar|borrar|elimina|cancella|verwijderen"
    ),
    "signs up": (
        r"sign ?up|subscribe|register|create (an |my |your )?account|join( now)?|unsubscribe"
        r"|registrieren|abonnieren|anmelden|s'inscrire|s'abonner|suscribirse|registrarse|iscriviti|abbonati|aanmelden"
    ),
}
WARNINGS = re.compile(
    r"\b(cannot be undone|can't be undone|irreversible|permanently|unwiderruflich|irréversible)\b",
    re.I,
)
SUBMITS = re.compile(  # by POST, and where its page says no more of what that does
    r"(submit|confirm|finish|complete|bestätigen|abschließen|confirmer|valider|confirmar|conferma|bevestigen)\b"
)
AGREES = re.compile(r"(yes|ok|okay|confirm|continue|proceed|ja|oui|sí|si)\b")
NEAR = 3  # marks after a field among which its button stands


def cannot_be_undone(action: Action, observation: Observation) -> str:
    """What an action does that cannot be taken back ("orders or pays"); "" for nothing.

    A click is read by the words of its target. On a page that warns ("cannot be undone"), "yes" and
    "confirm" count too, and so does "submit" on a button that sends its form by POST. Typing ends
    with Enter, and is read by the button that follows the field.
    """
    marks = observation.marks
    if (
        not isinstance(action.label, int)
        or action.label >= len(marks)
        or action.name not in ("Click", "Type")
    ):
        return ""
    target = marks[action.label]
    if action.name == "Type":
        after = marks[action.label + 1 : action.label + 1 + NEAR]
        target = next(
            (mark for mark in after if mark.tag == "button" or mark.type == "submit"), None
        )
    words = " ".join(target.text.casefold().split()).strip(" .!…→>»") if target else ""
    if AGREES.match(words) and any(map(WARNINGS.search, observation.words)):
        return "deletes"
    promised = next((act for act, promise in ACTS.items() if re.fullmatch(promise, words)), "")
    return promised or ("sends" if target and target.posts and SUBMITS.match(words) else "")


def refuse(task: Task, action: Action, observation: Observation) -> str:
    """The sentence that refuses what cannot be undone, "" where nothing is refused.

    What the task itself asks for is not refused.
    """
    act = cannot_be_undone(action, observation)
    if not act or _is_asked_for(act, task.question):
        return ""
    name = quoted(observation.marks[action.label].text)
    return (
        f"{action.name} on {name} {act}, which cannot be undone and is not asked for: it is not"
        " tried."
    )


def ask(person: Callable[[str], str] = input) -> Guard:
    """A guard that asks a person about what `refuse` would refuse; only "yes" allows it.

    Each act is asked about once, however often a search comes to it. `person` gets a question and
    returns the answer, as `input` does.
    """
    answers: dict[tuple[str, str], str] = {}

    def guard(task: Task, action: Action, observation: Observation) -> str:
        """Why the act is refused, "" where it is not or the person said yes."""
        refusal = refuse(task, action, observation)
        about = (observation.url, refusal)
        if refusal and about not in answers:
            sentence = refusal.partition(" and is not asked for")[0]
            answers[about] = person(
                f"{sentence}. On {observation.url}. Shall it be done? (yes or no) "
            )
        return "" if answers.get(about, "").strip().casefold() in ("y", "yes") else refusal

    return guard


def allow(task: Task, action: Action, observation: Observation) -> str:
    """Nothing is refused."""
    return ""


ASKED = {  # words of a task that ask for such an act
    "orders or pays": r"order|buy|pay|purchase|book|reserve|check ?out|donate",
    "sends": r"send|post|publish|reply|submit|write|message|contact|review",
    "deletes": r"delete|remove|cancel|erase|close",
    "signs up": r"sign (me )?up|subscribe|register|join|unsubscribe|account",
}


def _is_asked_for(act: str, question: str) -> bool:
    """Whether the task asks for it.

    It does with a word for it at the beginning of a sentence, or after "and", "then" or "please".
    """
    pattern = rf"(?:^|[.;:,!?]\s+|\b(?:and|then|please|to)\s+)(?:{ASKED[act]})\b"
    return bool(re.search(pattern, question.strip(), re.I))
