"""The checkout form: its fields and their validation."""

from collections.abc import Mapping

from ...kit.forms import EMAIL, field_errors, read_fields

NAMES = (
    "Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, District of "
    "Columbia, Florida, Georgia, Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, "
    "Louisiana, Maine, Maryland, Massachusetts, Michigan, Minnesota, Mississippi, Missouri, "
    "Montana, Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New York, North Carolina, "
    "North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania, Rhode Island, South Carolina, South "
    "Dakota, Tennessee, Texas, Utah, Vermont, Virginia, Washington, West Virginia, Wisconsin, "
    "Wyoming"
)
STATES = NAMES.split(", ")
PATTERNS = {
    "name": (r"\S+(\s+\S+)+", "Enter a first and a last name."),
    "email": EMAIL,
    "street": (r"(?=.*\d)(?=.*[^\W\d]).{4,}", "Enter a street with a house number."),
    "city": (r"[^\d]{2,}", "Enter a city."),
    "zip": (r"\d{5}", "Enter a ZIP code of five digits."),
}
CHOICES = {
    "state": (STATES, "Choose a state."),
    "delivery": (("Standard", "Express"), "Choose a delivery."),
    "payment": (("On delivery", "By invoice"), "Choose how to pay."),
}


def check(form: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The values entered and the errors, both by field; without errors the form is valid."""
    entered = read_fields(form, (*PATTERNS, *CHOICES))
    return entered, field_errors(entered, PATTERNS, CHOICES)
