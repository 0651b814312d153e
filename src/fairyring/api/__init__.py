"""Answers to what the page asks besides its live connection: games, tables, records, replays, analysis, tools. No I/O.

The server's HTTP handlers, the worker of a page without a server (`fairyring.offline`) and the static build call the same
functions. They take and return JSON values, and need nothing but the standard library (`rulebook` also needs Markdown).
"""
