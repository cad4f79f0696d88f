"""How Hermes is configured in tests and benchmarks: the scripted model, nothing asked, no network but loopback."""

from hosts.hermes.model_server import CONTEXT, MODEL

CONFIG = """\
# What the person wrote stays as it is.
model:
  provider: custom
  default: {model}
  base_url: {url}   # loopback
  api_key: key
  context_length: {context}
approvals:
  mode: "off"
security:
  allow_lazy_installs: false
  tirith_enabled: false
agent:
  environment_probe: false
"""
NOWHERE = "http://127.0.0.1:9"  # nobody listens: whatever a host looks for out there is refused at once
NO_NETWORK = {
    **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), NOWHERE),
    **dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1"),
}


def configuration(url: str, more: str = "") -> str:
    """A profile's configuration for the model at `url`."""
    return CONFIG.format(model=MODEL, url=url, context=CONTEXT) + more
