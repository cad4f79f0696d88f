"""Which options of which programs take a secret, as data. Read by commandlines; nothing is judged here."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Option:
    """Options that take a secret: in the next word, or `glued` to the name. `behind` a mark in the value the secret
    begins (`user:…`), without the mark there is none. `needs` is a word of the command without which the option means
    something else.
    """

    names: tuple[str, ...]
    spaced: bool = True
    glued: bool = False
    behind: str = ""
    needs: str = ""


def _of(programs: str, *options: Option) -> dict[str, tuple[Option, ...]]:
    return dict.fromkeys(programs.split(), options)


PROGRAMS: Mapping[str, tuple[Option, ...]] = MappingProxyType(
    _of(
        "mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlsh mycli mariadb mariadb-dump mariadb-admin",
        Option(("-p",), spaced=False, glued=True),  # behind a space stands the database
    )
    | _of("curl", Option(("-u", "--user", "-U", "--proxy-user"), glued=True, behind=":"), Option(("--oauth2-bearer",)))
    | _of("wget http https xh", Option(("-u", "--user"), behind=":"))
    | _of("http https xh", Option(("-u", "--user", "-a", "--auth"), behind=":"))
    | _of(
        "docker podman nerdctl buildah helm oras crane az oc cf regctl",
        Option(("-p",), needs="login"),
        Option(("--creds",), behind=":"),
    )
    | _of("skopeo", Option(("-p",), needs="login"), Option(("--creds", "--src-creds", "--dest-creds"), behind=":"))
    | _of("sshpass", Option(("-p",), glued=True))
    | _of("redis-cli valkey-cli keydb-cli", Option(("-a", "--pass")))
    | _of("openssl", Option(("-passin", "-passout", "-pass"), behind="pass:"), Option(("-k",), needs="enc"))
    | _of("keytool jarsigner", Option(("-storepass", "-keypass", "-srcstorepass", "-deststorepass")))
    | _of("smbclient rpcclient smbget smbmap net", Option(("-U", "--user"), glued=True, behind="%"))
    | _of("lftp", Option(("-u", "--user"), behind=","))
    | _of("ldapsearch ldapadd ldapmodify ldapdelete ldapmodrdn ldappasswd ldapwhoami", Option(("-w",), glued=True))
    | _of("sqlcmd bcp mosquitto_pub mosquitto_sub", Option(("-P",), glued=True))
    | _of("zip unzip zipcloak", Option(("-P",), glued=True))
    | _of("7z 7za 7zr 7zz rar unrar", Option(("-p", "-hp"), spaced=False, glued=True))
    | _of("gpg gpg2", Option(("--passphrase",)))
    | _of("mongo mongosh mongodump mongorestore mongoexport mongoimport cqlsh", Option(("-p",), glued=True))
    | _of("ssh-keygen", Option(("-N", "-P")))
    | _of("xfreerdp xfreerdp3 wfreerdp", Option(("/p:",), spaced=False, glued=True))
)

LAST_WORD: Mapping[str, str] = MappingProxyType({"htpasswd": "b"})
"""Programs that take the secret as their last word, where a cluster of short options holds this letter."""

PASSWORDS = frozenset((
    "--password", "--passwd", "--passphrase", "--pass", "--http-password", "--ftp-password", "--proxy-password",
    "--admin-password", "--db-password", "--root-password", "--user-password", "--password-value", "-password",
))  # fmt: skip
KEYS = frozenset((
    "--token", "--api-key", "--apikey", "--api_key", "--secret", "--client-secret", "--secret-key", "--access-token",
    "--auth-token", "--private-token", "--api-token", "--bearer-token", "--secret-access-key",
    "--personal-access-token",
))  # fmt: skip
"""Options of any program. A key has to look like one: `--secret` often names one that is kept elsewhere."""

LOGINS = Option(("--auth", "--credentials", "--creds", "--basic-auth", "--proxy-user"), behind=":")
"""Options of any program that take a user and a password."""

USERS = frozenset(("-u", "-U", "--user", "--username", "/u", "/user"))
BESIDE_USER = Option(("-p", "/p"))
"""Behind a user `-p` is a password with most programs, where it looks like one."""

NO_LOGIN = frozenset((
    "sudo", "doas", "runuser", "su", "docker", "podman", "nerdctl", "docker-compose", "mkdir", "cp", "install", "ssh",
    "systemd-run", "git", "make", "tar", "patch", "ps", "psql", "pg_dump", "python", "node", "npm", "pytest", "rsync",
))  # fmt: skip
"""Programs whose -p is something else, whoever the user is; `needs` and the like of PROGRAMS go before."""

VARIABLES = (
    "PGPASSWORD", "MYSQL_PWD", "SSHPASS", "REDISCLI_AUTH", "RESTIC_PASSWORD", "BORG_PASSPHRASE", "MONGO_PASSWORD",
    "SQLCMDPASSWORD", "DOCKER_PASSWORD", "ANSIBLE_BECOME_PASS", "SUDO_PASSWORD", "PASSPHRASE",
)  # fmt: skip
"""Variables of the environment that hold a password whatever it looks like."""

RECEIVERS = (
    r"sudo\s(?:[^\n|;&]{0,80}\s)?(?:-[A-Za-z]{0,5}S|--stdin)\b",
    r"[^\n|;&]{1,120}\s--password-stdin\b",
    r"[^\n|;&]{1,120}\s--passphrase-fd[ =]0\b",
    r"gh\sauth\slogin\s[^\n|;&]{0,60}--with-token\b",
    r"(?:sudo\s)?(?:passwd\s[^\n|;&]{0,40}--stdin\b|chpasswd\b|cryptsetup\s|kinit\s|smbpasswd\s)",
)
"""Commands that read a secret from what is piped into them."""

SENTENCE = frozenset((
    "is", "are", "was", "takes", "reads", "needs", "wants", "asks", "gives", "sets", "expects", "prompts", "means",
    "does", "has", "will", "can", "must", "should", "flag", "option", "options", "argument", "parameter", "and", "or",
    "to", "for", "with", "without", "in", "on", "the", "a", "an", "from", "if", "when", "where", "which", "that",
    "it", "as", "at", "by", "of", "here", "there", "not", "no", "then", "than", "instead", "again", "only", "value",
))  # fmt: skip
"""Words that go on with a sentence about an option: "--password takes …"."""
