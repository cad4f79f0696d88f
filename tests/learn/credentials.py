"""Credentials as they stand in notes, made up on the spot from a fixed seed, so that no scanner of repositories is
alarmed; and texts that look like credentials and are none."""

import base64
import hashlib
import json
import random
import string
import uuid
from collections.abc import Callable

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
URL64 = ALNUM + "-_"


def planted() -> list[tuple[str, str, str]]:
    """(kind, secret, note that holds it), several notes a kind."""
    chance = random.Random(20_240_229)

    def some(alphabet: str, count: int) -> str:
        while True:
            value = "".join(chance.choice(alphabet) for _ in range(count))
            # as every generator of the issuers would, but for one in a million
            if any(map(str.isdigit, value)) and len(set(value)) > min(7, count // 3):
                return value

    def packed(data: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(data).encode()).decode().rstrip("=")

    def pem(name: str) -> str:
        body = base64.b64encode(bytes(chance.randrange(256) for _ in range(600))).decode()
        lines = "\n".join(body[i : i + 64] for i in range(0, len(body), 64))
        return f"-----BEGIN {name}-----\n{lines}\n-----END {name}-----"

    digits = string.digits
    makers: dict[str, Callable[[], str]] = {
        "aws-key": lambda: "AKIA" + some(string.ascii_uppercase + "234567", 16),
        "aws-secret": lambda: some(ALNUM + "/+", 40),
        "azure-key": lambda: "AccountKey=" + some(ALNUM + "/+", 86) + "==",
        "discord-token": lambda: "M" + some(ALNUM, 23) + "." + some(URL64, 6) + "." + some(ALNUM, 27),
        "github-token": lambda: "ghp_" + some(ALNUM, 36),
        "github-fine-grained": lambda: "github_pat_" + some(ALNUM, 22) + "_" + some(ALNUM, 59),
        "gitlab-token": lambda: "glpat-" + some(ALNUM, 20),
        "mailchimp-key": lambda: some(HEX, 32) + "-us14",
        "openai-key": lambda: "sk-" + some(ALNUM, 20) + "T3Blb" + "kFJ" + some(ALNUM, 20),
        "openai-project-key": lambda: "sk-proj-" + some(URL64, 60),
        "anthropic-key": lambda: "sk-ant-api03-" + some(URL64, 93) + "AA",
        "google-key": lambda: "AIza" + some(URL64, 34) + "9",
        "google-oauth": lambda: "GOCSPX-" + some(ALNUM, 28),
        "huggingface-token": lambda: "hf_" + some(ALNUM, 34),
        "npm-token": lambda: "npm_" + some(ALNUM, 36),
        "pypi-token": lambda: "pypi-AgEIcHlwaS5" + "vcmc" + some(URL64, 120),
        "sendgrid-key": lambda: "SG." + some(ALNUM, 22) + "." + some(ALNUM, 43),
        "slack-token": lambda: f"xoxb-{some(digits, 12)}-{some(digits, 12)}-{some(ALNUM, 24)}",
        "slack-webhook": lambda: (
            "https://hooks.slack" + f".com/services/T{some(ALNUM, 9)}/B{some(ALNUM, 9)}/{some(ALNUM, 24)}"
        ),
        "square-secret": lambda: "sq0csp-" + some(ALNUM, 43),
        "stripe-key": lambda: "sk_live_" + some(ALNUM, 24),
        "stripe-webhook": lambda: "whsec_" + some(ALNUM, 32),
        "telegram-token": lambda: "7" + some(digits, 9) + ":AA" + some(URL64, 32) + "x",
        "twilio-key": lambda: "SK" + some(HEX, 32),
        "digitalocean-token": lambda: "dop_v1_" + some(HEX, 64),
        "vault-token": lambda: "hvs." + some(ALNUM, 90),
        "shopify-token": lambda: "shpat_" + some(HEX, 32),
        "jwt": lambda: ".".join(
            (
                packed({"alg": "HS256", "typ": "JWT"}),
                packed({"sub": some(digits, 8), "iat": 1516239022}),
                some(URL64, 42) + "x",
            )
        ),
        "rsa-private-key": lambda: pem("RSA PRIVATE KEY"),
        "openssh-private-key": lambda: pem("OPENSSH PRIVATE KEY"),
        "pgp-private-key": lambda: pem("PGP PRIVATE KEY BLOCK"),
        "url-password": lambda: some(ALNUM, 14),
        "bearer": lambda: some(URL64, 40) + "q",
        "password": lambda: some(ALNUM, 8) + chance.choice("!#%^&"),
        "named-key": lambda: some(ALNUM, 32),
        "heroku-key": lambda: str(uuid.UUID(int=chance.getrandbits(128))),
        "flag-password": lambda: some(ALNUM, 12),
        "json-key": lambda: some(HEX, 40),
    }
    around: dict[str, tuple[str, ...]] = {
        "aws-secret": ("AWS_SECRET_ACCESS_KEY={}", 'aws_secret_key = "{}"', "aws secret access key: {}"),
        "url-password": ("DATABASE_URL is postgres://app:{}@db.internal:5432/app", "clone https://bot:{}@git.acme.io/x.git"),
        "bearer": ("curl -H 'Authorization: Bearer {}' https://api.acme.io", "it sends Authorization: bearer {}"),
        "password": ("The staging password is {}", "DB_PASSWORD={}", 'password: "{}"', "db_pass = '{}'"),
        "named-key": ("API_KEY={}", "api key: {}", "client_secret = '{}'", "export SERVICE_TOKEN={}"),
        "heroku-key": ("HEROKU_API_KEY={}", "auth_token: {}"),
        "flag-password": ("mysql -u root --password {} shop", "run it with --password={}"),
        "json-key": ('{{"api_key": "{}", "region": "eu"}}', "secret_key: '{}'"),
    }  # fmt: skip
    plain = ("Deploys use {} since May.", "TOKEN {}", "the key is `{}`.", "x={}\nnext line")
    return [
        (kind, secret, note.format(secret))
        for kind, make in makers.items()
        for note in around.get(kind, plain)
        for secret in (make(), make())
    ]


def look_alikes() -> list[str]:
    """Notes that hold nothing secret, whatever they look like."""
    chance = random.Random(7)

    def digest(kind: str) -> str:
        return hashlib.new(kind, str(chance.random()).encode()).hexdigest()

    def guid() -> str:
        return str(uuid.UUID(int=chance.getrandbits(128), version=4))

    notes = [
        "Set YOUR_API_KEY before you start.", "export OPENAI_API_KEY=sk-...", "OPENAI_API_KEY=your-key-here",
        "api_key: YOUR_API_KEY", "api_key = '<your api key>'", 'password: "********"', "password = os.environ['DB_PASSWORD']",
        "const token = process.env.GITHUB_TOKEN;", "token: ${{ secrets.GITHUB_TOKEN }}", "DB_PASSWORD=${DB_PASSWORD:-postgres}",
        "password: {{ vault_db_password }}", "SECRET_KEY = get_random_secret_key()", "AKIAIOSFODNN7EXAMPLE is the key of the docs.",
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "sk_live_xxxxxxxxxxxxxxxxxxxxxxxx stands for the key", "use sk_test_... in development", "xoxb-your-token-here",
        "postgres://user:password@localhost:5432/db", "postgres://postgres:postgres@localhost/app", "redis://default:${REDIS_PASSWORD}@cache:6379",
        "https://USER:PASSWORD@example.org/x.git", "mysql://root:root@127.0.0.1/shop", "amqp://guest:guest@localhost:5672//",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----", "The file starts with -----BEGIN RSA PRIVATE KEY-----.",
        "Passwords are hashed with argon2id.", "the password is stored in 1password", "password hash: bcrypt with cost 12",
        "The token is refreshed every 30min.", "token_limit: 4096", "max_tokens = 128000", "The tokenizer is o200k_base.",
        "secret: db-credentials-v2", "secretName: api-tls-2024", "kubectl get secret app-config-7f9c", "secretKeyRef: {name: app, key: v1}",
        "password_min_length: 12chars", "PASSWORD_RESET_TIMEOUT=3600s", "api_key_version: 2024-06-01", "pwd=/srv/app1/current2",
        "cd $(pwd) && make x86_64", "The key is the user's id, e.g. user_42.", "cache key: user:42:profile:v3", "primary key: order_id2",
        "partition_key=tenant_id_v2", "access_key_id comes from the instance profile.", "key: Ctrl+Shift+P2", "ssh-ed25519 public keys go to ~/.ssh/authorized_keys2",
        "Authorization: Bearer <token>", "curl -H 'Authorization: Bearer $TOKEN'", "The header is `Authorization: Bearer YOUR_ACCESS_TOKEN`.",
        "passphrase: leave it empty", "The secret is to warm the cache first.", "The password is required since v2.", "password = getpass.getpass()",
        "auth_token = config.auth.token2", "token = tokens[0]", "csrf_token: {% csrf_token %}", "passwd -l www-data33",
        "secret_key_base is in config/credentials.yml.enc", "API key rotation happens every 90d.", "api-key header: X-Api-Key-V2",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
        "etag: W/\"33a64df551425fcc55e4d42a148795d9f25f89d4\"", "integrity sha512-z1pZk1tB6LTsKDhS0Tf1XyGv0gEzjmFJHAGB3B2nZVWyVSfQ0PZuB2wPuc1zV6yXnX7m3b1sQ1YdL6u8yQ6r4g==",
        "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7vbqajDw4o6gJy8UtmIbkcpnkO3Kw deploy@ci", "docker pull ghcr.io/acme/app@sha256:" + digest("sha256"),
        "The skill sk-learn-contrib replaces sk-learn.", "npm_config_cache=/tmp/npm-cache-12345678901234567890", "glibc-2.39-17.fc40.x86_64 is required",
        "hf_hub_download fetches models.", "AC adapters 65W", "SGML.parser.x", "APIs: AP1, AP2 and APEXServer9", "gls_abc", "xoxo from the team",
        "Build 1700000000:ok", "ratio 16:9 and 21:9", "see issue #12345678:comment", "10.0.0.12:5432", "::1/128", "00:1A:2B:3C:4D:5E",
        "eyJ is how a JWT begins.", "eyJhbGciOi... is cut off here", "pypi-server runs on port 8080", "dapi is our data API", "lin_api_ is Linear's prefix",
        "github_pat_ is the prefix of fine-grained tokens.", "AIza is how Google keys begin", "whsec_ comes from the dashboard",
        "user@example.org and mailto:ops@acme.io", "git@github.com:acme/app.git", "ssh://git@host:2222/x.git", "http://[::1]:8080/@fs/x",
        "the token bucket refills at 10/s", "password1 is the most common password", "test password: test123", "admin:admin works locally",
    ]  # fmt: skip
    shapes = (
        "Fixed in commit {sha1}.", "git bisect blamed {short}", "sha256 {sha256}", "md5: {md5}", "Request {guid} failed.", "trace_id={hex32}",
        "cache_key: {sha1}", "image tag {sha256}", "build-id {sha1}", "see https://github.com/acme/app/commit/{sha1}", "checksum={md5}", "session {guid} ended",
    )  # fmt: skip
    while len(notes) < 220:
        shape = shapes[len(notes) % len(shapes)]
        sha1 = digest("sha1")
        values = {
            "sha1": sha1,
            "short": sha1[:9],
            "sha256": digest("sha256"),
            "md5": digest("md5"),
            "hex32": digest("md5"),
            "guid": guid(),
        }
        notes.append(shape.format(**values))
    return notes
