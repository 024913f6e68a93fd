"""Thinking that knows no game: bots and the batch runner."""
