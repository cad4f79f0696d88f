"""The tables by which `advice` tells what a hint may name: data, no code. Another program is another word."""

from remora.learn.lessons.programs import INSTALLERS

# What no hint may name, whatever passed behind it. Who only repeats a hint must lose no work by it and change no file.
EDITORS = frozenset(
    {"vi", "vim", "nvim", "nano", "emacs", "emacsclient", "code", "cursor", "subl", "hx", "helix", "micro", "pico"}
    | {"ed", "ex", "open", "patch", "tee"}
)
DESTROYING = frozenset(
    {"rm", "rmdir", "unlink", "shred", "dd", "truncate", "kill", "pkill", "killall", "fkill", "dropdb", "dropuser"}
    | {"mkfs", "fdisk", "reboot", "shutdown", "halt", "poweroff"}
)
PRINTING = frozenset({"echo", "printf", "cat"})  # with their output in a file they are editors
# program → words that make it give up, throw away, or settle what only this one moment could settle
GIVING_UP = {
    "git": frozenset(
        {"restore", "reset", "clean", "commit", "merge", "revert", "rm", "am", "apply", "filter-branch"}
        | {"drop", "clear", "--skip", "--quit", "deinit"}
    ),
    "hg": frozenset({"revert", "update", "commit", "merge", "strip"}),
    "svn": frozenset({"revert", "commit", "merge"}),
    "jj": frozenset({"abandon", "undo", "commit"}),
    "gh": frozenset({"merge", "close", "delete"}),
    "sed": frozenset({"-i", "--in-place"}),
    "find": frozenset({"-delete"}),
    "awk": frozenset({"inplace"}),
    "gawk": frozenset({"inplace"}),
    "crontab": frozenset({"-r"}),
    "kubectl": frozenset({"delete", "drain"}),
    "helm": frozenset({"delete", "rollback"}),
    "terraform": frozenset({"state", "taint", "untaint"}),
    "aws": frozenset({"rb", "rm"}),
    **{each: frozenset({"rm", "rmi", "kill", "stop", "down"}) for each in ("docker", "docker-compose", "podman")},
    **{each: frozenset({"stop", "disable", "mask", "kill"}) for each in ("systemctl", "service", "launchctl")},
    **{each: frozenset({"remove", "autoremove", "rm", "un"}) for each in INSTALLERS},
}
# command of git → the switches and words by which it throws away
GIT_FORCED = {
    "checkout": frozenset({"--", ".", "-f", "--ours", "--theirs"}),
    "switch": frozenset({"-f", "--discard-changes"}),
    "push": frozenset({"-f", "-d", "--delete", "--mirror"}),
    "branch": frozenset({"-D", "-d"}),
    "tag": frozenset({"-d"}),
    "worktree": frozenset({"remove"}),
}

# They run the program that is named behind them.
RUNNERS = frozenset(
    {"npx", "bunx", "uvx", "pnpx", "npm", "pnpm", "yarn", "bun", "uv", "poetry", "pipenv", "hatch", "pdm", "bundle"}
    | {"python", "php", "docker", "docker-compose", "podman", "kubectl", "xargs", "find", "ssh", "parallel", "watch"}
    | {"entr", "doas", "su", "dotenv", "direnv"}
)

