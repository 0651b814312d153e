"""A household in a network of its own: a server as `make play` starts it, the host's browser, and two phones.

`python -m tests.page.table.household LAN` starts the server, presses Enter in its terminal, opens the printed address on the
phones, and prints what happened as JSON. `in_own_network` runs it in a network namespace in which LAN is the address of the
default route, as at home; without root and `unshare`, LAN is a second address of the loopback network.
"""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.page.conftest import FLAGS, find_chromium
from tests.page.support.people import PATIENCE
from tests.page.support.served import DIST
from tests.paths import ROOT

LAN, LOOPBACK = "192.168.77.10", "127.0.0.2"
PROMPT, PRINTED = "press Enter", re.compile(r"On phones in the same network: (http://\S+/)")
PHONE: Any = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SET_UP = f"ip link set lo up && ip addr add {LAN}/24 dev lo && ip route add default dev lo src {LAN}"  # in an empty namespace


def in_own_network() -> dict[str, Any]:
    """Run the household where its address is a real one of a local network, if this machine can; return what it prints."""
    program = [sys.executable, "-m", "tests.page.table.household"]
    alone = os.geteuid() == 0 and shutil.which("ip") and shutil.which("unshare")
    if alone and subprocess.run(["unshare", "-n", "true"], check=False, capture_output=True).returncode == 0:
        steps = f"{SET_UP} && exec {' '.join(program)} {LAN}"
        command = ["unshare", "-n", "sh", "-c", steps]
    else:
        command = [*program, LOOPBACK]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, timeout=500)
    assert done.returncode == 0, done.stderr[-3000:]
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


class Terminal:
    """`fairyring serve` in a terminal, as `make play` starts it; no browser is opened."""

    def __init__(self, data: Path, lan: str) -> None:
        self._master, slave = pty.openpty()
        env = os.environ | {"FAIRYRING_CLIENT": str(DIST), "PYTHONPATH": str(ROOT / "src"), "FAIRYRING_DATA": str(data)}
        env |= {"FAIRYRING_LAN": lan} if lan.startswith("127.") else {}  # else the server finds it by its route
        command = [sys.executable, "-m", "fairyring", "serve", "--no-open"]
        self.process = subprocess.Popen(command, env=env, stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        self.text = ""

    def until(self, pattern: str | re.Pattern[str]) -> re.Match[str]:
        deadline = time.monotonic() + PATIENCE / 1000
        while not (found := re.search(pattern, self.text)):
            assert time.monotonic() < deadline, self.text
            self.text += os.read(self._master, 4096).decode(errors="replace")
        return found

    def press_enter(self) -> None:
        os.write(self._master, b"\n")

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)


def sit(page: Page, link: str, name: str) -> dict[str, float]:
    """Open the link on a phone and sit down: one field and one tap.

    Return the seconds that this took, and how long the page's own tasks did: the latter hardly depends on other work here.
    """
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")
    started = time.monotonic()
    page.goto(link)
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name=f"Sit down as {name}").tap()
    page.get_by_role("button", name="Copy the link").wait_for()
    took = time.monotonic() - started
    metrics = {metric["name"]: float(metric["value"]) for metric in tools.send("Performance.getMetrics")["metrics"]}
    return {"busy": metrics["TaskDuration"], "wall": took}


def main(lan: str) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        terminal = Terminal(Path(folder), lan)
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright.chromium.executable_path), args=FLAGS)
        try:
            own = terminal.until(r"Fairyring is at (http://\S+/)")[1]
            terminal.until(PROMPT)
            terminal.press_enter()
            printed = terminal.until(PRINTED)[1]
            host = browser.new_context().new_page()
            host.set_default_timeout(PATIENCE)
            host.goto(own)
            host.get_by_role("button", name="With friends").click()
            shown = host.locator("#link").filter(has_text=lan)
            link = f"http://{shown.inner_text()}"
            phones = []
            for name in ("Mum", "Leo"):
                phone = browser.new_context(**PHONE).new_page()
                phone.set_default_timeout(PATIENCE)
                phones.append(sit(phone, link, name))
                host.get_by_role("button", name=name).wait_for()
            print(json.dumps({"lan": lan, "own": own, "printed": printed, "link": link, "phones": phones}))
        finally:
            browser.close()
            terminal.end()


if __name__ == "__main__":
    main(sys.argv[1])
