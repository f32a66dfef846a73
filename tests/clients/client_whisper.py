"""whisper.cpp with its Vulkan backend (cyllama-vulkan ships it built): what a random model hears, in halves and in blocks of 8
bits, with flash attention and without, against the same on the CPU."""
import struct
import tempfile

import gguf
import numpy as np
from cyllama.whisper import whisper_cpp as whisper

STATE, HEADS, LAYERS, CONTEXT, TEXT, MELS, VOCABULARY, WORDS = 128, 2, 4, 256, 64, 80, 51864, 50257


def write_model(path, file_type, matrices):
    """whisper.cpp's own format: sizes, filters of the spectrum, words, tensors."""
    rng = np.random.default_rng(3)
    with open(path, "wb") as f:
        f.write(struct.pack("<12i", 0x67676D6C, VOCABULARY, CONTEXT, STATE, HEADS, LAYERS, TEXT, STATE, HEADS, LAYERS, MELS, file_type))
        filters = np.maximum(0, 1 - np.abs(np.arange(201) / 2.5 - np.arange(MELS)[:, None])).astype(np.float32)
        f.write(struct.pack("<2i", *filters.shape) + filters.tobytes() + struct.pack("<i", WORDS))
        for i in range(WORDS):
            word = b" w%d" % i if i else b" "
            f.write(struct.pack("<i", len(word)) + word)

        def tensor(name, *shape, kind="F32", scale=None, mean=0.0):
            values = (mean + rng.standard_normal(shape) * (np.prod(shape[1:]) ** -0.5 if scale is None else scale)).astype(np.float32)
            kind = gguf.GGMLQuantizationType[kind]
            f.write(struct.pack(f"<{3 + len(shape)}i", len(shape), len(name), kind, *reversed(shape)) + name.encode())
            f.write(gguf.quants.quantize(values, kind).tobytes())

        def linear(name, outputs, inputs, bias=True, gain=1):
            tensor(name + ".weight", outputs, inputs, kind=matrices, scale=gain * inputs**-0.5)
            if bias:
                tensor(name + ".bias", outputs, scale=0.1)

        def norm(name):
            tensor(name + ".weight", STATE, scale=0.1, mean=1.0)
            tensor(name + ".bias", STATE, scale=0.1)

        for side, length in (("encoder", CONTEXT), ("decoder", TEXT)):
            tensor(side + ".positional_embedding", length, STATE, scale=3.0)
            for block in (f"{side}.blocks.{i}." for i in range(LAYERS)):
                for attention in ("attn", "cross_attn")[:1 + (side == "decoder")]:
                    norm(f"{block}{attention}_ln")
                    for part in ("query", "key", "value", "out"):
                        linear(f"{block}{attention}.{part}", STATE, STATE, part != "key", 4 if part == "out" else 1)
                norm(block + "mlp_ln")
                linear(block + "mlp.0", 4 * STATE, STATE)
                linear(block + "mlp.2", STATE, 4 * STATE, gain=4)
        for name, inputs in (("encoder.conv1", MELS), ("encoder.conv2", STATE)):
            tensor(name + ".weight", STATE, inputs, 3, kind="F16")
            tensor(name + ".bias", STATE, 1, scale=0.1)
        norm("encoder.ln_post")
        norm("decoder.ln")
        tensor("decoder.token_embedding.weight", VOCABULARY, STATE, kind=matrices, scale=0.3)


def hear(path, sound, gpu, flash):
    """The tokens that come out greedily, and how probable each was."""
    given = whisper.WhisperContextParams()
    given.use_gpu, given.flash_attn = gpu, flash
    context = whisper.WhisperContext(path, given)
    p = whisper.WhisperFullParams(whisper.WhisperSamplingStrategy.GREEDY)
    p.n_threads, p.temperature_inc, p.max_tokens, p.single_segment, p.no_context, p.no_timestamps = 2, 0.0, 16, True, True, True
    assert context.full(sound, p) == 0 and context.full_n_segments() == 1
    n = context.full_n_tokens(0)
    return [context.full_get_token_id(0, i) for i in range(n)], np.array([context.full_get_token_p(0, i) for i in range(n)])


whisper.ggml_backend_load_all()
whisper.disable_logging()
t = np.arange(5 * 16000) / 16000
sound = (0.4 * np.sin(2 * np.pi * (200 + 300 * t) * t) * (np.sin(7 * t) > 0)).astype(np.float32)
worst, heard = {}, set()
with tempfile.TemporaryDirectory() as d:
    for file_type, matrices, tolerance in ((1, "F16", 0.03), (7, "Q8_0", 0.15)):
        write_model(f"{d}/model.bin", file_type, matrices)
        for flash in (False, True):
            (cpu, want), (gpu, got) = (hear(f"{d}/model.bin", sound, on, flash) for on in (False, True))
            error = np.abs(got / want - 1).max() if cpu == gpu else 1
            assert error < tolerance, (matrices, flash, cpu, gpu, want, got)
            worst[matrices] = max(worst.get(matrices, 0), error)
            heard |= set(cpu)
print(f"whisper: four times {len(cpu)} tokens ({len(heard)} different ones) as on the CPU; probabilities within " +
      ", ".join(f"{error:.1%} ({matrices})" for matrices, error in worst.items()))
