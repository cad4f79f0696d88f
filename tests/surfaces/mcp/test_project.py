"""Whose memory it is: the client's folder, the working folder, a project by name; and who is remembered as the host."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client
from mcp_types import Implementation, ListRootsResult, Root
from surfaces.mcp.clients import Place, said

from remora.notes import Note
from remora.settings import load
from remora.wiring import build


def notes_of(place: Place) -> dict[str, Note]:
    remora = build(load(home=place.home, environ={"REMORA_EMBEDDER": "none"}))
    try:
        return {note.text: note for note in remora.memory.listing(project=None, everywhere=True)}
    finally:
        remora.close()


def key_of(place: Place, folder: Path) -> str | None:
    remora = build(load(home=place.home, environ={"REMORA_EMBEDDER": "none"}))
    try:
        return remora.memory.projects.at(folder)
    finally:
        remora.close()


async def store(client: Client) -> str:
    return said(await client.call_tool("memory_add", {"text": "the port is 6543"}))


def rooted(*folders: Path) -> Callable[[Any], Awaitable[ListRootsResult]]:
    async def roots(context: Any) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=folder.as_uri()) for folder in folders])

    return roots


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_the_clients_root_is_the_project_wherever_the_server_runs(place: Place, mode: str) -> None:
    root = place.root / "a root with spaces"
    root.mkdir()
    gone, nowhere = place.root / "gone", place.root / "person"
    place.served(store, mode=mode, list_roots_callback=rooted(gone, nowhere, root))
    assert notes_of(place)["the port is 6543"].namespace == key_of(place, root)


def test_without_roots_it_is_the_working_folder(place: Place) -> None:
    place.served(store)
    assert notes_of(place)["the port is 6543"].namespace == key_of(place, place.project)


def test_a_client_that_fails_at_its_roots_gets_the_working_folder(place: Place) -> None:
    async def broken(context: Any) -> ListRootsResult:
        raise ValueError("no roots today")

    place.served(store, list_roots_callback=broken)
    assert notes_of(place)["the port is 6543"].namespace == key_of(place, place.project)


def test_a_person_who_names_the_project_is_right_whatever_the_roots_and_the_settings(place: Place) -> None:
    other, root = place.root / "other", place.root / "root"
    other.mkdir()
    root.mkdir()
    place.served(
        store, "--project", str(other), list_roots_callback=rooted(root), variables={"REMORA_PROJECT": "elsewhere"}
    )
    key = key_of(place, other)
    assert notes_of(place)["the port is 6543"].namespace == key
    assert key is not None
    assert place.served(store, "--project", key).startswith("Known already")


def test_the_settings_project_stands_for_a_client_without_a_folder(place: Place) -> None:
    place.served(store, cwd=place.root / "person", variables={"REMORA_PROJECT": "container"})
    assert notes_of(place)["the port is 6543"].namespace == "container"


def test_in_the_persons_home_folder_a_note_is_for_all_projects_and_the_answer_says_so(place: Place) -> None:
    assert "This session is in no project." in place.served(store, cwd=place.root / "person")
    assert notes_of(place)["the port is 6543"].scope == "global"


def test_the_client_is_the_host_of_what_it_stored(place: Place) -> None:
    odd = Implementation(name="a\x1b[31m very " + "long " * 40 + "name", version="1")
    parameters = place.server()

    async def main() -> None:
        async with Client(parameters, client_info=odd, mode="legacy") as client:
            await store(client)

    asyncio.run(main())
    source = notes_of(place)["the port is 6543"].provenance
    assert source.host is not None
    assert source.host.startswith("a[31m very long")
    assert len(source.host) <= 64
    assert (source.session_id or "").startswith("mcp-")


def test_the_projects_folder_is_known_afterwards(place: Place) -> None:
    place.served(store)
    remora = build(load(home=place.home, environ={"REMORA_EMBEDDER": "none"}))
    (line,) = remora.memory.projects.listing()
    remora.close()
    assert Path(line.root) == place.project
