"""What lies under a folder: the kind of its file system, and who may write there."""

import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
OF_A_NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "9p", "afs", "davfs"}
    | {"fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.davfs", "fuse.curlftpfs"}
)
"""Kinds whose locks and shared memory do not hold as SQLite needs them."""
PASSING = frozenset({"overlay", "aufs", "tmpfs", "ramfs"})
"""Kinds that are gone with the container or the machine."""


@dataclass(frozen=True)
class Mount:
    """A file system, and the folder in which it begins."""

    folder: Path
    kind: str

    @property
    def is_of_a_network(self) -> bool:
        """Whether other machines have it, too."""
        return self.kind in OF_A_NETWORK


def under(path: Path) -> Mount:
    """Return the file system on which a path lies or would lie; of no kind where none can say."""
    found = Mount(Path("/"), "")
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        here = path.resolve()
    except (OSError, RuntimeError):
        return found
    for line in lines:
        # 36 35 98:0 /root /where options [optional fields] - kind source options
        before, _, after = line.partition(" - ")
        folder = Path(_unescaped(before.split()[4]))
        # What was mounted later hides what was there.
        if here.is_relative_to(folder) and len(folder.parts) >= len(found.folder.parts):
            found = Mount(folder, after.split()[0])
    return found


def is_kept(folder: Path) -> bool:
    """Whether what is written there outlives the container: it is a mount, and of no memory."""
    mount = under(folder)
    return mount.folder != Path("/") and mount.kind not in PASSING


def unwritable(folder: Path) -> str:
    """Say whose a folder is that cannot be written or made, and what mends it.

    Returns nothing where its owner is not the cause. No command names what holds others' things.
    """
    there = next((one for one in (folder, *folder.parents) if os.path.exists(one)), folder)
    own = os.access in os.supports_effective_ids
    if os.name != "posix" or os.access(there, os.W_OK | os.X_OK, effective_ids=own):
        return ""
    user, group, owner = os.geteuid(), os.getegid(), there.stat()
    if user == owner.st_uid and owner.st_mode & 0o300 == 0o300:
        return ""  # it is read-only as a whole
    here = shlex.quote(str(folder))
    if there != folder:
        mends = f"install -d -o {user} -g {group} -m 700 {here}"
    elif _holds_others(folder):
        mends = "a folder for the scores alone; other things lie in this one."
    else:
        mends = f"chown -R {user}:{group} {here}"
    whose = f"{there} belongs to user {owner.st_uid}, and this runs as {user}."
    return f"{whose} What mends it: {mends}"


def _holds_others(folder: Path) -> bool:
    """Whether something lies in a folder, and our key does not."""
    try:
        names = set(os.listdir(folder)) - {"lost+found"}
    except OSError:
        return False
    return bool(names) and "secret-key" not in names


def _unescaped(written: str) -> str:
    """Return a path of which blanks and the like are written as octal numbers."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), written)
