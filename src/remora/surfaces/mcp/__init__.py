"""The MCP server `remora mcp`: tools, prompts and resources for any client of the protocol, over standard streams.

Read `server` first. It translates and holds no policy: operations are the memory tool's, asked for through the bus.
"""
