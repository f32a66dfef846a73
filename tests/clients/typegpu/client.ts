// TypeGPU through Dawn in node, through wgpu in Deno: functions of JavaScript compiled to WGSL against the same functions run by node.
import tgpu, { d, std } from 'typegpu';
if (!globalThis.navigator?.gpu) {
    const { create, globals } = await import('webgpu');
    Object.assign(globalThis, globals);
    Object.defineProperty(globalThis, 'navigator', { value: { gpu: create(['backend=vulkan']) }, configurable: true });
}
const adapter = await navigator.gpu.requestAdapter();
const name = adapter.info.description;
if (!name.includes('Kiln')) throw new Error(`not on Kiln: ${name}`);
const device = await adapter.requestDevice();
device.onuncapturederror = (e) => { console.error(e.error.message); process.exit(1); };
const root = tgpu.initFromDevice({ device });
const N = 777;
const out = root.createMutable(d.arrayOf(d.vec4f, N));

const Particle = d.struct({ position: d.vec3f, mass: d.f32, velocity: d.vec3f, turns: d.mat4x4f });
const particles = root.createReadonly(d.arrayOf(Particle, N), Array.from({ length: N }, (_, i) => ({
    position: d.vec3f(Math.sin(i), i / N, Math.cos(3 * i)), mass: 1 + (i % 7), velocity: d.vec3f(i % 3, 1, -(i % 5)),
    turns: d.mat4x4f(Math.cos(i), Math.sin(i), 0, 0, -Math.sin(i), Math.cos(i), 0, 0, 0, 0, 1, 0, 0, 0, 0, 1) })));

const mandelbrot = (i: number) => {
    'use gpu';
    const c = d.vec2f(d.f32(i % 28) / 14 - 1.6, std.floor(d.f32(i) / 28) / 14 - 0.9);
    let z = d.vec2f(0, 0);
    let rounds = d.f32(0);
    for (let k = 0; k < 60; k++) {
        if (z.x * z.x + z.y * z.y > 4) { break; }
        z = d.vec2f(z.x * z.x - z.y * z.y + c.x, 2 * z.x * z.y + c.y);
        rounds += 1;
    }
    return d.vec4f(rounds, c.x, c.y, 0);
};
const functions = (i: number) => {
    'use gpu';
    const x = d.f32(i) * 0.01 + 0.1;
    return d.vec4f(std.sin(x) + std.exp(-x), std.pow(x, 1.7) / (1 + x), std.atan2(std.cos(x), x), std.sqrt(x) * std.log(x) + std.tanh(x));
};
const rounding = (i: number) => {
    'use gpu';
    const x = d.f32(i) * 0.37 - 111.105;
    return d.vec4f(std.floor(x), std.ceil(x) + std.sign(x), std.fract(x), std.clamp(x, -20, 30) + std.smoothstep(-50, 50, x) + std.mix(1, 3, std.step(0, x)));
};
const vectors = (i: number) => {
    'use gpu';
    const a = d.vec3f(d.f32(i) * 0.1, 1 + d.f32(i % 5), -2);
    const b = std.normalize(d.vec3f(1, d.f32(i % 11), d.f32(i) * 0.02));
    const c = std.cross(a, b).add(std.reflect(a, b)).mul(0.5);
    return d.vec4f(c, std.dot(a, b) + std.length(c) + std.distance(a, c));
};
const sum = (v: d.v3f) => {
    'use gpu';
    return v.x + v.y + v.z;
};
const structures = (i: number) => {
    'use gpu';
    const p = Particle(particles.$[i]);
    let at = d.vec3f(p.position);
    for (let k = 0; k < 4; k++) { at = at.add(p.turns.mul(d.vec4f(p.velocity, 0)).xyz.div(p.mass)); }
    return d.vec4f(at, sum(at) * p.mass);
};
// A sort in an array of its own, by what the place is: loops in loops, and indices that are known only then.
const Eight = d.arrayOf(d.f32, 8);
const sorted = (i: number) => {
    'use gpu';
    const a = Eight();
    for (let k = 0; k < 8; k++) { a[k] = std.fract(std.sin(d.f32(i % 97 + 13 * k))); }
    for (let k = 1; k < 8; k++) {
        const v = a[k];
        let j = k;
        while (j > 0) {
            if (a[j - 1] <= v) { break; }
            a[j] = a[j - 1];
            j -= 1;
        }
        a[j] = v;
    }
    return d.vec4f(a[0], a[3], a[i % 8], a[7]);
};
let wrong = 0, worst = 0;
const cases = { mandelbrot, functions, rounding, vectors, structures, sorted };
for (const [what, f] of Object.entries(cases)) {
    const pipeline = root.createGuardedComputePipeline((i: number) => {
        'use gpu';
        out.$[i] = f(i);
    });
    pipeline.dispatchThreads(N);
    const got = await out.read();
    let far = 0;
    for (let i = 0; i < N; i++) {
        const want = tgpu['~unstable'].simulate(() => f(i)).value;
        for (let k = 0; k < 4; k++) far += Math.abs(got[i][k] - want[k]) > 2e-4 * Math.max(1, Math.abs(want[k])) ? 1 : 0;
        if (process.env.VERBOSE && i < 3) console.log(what, i, [...got[i]], [...want]);
    }
    if (far) { console.log(`${what}: ${far} of ${4 * N} values are others than node's`); wrong++; }
}
console.log(`typegpu: ${Object.keys(cases).length - wrong} of ${Object.keys(cases).length} functions for ${N} invocations as by node, on ${name}`);
process.exit(wrong ? 1 : 0);
