"""A bot in one file: it joins a table by its link and plays, whatever the game, by choosing at random.

    python examples/bot.py http://127.0.0.1:8000/t/TABLE [NAME]

The only package it needs is `websockets`. Put your own thinking into `choose`: it is given what a seat may see and do.
"""

import json
import random
import secrets
import sys
from urllib.parse import urlsplit

from websockets.sync.client import connect


def choose(view, legal):
    """One of the legal actions: each has its text (`do`), its `parts`, and a `preview` of what it would bring."""
    return random.choice(legal)["do"]


def play(link, name):
    """Sit down at a table and play to its end."""
    url = urlsplit(link)
    table = url.path.rsplit("/", 1)[-1]
    address = f"{'wss' if url.scheme == 'https' else 'ws'}://{url.netloc}/api/socket"
    with connect(address, max_size=None, compression=None) as socket:

        def send(**message):
            socket.send(json.dumps(message))

        send(type="hello", protocol=2, name=name)
        send(type="watch", table=table)
        for text in socket:
            message = json.loads(text)
            if message["type"] == "table":
                # The server has committed to its chance: now give our share of it.
                send(type="join", table=table, nonce=secrets.token_hex(16))
            elif message["type"] == "refused" and message["code"] != "stale":
                return f"{message['code']}: {message['message']}"
            elif message["type"] == "update":
                if message["phase"] == "over":
                    return message["ending"]
                for own in message["views"]:
                    if own["legal"]:
                        action = choose(own["view"], own["legal"])
                        send(type="act", table=table, seat=own["seat"], seq=message["n"], action=action)
        return "the connection was lost"


if __name__ == "__main__":
    print(play(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "bot"))
