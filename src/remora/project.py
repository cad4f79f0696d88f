"""Which project a folder belongs to: its key, found by reading files. Called when a session begins; never runs git.

Git itself refuses repositories of another owner and follows GIT_DIR to the wrong one; reading two files does neither.
"""

import hashlib
import re
from pathlib import Path

SLUG_CHARS = 40  # long enough to recognise a folder by, short enough for a column of a table
HASH_CHARS = 8  # 32 bits: two of a person's projects with one slug and one hash do not happen
CONFIG_BYTES = 64 * 1024  # the configurations that git writes for submodules are a few hundred bytes
LINK_BYTES = 4096  # PATH_MAX: a longer `.git` file names no folder


def key_of(folder: Path) -> str | None:
    """The key of the project that `folder` lies in: a slug, "-", and eight hex digits.

    Worktrees of one repository share a key. None for the person's home folder, all folders above it, and folders
    that are not there.
    """
    root = root_of(folder)
    if root is None:
        return None
    slug = re.sub(r"[^a-z0-9]+", "-", _name(root).lower()).strip("-")[:SLUG_CHARS].strip("-") or "project"
    # By the folder that holds `.git`: one that becomes a repository keeps its notes.
    told = root.parent if root.name == ".git" else root
    digest = hashlib.sha256(str(told).encode("utf-8", "surrogateescape")).hexdigest()
    return f"{slug}-{digest[:HASH_CHARS]}"


def root_of(folder: Path) -> Path | None:
    """What a project is told by: the git common directory, or else the folder itself, symlinks resolved."""
    try:
        place = folder.resolve(strict=True)
        if not place.is_dir():
            place = place.parent
    except (OSError, RuntimeError, ValueError):  # gone, a loop of links, a NUL in the name
        return None
    nowhere = _home_and_above()
    for candidate in (place, *place.parents):
        if candidate in nowhere:
            break  # a repository of dotfiles in the home folder would swallow every project below it
        common = _git_common_dir(candidate)
        if common is not None:
            return common
    return None if place in nowhere else place


def place_of(folder: Path) -> Path:
    """The project's folder as a person calls it: the one that holds `.git`, for a submodule the one it lies in."""
    root = root_of(folder) or folder
    if root.name == ".git":
        return root.parent
    try:
        worktree = _worktree_setting(root / "config") if (root / "config").is_file() else None
        return (root / worktree).resolve(strict=True) if worktree else root
    except (OSError, RuntimeError, ValueError):
        return root


def is_nowhere(folder: Path) -> bool:
    """Whether a folder is there and in no project for good: the person's home folder, or one above it."""
    try:
        return folder.resolve(strict=True) in _home_and_above()
    except (OSError, RuntimeError, ValueError):
        return False


def _name(root: Path) -> str:
    """`…/project/.git` and a bare `…/project.git` are both called project."""
    return root.parent.name if root.name == ".git" else root.name.removesuffix(".git")


def _home_and_above() -> frozenset[Path]:
    try:
        home = Path.home().resolve()
    except (OSError, RuntimeError):  # no home folder: only the root of the file system is no project
        return frozenset({Path("/")})
    return frozenset({home, *home.parents})


def _git_common_dir(folder: Path) -> Path | None:
    git = folder / ".git"
    try:
        if git.is_symlink():  # an archive may hold a link to anybody's repository, which cannot point back
            return None
        if git.is_dir():
            return git.resolve() if (git / "HEAD").is_file() else None
        if git.is_file():
            return _common_dir_of_link(git)
    except (OSError, RuntimeError, ValueError):
        return None
    return None


def _common_dir_of_link(git: Path) -> Path | None:
    """The repository behind a `.git` file, if that repository knows of this folder.

    Anybody can write a file that names somebody else's repository; only the repository's owner can write the
    answer, so a link counts only when it is returned.
    """
    line = _first_line(git)
    if not line.startswith("gitdir:"):
        return None
    private = (git.parent / line.removeprefix("gitdir:").strip()).resolve(strict=True)
    if (private / "gitdir").is_file():  # a worktree: its private folder names the `.git` file it serves
        named = private / _first_line(private / "gitdir")
        if named.resolve() != git.resolve():
            return None
        common = (private / _first_line(private / "commondir")).resolve(strict=True)
        # The repository's own list of worktrees: a private folder elsewhere could name any repository.
        return common if private.parent == common / "worktrees" else None
    if (private / "config").is_file():  # a submodule: its configuration names the folder it serves
        worktree = _worktree_setting(private / "config")
        if worktree and (private / worktree).resolve() == git.parent.resolve():
            return private
    return None


def _first_line(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(LINK_BYTES).decode("utf-8", "surrogateescape").split("\n", 1)[0].rstrip("\r")


def _worktree_setting(config: Path) -> str | None:
    """The value of `core.worktree`, written by git itself, one `key = value` a line."""
    with config.open("rb") as file:
        text = file.read(CONFIG_BYTES).decode("utf-8", "surrogateescape")
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line.strip("[]").strip().lower()
        elif section == "core" and line.partition("=")[0].strip().lower() == "worktree":
            return line.partition("=")[2].strip().strip('"')
    return None
