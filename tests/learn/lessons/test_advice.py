"""What a hint may name: no edit, no loss, no giving up; and which commands prepare, or only ask."""

import pytest

from remora.learn.lessons.attempts import blank, parsed


@pytest.mark.parametrize(
    "command",
    [
        "vim foo.c", "nano a.py", "code .", "emacs a.py",
        "sed -i 's/1/2/' t.py", "sed -ie s/1/2/ t.py", "perl -pi -e 's/a/b/' f", "echo x | tee a.go",
        "echo 'x' > a.go", "printf x >> a.go", "cat b.txt > a.txt", "patch -p1 < fix.diff", "git apply fix.diff",
        "rm -rf .tox", "sudo rm -rf build", "rmdir build", "find . -name '*.pyc' -delete", "ls | xargs rm",
        "git checkout -- src/lib.rs", "git checkout src/lib.rs", "git restore .", "git reset --hard HEAD~1",
        "git clean -fd", "git stash drop", "git rebase --abort", "git push --force", "git push -f origin x",
        "git push origin +main", "git push --force-with-lease", "git branch -D old",
        "docker system prune -af", "docker compose down -v", "podman volume prune", "kill 123", "pkill -f node",
        "sudo kill -9 $(lsof -t -i:3000)", "terraform force-unlock 123", "terraform destroy", "kubectl delete pod x",
        "dropdb app", "mix ecto.drop", "rails db:drop db:create", "psql -c 'DROP TABLE users'", "truncate -s 0 log",
        "mkfs.ext4 /dev/sda", "dd if=a of=b", "pip uninstall foo", "npm uninstall foo",
        "git commit -am fix", "git merge main", "git add . && git commit -m x && git push", "bash -c 'rm -rf build'",
    ],
)  # fmt: skip
def test_what_edits_destroys_gives_up_or_commits_is_harmful(command):
    assert parsed(command).harmful


@pytest.mark.parametrize(
    "command",
    [
        "git push --set-upstream origin x", "git pull --rebase", "git checkout main", "sed -n 1p a.py > /dev/null",
        "pip install torch", "docker build -f Dockerfile.dev .", "make app 2>&1", "nohup make & sleep 3 && cat a.log",
        "pytest tests/test_drop.py", "npm install --legacy-peer-deps", "chmod +x run.sh", "docker run --rm alpine",
        "python -c 'print(\"a > b\")'", "kill -0 123", "git merge-base a b",
    ],
)  # fmt: skip
def test_other_work_is_not_harmful(command):
    assert not parsed(command).harmful


@pytest.mark.parametrize(
    "command",
    [
        "npm ci", "pip install -r requirements.txt", "uv pip install numpy", "bundle install", "mix deps.get",
        "go mod tidy", "cargo fetch", "sudo apt-get install -y jq", "mkdir -p out", "chmod +x run.sh", "touch .env",
        "cp .env.example .env", "python -m venv .venv", "source .venv/bin/activate", "docker compose up -d db",
        "docker start db", "sudo systemctl start postgresql", "service redis start", "createdb app",
        "alembic upgrade head", "bundle exec rails db:migrate", "mix ecto.migrate", "npx prisma migrate deploy",
        "python manage.py migrate", "git fetch", "git pull", "ssh-add ~/.ssh/key", "docker login",
        "aws sso login", "gcloud auth login", "gh auth login", "export API_URL=x", "cd web && npm ci",
    ],
)  # fmt: skip
def test_what_makes_the_ground_ready_prepares(command):
    assert parsed(command).prepares


@pytest.mark.parametrize(
    "command",
    ["python fix.py", "cp a.py b.py", "npm run build", "mkdir out && ./go", "ls", "cd web", "uv run sync", "make", ""],
)
def test_other_work_prepares_nothing(command):
    assert not parsed(command).prepares


@pytest.mark.parametrize(
    "command",
    [
        "grep -rn foo src", "grep foo x | head", "bash -c 'grep foo bar'", "sh -lc \"cd a && test -f b\"",
        "git config user.name", "git diff --quiet", "git rev-parse --verify foo", "git show-ref refs/x",
        "git merge-base --is-ancestor a b", "jq -e .x f.json", "curl -sf localhost:3000/health",
        "kubectl get pods -n foo", "ls missing", "grep -c x y; echo", "findstr foo bar", "pytest --collect-only",
        "python -c 'import foo'",
    ],
)  # fmt: skip
def test_commands_that_only_look_count_as_questions(command):
    assert parsed(command).asks


@pytest.mark.parametrize(
    "command",
    [
        "pytest", "git config user.name me", "curl -X POST host/deploy", "curl -fsSL host/x.sh | sh",
        "bash -c 'make app'", "kubectl apply -f a.yml", "python -c 'import foo; foo.run()'", "grep x y > found.txt",
    ],
)  # fmt: skip
def test_commands_that_change_something_are_no_questions(command):
    assert not parsed(command).asks


@pytest.mark.parametrize("command", ["", "   ", "\x00", "\x00\n\t\x00"])
def test_nothing_visible_is_blank(command):
    assert blank(command)
    assert not blank(command + "x")


@pytest.mark.parametrize(
    "command",
    [
        "echo " * 25_000,
        "bash -c '" * 12_000,
        "python -c '" + "import a " * 12_000 + "'",
        "git checkout " + "a." * 40_000,
    ],
)
def test_a_hostile_command_is_taken_apart_in_steps_that_its_ends_bound(command):
    # An expression that goes back and forth would take minutes here; the suite's own patience is the measure.
    assert not parsed(command).prepares
