"""The client's connection as a session: who the client is, and whose memory it gets.

Called by `server` with each request. One process serves one client, so its session is made once and keeps its project.
"""

import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

import anyio
from mcp.server import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import InputRequiredResult, ListRootsRequest, ListRootsResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from remora.notes import TOOLS_ALONE
from remora.project import key_of
from remora_hookspecs import Session

ROOTS = "roots"  # what we call the question, where a client answers questions with its next request
ROOTS_SECONDS = 2.0  # clients answer from memory; one that does not is asked no more, and our own folder counts
NAME_CHARS = 64  # of a client's name, which stands in provenance
UNNAMED = "mcp"

Context = ServerRequestContext[dict[str, object], object]


class Connection:
    """`folder`: where this process runs. `asks`: whether to ask the client for its folders (its roots)."""

    def __init__(self, folder: Path, *, asks: bool = True) -> None:
        self._folder, self._asks = folder, asks
        self._session: Session | None = None
        self._lock = anyio.Lock()

    async def session(
        self, context: Context, answers: Mapping[str, object] | None, *, project: str | None, profile: str
    ) -> Session | InputRequiredResult:
        """The session of this connection, or the question that the client answers first.

        `project`: the key of the one that the person named, None where the folder decides.
        """
        async with self._lock:
            if self._session is not None:
                return self._session
            folder = self._folder
            if self._asks and _has_roots(context):
                roots = await _roots(context, answers)
                if isinstance(roots, InputRequiredResult):
                    return roots
                folder = _chosen(roots) or folder
            self._session = Session(
                id=f"{TOOLS_ALONE}{secrets.token_hex(8)}",
                host=_name(context),
                profile=profile,
                project=project,
                cwd=str(folder),
            )
            return self._session


def _has_roots(context: Context) -> bool:
    capabilities = context.session.client_capabilities
    return capabilities is not None and capabilities.roots is not None


async def _roots(context: Context, answers: Mapping[str, object] | None) -> list[Path] | InputRequiredResult:
    """The client's folders: asked for at once in the older protocol, with the next request in the newer one."""
    if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
        if answers is None:
            return InputRequiredResult(input_requests={ROOTS: ListRootsRequest()})
        answer = answers.get(ROOTS)
        return _folders(answer) if isinstance(answer, ListRootsResult) else []
    try:
        return _folders(
            await context.session.send_request(
                ListRootsRequest(), ListRootsResult, request_read_timeout_seconds=ROOTS_SECONDS
            )
        )
    except (MCPError, ValueError):  # it cannot, will not or answers nonsense
        return []


def _folders(answer: ListRootsResult) -> list[Path]:
    urls = [urlparse(str(root.uri)) for root in answer.roots]
    local = [url for url in urls if url.scheme == "file" and url.netloc in ("", "localhost")]
    return [Path(url2pathname(url.path)) for url in local]


def _chosen(folders: Iterable[Path]) -> Path | None:
    """The first that is a project, else the first that is there."""
    there = [folder for folder in folders if folder.is_dir()]
    return next((folder for folder in there if key_of(folder) is not None), there[0] if there else None)


def _name(context: Context) -> str:
    params = context.session.client_params
    name = params.client_info.name if params else ""
    return "".join(char for char in name if char.isprintable())[:NAME_CHARS].strip() or UNNAMED
