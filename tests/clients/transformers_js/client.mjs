// transformers.js on onnxruntime's node package: a Llama writes, with its cache of keys and values, and a BERT reads, on WebGPU and on the CPU.
import { AutoModel, AutoModelForCausalLM, env, Tensor } from '@huggingface/transformers';
env.allowRemoteModels = false;
env.localModelPath = process.argv[2];
const whole = (data, dims) => new Tensor('int64', BigInt64Array.from(data, BigInt), dims);

const prompt = Array.from({ length: 14 }, (_, i) => (i * 37 + 5) % 256);
async function written(device, dtype) {
    const model = await AutoModelForCausalLM.from_pretrained('decoder', { device, dtype });
    const inputs = { input_ids: whole(prompt, [2, 7]), attention_mask: whole(prompt.map(() => 1), [2, 7]) };
    const tokens = (await model.generate({ ...inputs, max_new_tokens: 24, do_sample: false })).tolist().flat().map(Number);
    const { logits } = await model(inputs);
    return [tokens, Array.from(logits.to('float32').data)];
}
async function read(device) {
    const model = await AutoModel.from_pretrained('encoder', { device, dtype: 'fp32' });
    const words = Array.from({ length: 22 }, (_, i) => (i * i + 3) % 256);
    const { last_hidden_state } = await model({ input_ids: whole(words, [2, 11]), attention_mask: whole(words.map((_, i) => (i < 18 ? 1 : 0)), [2, 11]),
        token_type_ids: whole(words.map((_, i) => (i % 11 < 5 ? 0 : 1)), [2, 11]) });
    return Array.from(last_hidden_state.data);
}
const far = (a, b) => a.reduce((worst, x, i) => (Math.abs(x - b[i]) <= worst ? worst : Math.abs(x - b[i]) || Infinity), a.length === b.length ? 0 : Infinity);

const [tokens, logits] = await written('webgpu', 'fp32'), [wantTokens, wantLogits] = await written('cpu', 'fp32');
// (Its kernel for weights of 4 bits sums in halves.)
const halves = far((await written('webgpu', 'q4f16'))[1], (await written('cpu', 'q4f16'))[1]);
const errors = [far(logits, wantLogits), far(await read('webgpu'), await read('cpu'))];
const right = tokens.length === 62 && `${tokens}` === `${wantTokens}` && errors.every((e) => e < 1e-4) && halves < 0.1;
console.log(`transformers_js: ${tokens.length - 14} greedy tokens ${right ? 'as' : 'not as'} on the CPU, ` +
    `errors of its logits and of an encoder ${errors.map((e) => e.toExponential(1))}, with weights of 4 bits and halves ${halves.toExponential(1)}`);
process.exit(right ? 0 : 1);
