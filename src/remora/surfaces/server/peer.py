"""Who is at the other end of a Unix socket. The folder keeps others out; this holds where its rights were changed."""

import os
import socket
import struct

_LOCAL_PEERCRED = 0x001  # of macOS and the BSDs, under level 0: version and user of the peer


def uid_of(link: socket.socket) -> int | None:
    """The user of the peer; None where the system does not tell."""
    if hasattr(socket, "SO_PEERCRED"):
        found = link.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        return int(struct.unpack("3i", found)[1])
    try:
        found = link.getsockopt(0, _LOCAL_PEERCRED, 76)  # struct xucred
        return int(struct.unpack_from("Ii", found)[1])
    except (OSError, struct.error):
        return None


def welcome(uid: int | None) -> bool:
    """Whether this user may talk to us: ourselves alone. One that the system does not name came past the folder."""
    return uid is None or uid == os.geteuid()
