"""All attacks: importing this module registers them."""

from tests.server.attack import bot_load, connections, content, frames, logs, reads, restart

LOADED = (content, frames, reads, logs, connections, bot_load, restart)
