"""Run a module in a process of the fork server, for programs that start processes by a command: launcher.py SOCKET MODULE.

Run with `-I -S`, and imports little: it takes ten milliseconds. If it is killed, so is the forked process.
"""

import _socket
import marshal
import os
import sys
from array import array

connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
connection.setsockopt(_socket.SOL_SOCKET, _socket.SO_SNDBUF, 1 << 19)
connection.connect(sys.argv[1])
request = marshal.dumps((sys.argv[2], sys.argv[3:], os.getcwd(), dict(os.environ), True))  # noqa: PTH109 (pathlib is slow to import)
connection.sendmsg([request], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, array("i", [0, 1, 2]))])
connection.recv(100)  # its process id
os.closerange(0, 2)  # only the forked process has the pipes now
os._exit(int(connection.recv(100) or 1) & 0xFF)
