"""What schemathesis cannot know: what an inquiry needs to be stored."""

import itertools

import schemathesis

VALID = {
    "firstName": "Canary",
    "lastName": "Testfall",
    "company": "Probe AG",
    "email": "canary@firnwall.example",
    "contactReason": "devsecops",
    "message": "We would like to talk.",
    "consent": True,
    "gdprConsent": True,
}
numbers = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Makes half of the well-formed inquiries good ones but for one field, each with a separate bot-check token.

    What is malformed stays as it was made.
    """
    is_well_formed = case.meta is not None and case.meta.generation.mode.is_positive
    if not (is_well_formed and isinstance(case.body, dict)):
        return
    number = next(numbers)
    if number % 2:
        names = sorted(case.body)
        kept = names[number // 2 % len(names)] if names else None
        case.body = VALID | ({kept: case.body[kept]} if kept else {})
    case.body["turnstileToken"] = f"success.{number}"
