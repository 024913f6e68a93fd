"""The trainer of micropul: it makes weights that are read as they were written, and goes on where it was stopped."""

import zlib

import numpy as np
import pytest

from lab.micropul import train
from ludotheque.games.micropul.bots.evaluation import WEIGHTS


@pytest.mark.long
def test_it_trains_and_goes_on_later(tmp_path, monkeypatch):
    for manner in train.GAMES:
        monkeypatch.setitem(train.GAMES, manner, 30)
    monkeypatch.setattr(train, "MATCH", 4)
    monkeypatch.setattr(train, "SEARCHED_FROM", 2)  # so that the third generation searches
    played = []
    for generations in (1, 3):
        learner = train.Learner(5)
        if (tmp_path / "checkpoint.npz").exists():
            learner.load(tmp_path / "checkpoint.npz")
        while learner.generation < generations:
            # `train` counts time; here one generation after the other is asked for.
            share, curve = next(train.train(tmp_path, 1e9, 5))
            assert 0 < share < 1
            played.append(curve[-1][0])
            learner.load(tmp_path / "checkpoint.npz")
    assert played == [30, 60, 90]
    assert np.any(learner.weights.weights != 0)
    list(train.train(tmp_path, 1e-9, 5))
    written = np.frombuffer(zlib.decompress((tmp_path / "weights.bin").read_bytes()), WEIGHTS)[0]
    assert (written.weights == learner.weights.weights).all()
