"""Animations use transform and opacity only: no frame needs layout or paint. benchmarks/page/page.py measures frame rates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.page.support.people import Person
from tests.page.support.served import Served

CHEAP = {"transform", "translate", "scale", "rotate", "opacity", "transformOrigin", "zIndex", "pointerEvents", "visibility"}
# Every animation that begins on the table, with what it changes; buttons that are pressed are no part of it.
WATCH = """
  window.moved = [];
  const note = (node, frames) => {
    const names = new Set(frames.flatMap((frame) => Object.keys(frame)));
    for (const name of ["offset", "computedOffset", "easing", "composite"]) names.delete(name);
    if (!node.closest("button")) window.moved.push({ part: node.getAttribute("class") ?? node.tagName, names: [...names] });
  };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...args) {
    const animation = animate.apply(this, args);
    note(this, animation.effect.getKeyframes());
    return animation;
  };
  for (const kind of ["animationstart", "transitionrun"]) addEventListener(kind, (event) => {
    const own = event.target.getAnimations().filter((animation) => animation.effect.pseudoElement === null);
    for (const animation of own) note(event.target, animation.effect.getKeyframes());
  }, true);
"""
# Flights take a hundred times as long as usual.
SLOW = """
  window.ghosts = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...args) {
    const animation = animate.apply(this, args);
    if (!this.parentElement?.style.perspective) return animation;
    animation.playbackRate = 0.01;
    window.ghosts.push(this);
    return animation;
  };
"""
# Give the board another width as soon as something flies; the number of flights that go on.
TURN = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  let flying = [];
  while (!flying.length) {
    await frame();
    flying = ghosts.filter((ghost) => ghost.isConnected);
  }
  document.querySelector(".shell").style.marginRight = "300px";
  await frame();
  await frame();
  return flying.filter((ghost) => ghost.isConnected).length;
}"""
# The page's clock, which a test puts forward; nothing waits for minutes.
CLOCK = "window.ahead = 0; const now = Date.now; Date.now = () => now() + window.ahead;"
SILENT = 121_000  # milliseconds, one second more than the server allows
# What a press at the middle of the note meets, if what flies could be pressed; flights have a layer of their own, which stays.
ON_TOP = """() => {
  const sky = [...document.querySelectorAll(".shell [aria-hidden]")].find((node) => node.style.perspective);
  const note = document.querySelector(".notes .note"), box = note.getBoundingClientRect();
  sky.style.pointerEvents = "auto";
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  sky.style.pointerEvents = "none";
  return note.contains(top) ? "note" : top === sky ? "flights" : top.className;
}"""


def moved(person: Person) -> list[dict[str, Any]]:
    animations: list[dict[str, Any]] = person.page.evaluate("window.moved")
    return animations


def test_motion_animates_transform_and_opacity_only(visit: Callable[..., Person], server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 3)
    ann, bo = visit(moving=True), visit()
    ann.page.add_init_script(WATCH)
    ann.take(table, 0)
    bo.take(table, 1)
    for _ in range(2):
        ann.until(lambda: ann.owes and bo.owes, "both owe a guess")
        for person in (ann, bo):
            person.guess()
        expect(ann.page.locator(".fr-told")).to_be_visible()
        expect(ann.page.locator(".fr-told .choice__pts").first).to_be_visible()  # it is told, so all have hopped off
    animations = moved(ann)
    assert {"fr-token", "fr-token is-you"} & {animation["part"] for animation in animations}, "somebody hops"
    assert any("ghost" in animation["part"] or "card" in animation["part"] for animation in animations), "the card flies"
    dear = [animation for animation in animations if not set(animation["names"]) <= CHEAP]
    assert dear == [], "these are drawn anew in every frame"


def test_flights_end_when_the_board_is_laid_out_anew(visit: Callable[..., Person], server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 3)
    ann = visit(moving=True, size=(1280, 800))
    ann.page.add_init_script(SLOW)
    ann.take(table, 0)
    ann.until(lambda: ann.owes, "Ann owes a guess")
    server.play(table, [0, 1])
    assert ann.page.evaluate(TURN) == 0


def test_note_of_silent_player_lies_over_flights(visit: Callable[..., Person], server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 3)
    ann = visit(moving=True, size=(360, 740))
    ann.page.add_init_script(CLOCK)
    ann.take(table, 0)
    ann.until(lambda: ann.owes, "Ann owes a guess")
    question = ann.decision
    server.play(table, [0, 1])
    ann.until(lambda: ann.owes and ann.decision != question, "a card has come to the board")
    ann.page.locator(".shell [aria-hidden][style*=perspective]").wait_for(state="attached")
    ann.guess()
    ann.until(lambda: not ann.owes, "Bo is waited for")
    expect(ann.page.locator(".notes .note")).to_have_count(0)
    ann.page.evaluate(f"window.ahead = {SILENT}")
    expect(ann.page.get_by_text("Bo takes a long time")).to_be_visible()
    assert ann.page.evaluate(ON_TOP) == "note"
    ann.page.get_by_role("button", name="Wait").click()
    expect(ann.page.get_by_text("Bo takes a long time")).to_have_count(0)


def test_motion_reduced_only_fades(visit: Callable[..., Person], server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    ann, bo = visit(), visit()
    ann.page.add_init_script(WATCH)
    ann.take(table, 0)
    bo.take(table, 1)
    ann.until(lambda: ann.owes and bo.owes, "both owe a guess")
    for person in (ann, bo):
        person.guess()
    expect(ann.page.locator(".fr-told .choice__pts").first).to_be_visible()
    assert {name for animation in moved(ann) for name in animation["names"]} <= {"opacity"}
