"""Projects in the store: named once, linked without circles."""

from store.making import OTHER, PROJECT

from remora.store import Store, projects
from remora.store.projects import Project


def test_a_project_keeps_its_link_when_its_folder_moves(store: Store) -> None:
    with store.write() as db:
        projects.put(db, PROJECT, "shop", "/old")
        projects.put(db, OTHER, "blog", "/blog")
        assert projects.link(db, PROJECT, OTHER)
        projects.put(db, PROJECT, "shop", "/new")
    db = store.read()
    assert projects.get(db, PROJECT) == Project(key=PROJECT, name="shop", root="/new", linked_to=OTHER)
    assert [project.name for project in projects.all_projects(db)] == ["blog", "shop"]
    assert projects.get(db, "unknown") is None


def test_links_are_followed_and_never_make_a_circle(store: Store) -> None:
    with store.write() as db:
        for key in ("a-1", "b-2", "c-3"):
            projects.put(db, key, key, "")
        assert projects.link(db, "a-1", "b-2")
        assert projects.link(db, "b-2", "c-3")
        assert not projects.link(db, "c-3", "a-1")
        assert not projects.link(db, "c-3", "c-3")
        assert projects.resolve(db, "a-1") == "c-3"
        assert projects.resolve(db, "unknown") == "unknown"
        assert projects.link(db, "a-1", None)
        assert projects.resolve(db, "a-1") == "a-1"


def test_a_circle_that_got_in_all_the_same_ends(store: Store) -> None:
    with store.write() as db:
        for key, to in (("a-1", "b-2"), ("b-2", "a-1")):
            db.execute("INSERT INTO projects VALUES (?, ?, '', ?)", (key, key, to))
        assert projects.resolve(db, "a-1") is None
        projects.delete(db, "a-1")
        assert projects.resolve(db, "b-2") == "a-1"
