// llama.cpp's Vulkan backend (prebuilt in node-llama-cpp): greedy tokens of a random model, on the device or on the CPU.
// Prints one line: the tokens, LLAMA_TOKENS of them. usage: node client.mjs MODEL vulkan|cpu
import {getLlama, LlamaLogLevel} from "node-llama-cpp";

const [model, where] = process.argv.slice(2);
const llama = await getLlama({
    gpu: where === "vulkan" ? "vulkan" : false, build: "never", skipDownload: true,
    logLevel: process.env.LLAMA_LOG ? LlamaLogLevel.debug : LlamaLogLevel.error, vramPadding: 0,
});
if (where === "vulkan" && llama.gpu !== "vulkan") throw new Error("llama.cpp does not use Vulkan");
const m = await llama.loadModel({modelPath: model, gpuLayers: where === "vulkan" ? "max" : 0, useMmap: false});
if (where === "vulkan" && m.gpuLayers === 0) throw new Error("no layer is on the device");
const context = await m.createContext({contextSize: 128, batchSize: 64});
const sequence = context.getSequence();
const out = [];
for await (const token of sequence.evaluate(m.tokenize("the king and the queen of a small land"), {temperature: 0, yieldEogToken: true})) {
    out.push(token);
    if (out.length === Number(process.env.LLAMA_TOKENS ?? 24)) break;
}
console.log(out.join(" "));
process.exit(0);
