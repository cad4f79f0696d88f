"""Tables of what programs are for, as far as pairing must know: data. Another program is another word."""

# Their first word says what they do; `git push` and `git log` are two programs.
SUBCOMMANDS = frozenset(
    {"git", "gh", "glab", "hg", "svn", "jj", "pip", "uv", "conda", "mamba", "poetry", "pipenv", "hatch", "pdm"}
    | {"npm", "npx", "yarn", "pnpm", "bun", "deno", "nx", "ng", "cargo", "rustup", "go", "mix", "rebar3", "gem"}
    | {"bundle", "rails", "rake", "composer", "php", "artisan", "dotnet", "mvn", "gradle", "gradlew", "sbt", "lein"}
    | {"apt", "apt-get", "apt-cache", "brew", "dnf", "yum", "apk", "pacman", "zypper", "snap", "choco", "port", "nix"}
    | {"docker", "docker-compose", "podman", "kubectl", "helm", "terraform", "vagrant", "heroku", "fly", "az", "aws"}
    | {"gcloud", "systemctl", "service", "launchctl", "jupyter", "django-admin", "manage.py", "make", "just", "task"}
)

# They show and change nothing, so what follows a failure is not their doing.
LOOKS = frozenset(
    {"ls", "ll", "dir", "cat", "bat", "head", "tail", "less", "more", "nl", "tree", "find", "fd", "locate", "stat"}
    | {"file", "wc", "du", "df", "pwd", "echo", "printf", "env", "printenv", "which", "whereis", "type", "hash"}
    | {"man", "info", "tldr", "help", "whoami", "id", "groups", "uname", "hostname", "date", "uptime", "free", "ps"}
    | {"pgrep", "top", "lsof", "grep", "egrep", "fgrep", "rg", "ag", "ack", "diff", "cmp", "comm", "od", "xxd", "test"}
    | {"[", "[[", "sleep", "true", ":", "false", "sort", "uniq", "cut", "tr", "history", "jq", "column", "readlink"}
    | {"realpath", "basename", "dirname", "md5sum", "sha256sum", "cksum", "command", "awk", "strings", "hexdump"}
    | {f"git {word}" for word in ("status", "log", "diff", "show", "branch", "remote", "blame", "reflog", "ls-files")}
    | {f"pip {word}" for word in ("list", "show", "freeze", "--version")}
    | {f"{tool} {word}" for tool in ("docker", "podman", "kubectl") for word in ("ps", "images", "logs", "get")}
    | {"kubectl describe", "systemctl status", "gh pr", "gh issue"}
    | {"conda list", "conda env", "conda info", "npm ls", "npm list", "brew list", "brew info"}
    | {"apt list", "apt-cache search"}
)

# They set the scene for the command behind them.
SETTING = frozenset(
    {"cd", "pushd", "popd", "source", ".", "export", "set", "unset", "ulimit", "umask", "alias", "shopt"}
)

INSTALLERS = frozenset(
    {"pip", "uv", "conda", "mamba", "poetry", "pipenv", "pdm", "pipx", "npm", "yarn", "pnpm", "bun", "gem", "bundle"}
    | {"cargo", "go", "rustup", "mix", "composer", "cpan", "cpanm", "luarocks", "opam", "stack", "cabal"}
    | {"apt", "apt-get", "brew", "dnf", "yum", "apk", "pacman", "zypper", "snap", "choco", "port", "nix-env"}
)
INSTALLING = frozenset({"install", "add", "get", "i", "require", "-S", "-Sy", "-Syu", "ensurepip"})

# Tools of hosts that change nothing, by the words their names are made of.
READING_TOOLS = frozenset(
    {"read", "view", "open", "glob", "grep", "search", "find", "list", "ls", "fetch", "webfetch", "websearch"}
)

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
        {"restore", "reset", "clean", "commit", "merge", "revert", "rm", "am", "apply", "filter-branch", "drop", "clear"}
        | {"--skip", "--quit", "deinit"}
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
    **{each: _INSTALL for each in INSTALLERS},
    "go": frozenset({"get", "install", "tidy", "download"}),
    "cargo": frozenset({"fetch", "add", "install"}),
    "rustup": frozenset({"install", "add", "update", "default"}),
    "mix": frozenset({"deps.get", "local.hex", "local.rebar", "ecto.create", "ecto.migrate", "ecto.setup"}),
    **{
        each: frozenset({"up", "start", "login", "migrate", "db:migrate", "upgrade"})
        for each in ("docker", "docker-compose", "podman")
    },
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
    **{each: frozenset({"login"}) for each in ("aws", "gcloud", "gh", "glab", "az", "heroku", "fly", "vercel", "vault")},
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
# They judge what they are given: fewer or other things are another question.
CHECKING = frozenset(
    {"pytest", "tox", "nox", "unittest", "jest", "vitest", "mocha", "rspec", "phpunit", "ctest", "mypy", "ruff"}
    | {"eslint", "tsc", "flake8", "pylint", "cargo test", "go test", "go vet", "mix test", "npm test", "yarn test"}
    | {"pnpm test", "bun test", "npm run", "yarn run", "pnpm run", "cargo clippy"}
)
