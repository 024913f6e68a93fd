"""The sounds as a browser renders them: loud enough, never clipped, short, and each unlike the others. Whether they are
pleasant, only an ear can say."""

import importlib
import subprocess
from itertools import combinations

import numpy as np
import pytest

from tests.browser.server import ROOT

RATE = 48_000
LONGEST = 1.0  # seconds
PLAIN = """
import ts from "typescript";
import { readFileSync } from "node:fs";
const options = { compilerOptions: { module: "esnext", target: "es2022" } };
process.stdout.write(ts.transpileModule(readFileSync("web/app/sounds.ts", "utf8"), options).outputText);
"""
RENDER = """
async ([code, rate, volume]) => {
  const { SOUNDS, scheduleSound } = await import("data:text/javascript," + encodeURIComponent(code));
  const found = {};
  for (const what of Object.keys(SOUNDS)) {
    const context = new OfflineAudioContext(1, 1.5 * rate, rate);
    scheduleSound(context, what, volume);
    found[what] = [...(await context.startRendering()).getChannelData(0)];
  }
  return found;
}
"""


@pytest.fixture(scope="module")
def rendered(browser):
    """The samples of each sound at full volume, and at the usual one."""
    node, _ = importlib.import_module("dev").node()
    command = [node, "--input-type=module", "--eval", PLAIN]
    code = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    page = browser.new_page()
    sounds = [
        {what: np.array(samples) for what, samples in page.evaluate(RENDER, [code, RATE, volume]).items()}
        for volume in (1, 0.5)
    ]
    page.close()
    return sounds


def audible(samples):
    """The part from the beginning to the last sample that is not silence (-60 dB)."""
    return samples[: np.flatnonzero(np.abs(samples) > 0.001)[-1] + 1]


def spectrogram(samples):
    """Energies by tenth of a second and third of an octave from 100 Hz, of unit length."""
    bands = 100 * 2 ** (np.arange(20) / 3)
    windows = samples[: int(LONGEST * RATE)].reshape(-1, RATE // 10)
    power = np.abs(np.fft.rfft(windows, axis=1)) ** 2
    which = np.digitize(np.fft.rfftfreq(RATE // 10, 1 / RATE), bands)
    energies = np.stack([power[:, which == band].sum(axis=1) for band in range(len(bands) + 1)])
    return np.sqrt(energies / energies.sum()).ravel()


def test_sounds_are_short_loud_enough_and_never_clipped(rendered):
    loudest, usual = rendered
    assert len(loudest) == 7
    for what, samples in loudest.items():
        assert np.abs(samples).max() < 0.9, what
        assert len(audible(samples)) < LONGEST * RATE, what
    for what, samples in usual.items():
        # -36 dB of full scale over what is heard: a laptop's fan does not drown it.
        assert np.sqrt(np.mean(audible(samples) ** 2)) > 0.015, what


def test_each_sound_is_unlike_the_others(rendered):
    drawn = {what: spectrogram(samples) for what, samples in rendered[0].items()}
    for one, other in combinations(drawn, 2):
        assert drawn[one] @ drawn[other] < 0.8, (one, other)
