"""Memory of Python after its imports, kept for later visits; one that is damaged costs time, nothing else."""

from __future__ import annotations

from collections.abc import Callable

from tests.page.offline.alone import Alone

KEPT = "caches.keys().then((names) => caches.open(names.find((name) => name.startsWith('fairyring-py-'))))"
SNAPSHOT = f"{KEPT}.then((cache) => cache.keys()).then((all) => all.filter(({{ url }}) => url.includes('/snapshot?')))"
DAMAGE = f"""async () => {{
    const cache = await {KEPT};
    const [place] = await {SNAPSHOT};
    const bytes = new Uint8Array(await (await cache.match(place)).arrayBuffer());
    const start = 4 * (2 + new Uint32Array(bytes.buffer, 4, 1)[0]);
    bytes.fill(7, start, start + 64);  // the first bytes of the memory's own header
    await cache.put(place, new Response(bytes));
}}"""


def test_snapshot_is_restored_on_the_second_visit_unless_it_is_damaged(come: Callable[..., Alone]) -> None:
    person = come()

    def play() -> bool:
        """Begin a game; return whether the worker came from a snapshot."""
        person.home()
        person.play_now("Fairy")
        person.until(lambda: person.owes, "a decision is due")
        person.guess()
        return bool(person.page.evaluate("workerReady.restored"))

    assert play() is False
    person.wait_until(f"{SNAPSHOT}.then((all) => all.length === 1)")
    assert play() is True
    first = person.ask("POST", "api/tables", '{"game": "fairy"}')["body"]
    person.page.evaluate(DAMAGE)
    assert play() is False
    person.wait_until(f"{SNAPSHOT}.then((all) => all.length === 1)")
    assert play() is True
    assert person.ask("POST", "api/tables", '{"game": "fairy"}')["body"] != first, "a restored memory has no chance of its own"
