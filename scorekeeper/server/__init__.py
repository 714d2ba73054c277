"""The server of a home: sockets, connections, the port file, the browser that it opens."""
