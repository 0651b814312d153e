"""The page's HTML for a host that sets no headers: its base, its content policy, and the page for missing addresses."""

from __future__ import annotations

import base64
import hashlib
from html import escape

from fairyring.server.documentation import policy_for
from fairyring.server.http.middleware import CSP

STATIC = '<meta name="fairyring-static" content="">'  # tells the page that there is no server
# The addresses of the page below its folder; a static host answers them with 404.html.
FIND_BASE = (
    "const base=document.createElement('base');"
    "base.href=location.pathname.replace(/(t\\/[^/]+(\\/(replay|tv))?|box(\\/[^/]*)?|c(\\/[^/]*)?)\\/?$/,'').replace(/[^/]*$/,'');"
    "document.head.append(base)"
)


def first_page(index: str) -> str:
    """Return the built page for the folder itself."""
    return _with_head(index, '<base href="./">', "")


def missing_page(index: str, base: str) -> str:
    """Return the page for all other addresses. Without a `base` a script finds the folder from the address."""
    if base:
        return _with_head(index, f'<base href="{escape(base)}">', "")
    digest = base64.b64encode(hashlib.sha256(FIND_BASE.encode()).digest()).decode()
    return _with_head(index, f"<script>{FIND_BASE}</script>", f" 'sha256-{digest}'")


def documentation_page(html: str) -> str:
    """Return a page of the documentation with the policy that a server sends for it."""
    return html.replace("<head>", f"<head>{_policy(policy_for(html.encode()))}", 1)


def _policy(rules: str) -> str:
    """Return a policy as an element, in which rules about frames are not allowed."""
    allowed = "; ".join(rule for rule in rules.split("; ") if not rule.startswith("frame-ancestors"))
    return f'<meta http-equiv="content-security-policy" content="{escape(allowed)}">'


def _with_head(index: str, base: str, scripts: str) -> str:
    """Return the page with its policy first, so that it holds for everything else. `scripts`: more sources of scripts."""
    policy = "; ".join(f"{rule}{scripts}" if rule.startswith("script-src ") else rule for rule in CSP.split("; "))
    head = f"<head>{_policy(policy)}{base}{STATIC}"
    if "<head>" not in index:
        raise ValueError("the built page has no head")
    return index.replace("<head>", head, 1)
