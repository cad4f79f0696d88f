"""What a service elsewhere is to us: its address, where its key is kept, what a person says of it. Opens no connection.

Called by the settings, by the embedders and by the models that write. Nothing of a person's leaves the machine unless
they name an address here.
"""

from remora.remote.address import LOOPBACK, address, host_of, is_here
from remora.remote.embeddings import WIDEST, Service, service_of
from remora.remote.keys import key

__all__ = ["LOOPBACK", "WIDEST", "Service", "address", "host_of", "is_here", "key", "service_of"]
