"""What the demo says beside the recordings: user turns and notes, written by us. Data alone, for `replay`.

The recordings hold commands and their outputs, no words of the user. So each turn below is ours, set before the
recorded commands it fits; each note is ours too, and says what the commands beside it show.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Lesson:
    """A note that the model writes with the memory tool, after the recorded row `after`."""

    after: int
    text: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """One user turn and the recorded rows that follow it. `expect` says what the turn is there to show."""

    text: str
    rows: tuple[int, ...]
    expect: str
    lessons: tuple[Lesson, ...] = field(default=())


SESSION_ONE: tuple[Spoken, ...] = (
    Spoken(
        "What is ready to work on?",
        (0, 1, 15),
        "memory is empty",
        (
            Lesson(
                15,
                "Issues live in bd: `bd ready` lists what can be worked on, `bd update ID --status in_progress` "
                "claims one, `bd close ID` when it is done.",
            ),
        ),
    ),
    Spoken(
        "Add the message references: resource, migration and tests.",
        (20, 22, 27, 40, 48, 49),
        "nothing about this is known yet",
        (
            Lesson(
                27,
                "A database migration is made with `mix ash.codegen NAME --yes` and applied with `mix ecto.migrate`.",
            ),
            Lesson(
                49, "Before a commit: `mix compile --warnings-as-errors`, `mix test`, `mix credo --strict` must pass."
            ),
        ),
    ),
    Spoken(
        "Commit it and push the branch.",
        (52, 55, 56, 57, 58),
        "the commit note of this session",
        (
            Lesson(
                58,
                "`git push` of a new worktree branch fails because it has no upstream; the first time use "
                "`git push --set-upstream origin BRANCH`.",
            ),
        ),
    ),
    Spoken(
        "Build the project review page with LiveView tests.",
        (79, 92, 93, 97, 102, 104, 105, 106, 109, 110, 111, 113),
        "nothing about this is known yet",
        (
            Lesson(
                109,
                "LiveView tests need the `lazy_html` package: add it to mix.exs and run `mix deps.get`.",
            ),
        ),
    ),
)

SESSION_TWO: tuple[Spoken, ...] = (
    Spoken("Which issues are ready to work on?", (1, 3), "what session one learned of the issue tracker"),
    Spoken(
        "Add the OpenTelemetry libraries and configure their exporter.",
        (17, 37, 39),
        "nothing: no note is about tracing",
    ),
    Spoken("Commit this; what must pass before?", (54, 55, 57, 58, 59, 60), "the checks before a commit"),
    Spoken("Thanks, go on.", (62, 63, 80, 81, 82, 83, 85), "nothing: the turn is about nothing"),
    Spoken("Now write the LiveView tests.", (215, 217, 232, 233), "the package those tests need"),
    Spoken("Run the LiveView tests again.", (234,), "nothing: this session has read the note already"),
    Spoken("Get this new branch onto the git server.", (236, 237, 238), "by meaning: the first push of a branch"),
    Spoken("Draw a logo with a blue fish for the landing page.", (241,), "nothing: no note is about drawing"),
)
