"""A plugin from outside, in full: it tells the model which git branch a session begins on."""

from pathlib import Path

from remora_hookspecs import Block, Entry, Services, Session, hookimpl


class Branch:
    """One per process; keeps the profile's wording."""

    def __init__(self, wording: str) -> None:
        self._wording = wording

    @hookimpl
    def session_start(self, session: Session) -> Block | None:
        """Answer with the branch, or with nothing outside of a git repository or on no branch."""
        branch = _branch(Path(session.cwd)) if session.cwd else None
        return Block(entries=(Entry(text=self._wording.format(branch=branch)),)) if branch else None


def plugin(services: Services) -> Branch:
    """Called once, with what Remora offers. `wording` may be set in `[plugin."remora-branch:branch"]`."""
    return Branch(str(services.settings.get("wording", "The working copy is on the git branch {branch}.")))


def _branch(folder: Path) -> str | None:
    """Reading a file or two is faster than running git, and a bus has a clock."""
    git = folder / ".git"
    try:
        if git.is_file():  # a worktree: the file names the folder that holds its HEAD, perhaps from here
            git = folder / git.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
        head = (git / "HEAD").read_text(encoding="utf-8").strip()
    except (OSError, ValueError):  # ValueError: not UTF-8, or a name that no file can have
        return None
    return head.removeprefix("ref: refs/heads/") if head.startswith("ref: refs/heads/") else None
