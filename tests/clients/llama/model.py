"""Writes a small llama model with random weights as GGUF: enough for every kernel of a forward pass.

usage: model.py FILE [TYPE]: of the matrices: F32 (default), F16, Q4_0, Q8_0, Q4_K (whose blocks are random bytes: gguf does not quantize to it)
"""
import sys

import gguf
import numpy as np

TYPE = gguf.GGMLQuantizationType[sys.argv[2] if len(sys.argv) > 2 else "F32"]
# Rows of Q4_K are of blocks of 256.
EMBED, HEADS, KV_HEADS, LAYERS, FFN, CONTEXT = (256, 4, 2, 3, 512, 512) if TYPE.name == "Q4_K" else (128, 4, 2, 3, 352, 512)

rng = np.random.default_rng(20261121)
w = gguf.GGUFWriter(sys.argv[1], "llama")
w.add_context_length(CONTEXT)
w.add_embedding_length(EMBED)
w.add_block_count(LAYERS)
w.add_feed_forward_length(FFN)
w.add_head_count(HEADS)
w.add_head_count_kv(KV_HEADS)
w.add_layer_norm_rms_eps(1e-5)
w.add_rope_dimension_count(EMBED // HEADS)
w.add_file_type(gguf.LlamaFileType.ALL_F32 if TYPE.name == "F32" else gguf.LlamaFileType[f"MOSTLY_{TYPE.name}"] if TYPE.name != "Q4_K"
                else gguf.LlamaFileType.MOSTLY_Q4_K_M)

# A byte-level vocabulary: control tokens, then the 256 bytes, then a few words.
words = ["▁the", "▁a", "▁of", "▁and", "ing", "er", "▁to", "▁in", "on", "▁"]
tokens = [b"<unk>", b"<s>", b"</s>"] + [b"<0x%02X>" % b for b in range(256)] + [t.encode() for t in words]
tokens += [chr(c).encode() for c in range(ord("a"), ord("z") + 1)]
kinds = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL] + [gguf.TokenType.BYTE] * 256
kinds += [gguf.TokenType.NORMAL] * (len(tokens) - len(kinds))
w.add_tokenizer_model("llama")
w.add_token_list(tokens)
w.add_token_scores([0.0 if i < 259 else -float(i) for i in range(len(tokens))])
w.add_token_types(kinds)
w.add_bos_token_id(1)
w.add_eos_token_id(2)
w.add_unk_token_id(0)


def tensor(name, *shape, scale=None):
    scale = scale or 1.0 / np.sqrt(shape[-1])
    values = (rng.standard_normal(shape) * scale).astype(np.float32)
    if TYPE.name == "F32":
        w.add_tensor(name, values)
    elif TYPE.name == "Q4_K":  # two halves, 12 bytes of scales, 128 of nibbles
        blocks = rng.integers(0, 256, (shape[0], shape[1] // 256, 144), dtype=np.uint8)
        blocks[..., 0:4] = np.array([scale / 160, scale / 20], np.float16).view(np.uint8)
        w.add_tensor(name, blocks.reshape(shape[0], -1), raw_dtype=TYPE)
    else:
        w.add_tensor(name, gguf.quants.quantize(values, TYPE), raw_dtype=TYPE)


def ones(name, n):
    w.add_tensor(name, (1 + 0.1 * rng.standard_normal(n)).astype(np.float32))


tensor("token_embd.weight", len(tokens), EMBED, scale=1.0)
for i in range(LAYERS):
    b = f"blk.{i}."
    ones(b + "attn_norm.weight", EMBED)
    tensor(b + "attn_q.weight", EMBED, EMBED)
    tensor(b + "attn_k.weight", EMBED * KV_HEADS // HEADS, EMBED)
    tensor(b + "attn_v.weight", EMBED * KV_HEADS // HEADS, EMBED)
    tensor(b + "attn_output.weight", EMBED, EMBED)
    ones(b + "ffn_norm.weight", EMBED)
    tensor(b + "ffn_gate.weight", FFN, EMBED)
    tensor(b + "ffn_up.weight", FFN, EMBED)
    tensor(b + "ffn_down.weight", EMBED, FFN)
ones("output_norm.weight", EMBED)
tensor("output.weight", len(tokens), EMBED)
w.write_header_to_file()
w.write_kv_data_to_file()
w.write_tensors_to_file()
w.close()
