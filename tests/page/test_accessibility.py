"""What the checks of accessibility find on a screen with known faults, which the other tests rely on."""

from __future__ import annotations

from collections.abc import Callable

from tests.page.support.accessibility import COLOURS, axe_violations
from tests.page.support.people import Person

Visit = Callable[..., Person]
FAULTS = """<main><h1>Faults</h1>
  <svg aria-hidden="true" width="40" height="40"><g><rect width="40" height="40" fill="red"/></g></svg>
  <svg aria-hidden="true" width="40" height="40"><a href="#top"><rect width="40" height="40"/></a></svg>
  <svg role="img" width="40" height="40"><rect width="40" height="40"/></svg>
  <button style="position: absolute; top: 0; left: 0"><svg aria-hidden="true" width="40" height="40"><rect/></svg></button>
  <p style="background: white; color: #ccc">Pale</p></main>"""


def test_axe_finds_faults_beside_and_in_hidden_drawings(visit: Visit) -> None:
    person = visit()
    person.home()
    person.page.evaluate("html => { document.body.innerHTML = html; }", FAULTS)
    before = person.page.content()
    found = {line.split(":")[0] for line in axe_violations(person.page)}
    assert found == {"aria-hidden-focus", "button-name", "color-contrast", "svg-img-alt"}
    assert {line.split(":")[0] for line in axe_violations(person.page, COLOURS)} == {"color-contrast"}
    assert person.page.content() == before, "all drawings are back"
