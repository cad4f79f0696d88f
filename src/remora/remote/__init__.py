"""What a service elsewhere is to us: its address, where its key is kept, what a person says of it. Opens no connection.

Called by the settings, by the embedders and by the models that write. Nothing of a person's leaves the machine unless
they name an address here. The parts are imported one by one: who asks for an address needs no pydantic.
"""
