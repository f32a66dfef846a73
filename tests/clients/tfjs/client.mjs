// TensorFlow.js on WebGPU, through Dawn (the npm package webgpu): its own tests. TFJS_TESTS=PATTERN runs only those whose names match.
import { create, globals } from 'webgpu';
import Jasmine from 'jasmine';
Object.assign(globalThis, globals);
const gpu = create(['backend=vulkan']);
Object.defineProperty(globalThis, 'navigator', { value: { gpu, userAgent: 'node' }, configurable: true });
const { info } = await gpu.requestAdapter();
const name = `${info.device} ${info.description}`;
if (!name.includes('Kiln') && !process.env.TFJS_ANYWHERE) throw new Error(`not on Kiln: ${name}`);

// What is not the driver's, by message: operations that the backend lacks, a browser's canvas, and shaders that report no wrong indices.
const messages = [/not registered for backend/, /^ReferenceError: OffscreenCanvas/, /^Expected function to throw/];
// And by name. Each fails in the same way on ANV (the simulated Gen9).
const names = [
    /^exp .* int32$/, // The tests want more digits than a float has,
    /^tan .* numbers exceed float32 precision$/, // here too.
    /^threshold .* method otsu/, /^prod .* gradients: /, // Its own list excludes these as not right yet.
    /^fromPixels, mock canvas /, // wants a browser
    /^tensor\.data .* (postpones disposal of tensor|calling \.data\(\) twice works)/, // The backend forgets a tensor that is still read.
];
const failed = [];
let passed = 0, left = 0;
const jasmine = new Jasmine();
jasmine.loadConfig({ random: false });
jasmine.clearReporters();
jasmine.addReporter({
    specDone(spec) {
        if (spec.status === 'passed') passed++;
        if (spec.status !== 'failed') return;
        if (names.some((n) => n.test(spec.fullName)) || spec.failedExpectations.every((e) => messages.some((m) => m.test(e.message)))) left++;
        else failed.push(`${spec.fullName}: ${spec.failedExpectations[0].message.split('\n')[0]}`);
    },
});
jasmine.addSpecFile(new URL('./tests.cjs', import.meta.url).pathname);
jasmine.exitOnCompletion = false;
await jasmine.execute(undefined, process.env.TFJS_TESTS);
for (const f of failed.slice(0, 10)) console.log(f);
console.log(`tfjs: ${passed} of its own tests pass on ${info.device}, ${left} ask for what it has not, ${failed.length} fail`);
const enough = process.env.TFJS_TESTS || passed > 4000;
process.exit(failed.length || !enough ? 1 : 0);
