"""The rules of detect-secrets, in process: its patterns, none of its files, filters, network checks or settings.

Imported by redact on first need, for the package brings an HTTP client along. Only rules of fixed forms are taken:
plain entropy calls every git hash a secret.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from detect_secrets.plugins.aws import AWSKeyDetector
from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
from detect_secrets.plugins.discord import DiscordBotTokenDetector
from detect_secrets.plugins.github_token import GitHubTokenDetector
from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
from detect_secrets.plugins.jwt import JwtTokenDetector
from detect_secrets.plugins.mailchimp import MailchimpDetector
from detect_secrets.plugins.openai import OpenAIDetector
from detect_secrets.plugins.private_key import PrivateKeyDetector
from detect_secrets.plugins.pypi_token import PypiTokenDetector
from detect_secrets.plugins.sendgrid import SendGridDetector
from detect_secrets.plugins.slack import SlackDetector
from detect_secrets.plugins.square_oauth import SquareOAuthDetector
from detect_secrets.plugins.stripe import StripeDetector
from detect_secrets.plugins.telegram_token import TelegramBotTokenDetector
from detect_secrets.plugins.twilio import TwilioKeyDetector

PRIVATE_KEY_HEADERS: tuple[re.Pattern[str], ...] = (
    *PrivateKeyDetector.denylist,
    re.compile(r"BEGIN ENCRYPTED PRIVATE KEY"),
    re.compile(r"PuTTY-User-Key-File-3"),
)


@dataclass(frozen=True, slots=True)
class Form:
    """Patterns of one kind of credential; `group` holds the secret. `needs` stands in each: without it none is tried,
    for a pattern with an open middle takes the square of the text's length to fail.
    """

    kind: str
    patterns: tuple[re.Pattern[str], ...]
    group: int = 0
    needs: str = ""

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where in the text. What begins inside a longer word is part of something else."""
        for pattern in self.patterns if self.needs in text else ():
            for match in pattern.finditer(text):
                start, end = match.span(self.group)
                if not (start and text[start - 1].isalnum()):
                    yield start, end


FORMS = (
    Form("aws-key", tuple(AWSKeyDetector.denylist)[:1]),
    Form("aws-secret", tuple(AWSKeyDetector.denylist)[1:], 1),
    Form("azure-key", tuple(AzureStorageKeyDetector.denylist)),
    Form("discord-token", tuple(DiscordBotTokenDetector.denylist)),
    Form("github-token", tuple(GitHubTokenDetector.denylist)),
    Form("gitlab-token", tuple(GitLabTokenDetector.denylist)),
    Form("mailchimp-key", tuple(MailchimpDetector.denylist)),
    Form("openai-key", tuple(OpenAIDetector.denylist), needs="T3BlbkFJ"),
    Form("pypi-token", tuple(PypiTokenDetector.denylist)),
    Form("sendgrid-key", tuple(SendGridDetector.denylist)),
    Form("slack-token", tuple(SlackDetector.denylist)),
    Form("square-secret", tuple(SquareOAuthDetector.denylist)),
    Form("stripe-key", tuple(StripeDetector.denylist)),
    Form("telegram-token", tuple(TelegramBotTokenDetector.denylist)),
    Form("twilio-key", tuple(TwilioKeyDetector.denylist)),
)


def jwts(text: str) -> Iterator[tuple[int, int]]:
    """Tokens whose header and claims really are JSON. The rule stops before the signature."""
    for pattern in JwtTokenDetector.denylist:
        for match in pattern.finditer(text):
            if JwtTokenDetector.is_formally_valid(match.group()):
                yield match.span()