# What makes the ground ready for another command: program → words of which one is there; none: whatever it is given.
_INSTALL = frozenset({"install", "add", "ci", "i", "sync", "get", "require", "update", "venv", "login"})
PREPARING = {
    "mkdir": frozenset[str](),
    "chmod": frozenset[str](),
    "touch": frozenset[str](),
    "ssh-add": frozenset[str](),
    "createdb": frozenset[str](),
    "venv": frozenset[str](),
    "virtualenv": frozenset[str](),
    **dict.fromkeys(INSTALLERS, _INSTALL),
    "go": frozenset({"get", "install", "tidy", "download"}),
    "cargo": frozenset({"fetch", "add", "install"}),
    "rustup": frozenset({"install", "add", "update", "default"}),
    "mix": frozenset({"deps.get", "local.hex", "local.rebar", "ecto.create", "ecto.migrate", "ecto.setup"}),
    **dict.fromkeys(("docker", "docker-compose", "podman"), frozenset({"up", "start", "login"})),
    "systemctl": frozenset({"start", "restart"}),
    "service": frozenset({"start", "restart"}),
    "alembic": frozenset({"upgrade"}),
    "flask": frozenset({"upgrade"}),
    **{each: frozenset({"db:create", "db:migrate", "db:prepare", "db:setup"}) for each in ("rails", "rake")},
    "manage.py": frozenset({"migrate", "makemigrations"}),
    "django-admin": frozenset({"migrate", "makemigrations"}),
    "artisan": frozenset({"migrate"}),
    "prisma": frozenset({"migrate", "generate"}),
    "knex": frozenset({"migrate:latest"}),
    "sequelize": frozenset({"db:migrate"}),
    "terraform": frozenset({"init"}),
    "playwright": frozenset({"install"}),
    "nvm": frozenset({"install", "use"}),
    "pyenv": frozenset({"install"}),
    "git": frozenset({"fetch", "pull"}),
    **{
        each: frozenset({"login"}) for each in ("aws", "gcloud", "gh", "glab", "az", "heroku", "fly", "vercel", "vault")
    },
}
ENTERING = frozenset({"source", ".", "export"})  # of what sets the scene, what may be told; a folder is another one's

# They ask: an answer of no is none to be warned of. program → words of which one is there; none: whatever it is given.
ASKING = {
    **{each: frozenset[str]() for each in ("findstr", "jq", "expr", "nc", "ping", "dig", "nslookup", "host", "lsof")},
    **{each: frozenset[str]() for each in ("pidof", "mountpoint", "xargs", "pg_isready", "wait-for-it.sh")},
    "git": frozenset(
        {"config", "rev-parse", "show-ref", "merge-base", "ls-remote", "ls-tree", "check-ignore", "symbolic-ref"}
        | {"describe", "grep", "cat-file", "for-each-ref", "name-rev", "tag"}
    ),
    "docker": frozenset({"inspect"}),
    "podman": frozenset({"inspect"}),
    "kubectl": frozenset({"get", "describe", "wait", "rollout"}),
    "systemctl": frozenset({"is-active", "is-enabled", "is-failed"}),
    "dpkg": frozenset({"-s", "-l", "-L"}),
    "rpm": frozenset({"-q", "-qi", "-ql"}),
    "pytest": frozenset({"--collect-only", "--co"}),
    "kill": frozenset({"-0"}),
    **{each: frozenset[str]() for each in ("curl", "wget", "http")},
}
SENDING = frozenset(  # switches by which a client of the web does more than ask
    {"-X", "--request", "-d", "--data", "--data-raw", "--data-binary", "-F", "--form", "-T", "--upload-file", "--json"}
    | {"-o", "-O", "--output", "--remote-name", "-LO", "-OL", "-fsSLO", "-sSLO", "-sLO"}
)

# A program in these words stands in the command itself.
INTERPRETERS = frozenset(
    {"python", "node", "deno", "bun", "perl", "ruby", "php", "lua", "R", "Rscript", "julia", "elixir", "osascript"}
    | {"sh", "bash", "zsh", "dash", "ksh", "psql", "mysql", "sqlite3"}
)
INLINE = frozenset({"-c", "-e", "-r", "-E", "-p", "-pe", "-ne", "-", "--eval", "--execute"})

# Options whose value says what is worked on, not how.
SELECTING = frozenset(
    {"-k", "-n", "-C", "-f", "-t", "-w", "-h", "--test", "--package", "--filter", "--namespace", "--target", "-target"}
    | {"--project", "--workspace", "--file", "--host", "--context", "--env", "--directory", "--prefix"}
)

RECIPES = frozenset({"make", "just", "task", "rake"})  # their first word names a target, not a kind of work
NESTED = frozenset(
    {"docker compose", "podman compose", "uv pip", "aws", "gcloud", "az", "gh", "glab"}
)  # two words say it
