"""What the network is like for a download, as the environment says: hub, proxy, own CAs, offline. Reads, never sets.

An error of a download names all of it: people behind a proxy must see what was honoured and what was not there.
"""

import os
import re
import ssl
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, HTTPSHandler, OpenerDirector, ProxyHandler, build_opener, getproxies

from remora.errors import ModelUnavailable

HUB = "https://huggingface.co"
MIRROR = "https://hf-mirror.com"  # asked where the hub cannot be reached, unless the person named a place themselves
ENDPOINT, PROXY, CERTIFICATES, OFFLINE = "HF_ENDPOINT", "HTTPS_PROXY", "SSL_CERT_FILE", "HF_HUB_OFFLINE"
YES = frozenset({"1", "ON", "YES", "TRUE"})  # what the hub's own client takes for a yes


def endpoints() -> tuple[str, ...]:
    """Where to ask, in order: the place that the person named and no other, else the hub and then its mirror.

    Raises ModelUnavailable where the variable holds no address, or says offline.
    """
    if os.environ.get(OFFLINE, "").strip().upper() in YES:
        raise ModelUnavailable(f"Nothing was downloaded: {OFFLINE} is set.", f"Unset {OFFLINE} for this one command.")
    address = (os.environ.get(ENDPOINT) or "").rstrip("/")
    if not address:
        return HUB, MIRROR
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ModelUnavailable(f"Nothing was downloaded: {ENDPOINT}={address} is no address.", "Write https://HOST.")
    return (address,)


def origin() -> str:
    """Where a download would ask first, for people."""
    return (os.environ.get(ENDPOINT) or HUB).rstrip("/")


def opener(redirects: HTTPRedirectHandler) -> OpenerDirector:
    """What opens addresses, through the proxy and with the certificates that the environment names."""
    return build_opener(ProxyHandler(), HTTPSHandler(context=_trusted()), redirects)


def settings(address: str) -> str:
    """The settings in force for this address, for an error message; without the proxy's password."""
    proxy = getproxies().get(urlsplit(address).scheme) or ""
    named = {
        PROXY: re.sub(r"//[^/@]*@", "//***@", proxy),
        CERTIFICATES: os.environ.get(CERTIFICATES, ""),
        ENDPOINT: os.environ.get(ENDPOINT, ""),
    }
    return ", ".join(f"{name}={value}" if value else f"{name} not set" for name, value in named.items())


def _trusted() -> ssl.SSLContext:
    file = os.environ.get(CERTIFICATES)
    if file and not Path(file).is_file():
        raise ModelUnavailable(f"Nothing was downloaded: {CERTIFICATES}={file} is no file.", "Correct or unset it.")
    context = ssl.create_default_context()  # OpenSSL reads the variable itself
    if not file and not context.cert_store_stats()["x509_ca"]:
        # A Python from elsewhere does not know where this system keeps its certificates; these come with fastembed.
        import certifi

        context.load_verify_locations(certifi.where())
    return context
