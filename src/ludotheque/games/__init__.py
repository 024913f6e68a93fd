"""The games. Each is one folder; delete it and nothing else breaks."""
