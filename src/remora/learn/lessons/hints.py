"""Which lesson speaks before a command or beside an error, and in what words. Reads the store, writes nothing.

A lesson speaks in later sessions than those it failed in, once each, and only while nothing has spoken against it.
"""

import re
from collections.abc import Sequence

from remora.learn.lessons.attempts import blank, parsed
from remora.learn.lessons.pairing import another_script, another_target, same_work
from remora.store import Connection, lessons
from remora.store.lessons import Lesson
from remora.text.commands import digest, exact, shape

CHARS = 200  # of a hint: it rides with every repeated command, and a model reads on
COMMAND_CHARS = 40  # the model has just written it: enough to tell which of several calls is meant
ANSWER_CHARS = CHARS - COMMAND_CHARS - len("`` failed here before. ")  # a longer answer is not told in part
TELLING_WORDS = 3  # an error line of fewer says too little to know another failure by
_SETTING = re.compile(
    r"(?:cd [^\s;&|]{1,200} ?(?:&&|;) ?|(?:export )?[A-Za-z_]\w{0,60}=[^\s;&|'\"$`]{0,200}(?: ?(?:&&|;) ?| )){1,4}"
)
_GENERIC = frozenset({"error", "failed", "failure", "fatal", "exit", "code", "status", "path", "hash", "the", "not"})


def before(db: Connection, namespace: int, command: str, session: str) -> Lesson | None:
    """The lesson to tell before a (masked) command runs: of this very command, else of its shape.

    This is on the host's hot path: a command that is new costs two fingerprints and one statement.
    """
    if blank(command):
        return None
    normal = exact(command)
    key, form = digest(normal), digest(shape(normal))
    found = lessons.find(db, namespace, key, form)
    if not found:
        return _set_aside(db, namespace, normal, session)
    same = [lesson for lesson in found if lesson.key == key]
    if same:
        return next((lesson for lesson in same if speaks(db, lesson, session)), None)
    alike = [lesson for lesson in found if lesson.shape == form]
    if not _shape_is_at_fault(db, alike):
        return None
    return next((each for each in sorted(alike, key=lessons.rank, reverse=True) if speaks(db, each, session)), None)


def _set_aside(db: Connection, namespace: int, normal: str, session: str) -> Lesson | None:
    """The lesson of what stands behind `cd DIR &&` or `NAME=value`, for a command that is not known with it.

    Only a fix speaks so, and not one that sets the scene itself: that may be what is being done.
    """
    begun = _SETTING.match(normal)
    if begun is None or begun.end() == len(normal):
        return None
    lesson = lessons.by_key(db, namespace, digest(normal[begun.end() :]))
    if (
        lesson is None
        or lesson.kind != "fix"
        or _SETTING.match(exact(lesson.follow))
        or lesson.follow_key == digest(normal)
    ):
        return None
    return lesson if speaks(db, lesson, session) else None


def beside(db: Connection, namespace: int, command: str, error: str, session: str) -> Lesson | None:
    """The lesson to tell with a failure: another command of the same program ended in this error and has a fix."""
    words = [word for word in re.findall(r"[a-z_]{3,}", error) if word not in _GENERIC]
    if len(words) < TELLING_WORDS:
        return None
    works, key = parsed(command).works, digest(exact(command))
    known = [
        lesson for lesson in lessons.by_error(db, namespace, digest(error))
        if lesson.kind == "fix" and lesson.key != key and works & parsed(lesson.command).works
    ]  # fmt: skip
    return next((each for each in sorted(known, key=lessons.rank, reverse=True) if speaks(db, each, session)), None)


def speaks(db: Connection, lesson: Lesson, session: str) -> bool:
    """Whether the lesson has something to tell this session."""
    if not standing(lesson):
        return False
    if lessons.marked(db, lesson.row, session, "hinted") is not None:
        return False
    return lessons.failed_elsewhere(db, lesson.row, session)


def standing(lesson: Lesson) -> str:
    """The lesson's words while nothing has spoken against it, else ""."""
    if lesson.forgotten_at is not None or lesson.passes >= lesson.sessions:
        return ""
    if lesson.resolved_at is not None and not _answer(lesson):
        return ""
    return words(lesson)


def words(lesson: Lesson, *, error: bool = True) -> str:
    """The lesson in at most 200 characters, one line; "" where nothing is left to say. `error`: with the error's words.

    A command is told whole or not at all: half a command is another one.
    """
    begin = f"`{_cut(lesson.command, COMMAND_CHARS)}` failed here before"
    end = _answer(lesson)
    if not end and parsed(lesson.command).asks:
        return ""
    end = end or "Nothing that worked is known."
    room = CHARS - len(begin) - len(end) - len(" ().") - 1
    told = f" ({_cut(lesson.error, room)})" if error and lesson.error and room >= COMMAND_CHARS // 2 else ""
    return f"{begin}{told}. {end}"


def tellable(lesson: Lesson) -> bool:
    """Whether what followed may be named: lessons of an earlier rule and of an imported file are held to this one.

    A command whose secret is masked cannot be run as it is told.
    """
    mine, theirs = parsed(lesson.command), parsed(lesson.follow)
    if not lesson.follow or "[secret:" in lesson.follow:
        return False
    return not (theirs.harmful or theirs.shrugs or another_script(mine, theirs))


def _answer(lesson: Lesson) -> str:
    """What worked, as it is told; "" where nothing may be."""
    if lesson.kind == "alone" or not tellable(lesson):
        return ""
    follow = lesson.follow.strip()
    what = "What worked then" if lesson.kind == "fix" else "Tried next, and it passed"
    then = ", then this again" if lesson.kind == "fix" and _before(lesson) else ""
    said = f"{what}: `{follow}`{then}"
    if len(said) <= ANSWER_CHARS and follow.isprintable() and "`" not in follow:
        return said
    return f"What worked then: see `remora lessons show {lesson.id[:8]}`" if lesson.kind == "fix" else ""


def _before(lesson: Lesson) -> bool:
    """Whether what worked made the ground ready for the command, and does not stand in for it."""
    mine, theirs = parsed(lesson.command), parsed(lesson.follow)
    stands_in = same_work(mine, theirs) and not another_target(mine, theirs, lesson.error)
    return theirs.prepares and not stands_in and not mine.installs & theirs.installs


def _shape_is_at_fault(db: Connection, alike: Sequence[Lesson]) -> bool:
    """Whether commands of this shape fail whatever they are given: seen twice, each put right by another shape, and
    none of them ever passed."""
    if len(alike) < 2 and sum(lesson.sessions for lesson in alike) < 2:
        return False
    return all(
        lesson.kind == "fix" and lesson.passes == 0 and lesson.resolved_at is None
        and digest(shape(exact(lesson.follow))) != lesson.shape and not lessons.ever(db, lesson.row, "unlike")
        for lesson in alike
    )  # fmt: skip


def _line(text: str) -> str:
    return " ".join(text.replace("`", "'").split())


def _cut(text: str, chars: int) -> str:
    line = _line(text)
    return line if len(line) <= chars else line[: chars - 1] + "…"
