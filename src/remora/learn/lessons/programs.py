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

# They judge what they are given: fewer or other things are another question.
CHECKING = frozenset(
    {"pytest", "tox", "nox", "unittest", "jest", "vitest", "mocha", "rspec", "phpunit", "ctest", "mypy", "ruff"}
    | {"eslint", "tsc", "flake8", "pylint", "cargo test", "go test", "go vet", "mix test", "npm test", "yarn test"}
    | {"pnpm test", "bun test", "npm run", "yarn run", "pnpm run", "cargo clippy"}
)
