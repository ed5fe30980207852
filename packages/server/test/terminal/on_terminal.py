"""Runs a program on a terminal of its own: on_terminal.py COLUMNS ROWS PROGRAM [ARGUMENT ...]. Its input are the keys."""
import fcntl
import os
import pty
import select
import struct
import sys
import termios

columns, rows = int(sys.argv[1]), int(sys.argv[2])
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.execvp(sys.argv[3], sys.argv[3:])

sources = [0, terminal]
while terminal in sources:
    for source in select.select(sources, [], [])[0]:
        try:
            data = os.read(source, 65536)
        except OSError:  # The program has ended.
            data = b""
        if data:
            os.write(terminal if source == 0 else 1, data)
        else:
            sources.remove(source)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 255)
