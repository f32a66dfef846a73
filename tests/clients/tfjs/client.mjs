// TensorFlow.js on WebGPU, through Dawn (the npm package webgpu) in node, through wgpu in Deno: its own tests. TFJS_TESTS=PATTERN runs only those
// whose names match.
import Jasmine from 'jasmine';
if (!globalThis.navigator?.gpu) {
    const { create, globals } = await import('webgpu');
    Object.assign(globalThis, globals);
    Object.defineProperty(globalThis, 'navigator', { value: { gpu: create(['backend=vulkan']), userAgent: 'node' }, configurable: true });
}
const { info } = await navigator.gpu.requestAdapter();
const name = `${info.device} ${info.description}`;
if (!name.includes('Kiln') && !process.env.TFJS_ANYWHERE) throw new Error(`not on Kiln: ${name}`);

// What is not the driver's, by message: operations that the backend lacks, a browser's canvas, and shaders that report no wrong indices.
const messages = [/not registered for backend/, /^ReferenceError: OffscreenCanvas|'clearRect'/, /^Expected function to throw/];
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
