"""The built-in server: sockets, connections, the server file, and opening the browser."""
