// jax-js through Dawn in node, through wgpu in Deno: what it compiles to WGSL against the same by its own backend of WebAssembly.
if (!globalThis.navigator?.gpu) {
    const { create, globals } = await import('webgpu');
    Object.assign(globalThis, globals);
    Object.defineProperty(globalThis, 'navigator', { value: { gpu: create(['backend=vulkan']), userAgent: 'node' }, configurable: true });
}
// (node 20 lacks these of its iterators.)
const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
iterators.map ??= function* (f) { for (const x of this) yield f(x); };
iterators.filter ??= function* (f) { for (const x of this) if (f(x)) yield x; };
const { defaultDevice, getWebGPUDevice, grad, init, jit, lax, nn, numpy: np, random, scipySpecial: special, tree, valueAndGrad, vmap } =
    await import('@jax-js/jax');

await init('wasm', 'webgpu');
const name = getWebGPUDevice().adapterInfo.description;
if (!name.includes('Kiln')) throw new Error(`not on Kiln: ${name}`);
getWebGPUDevice().onuncapturederror = (e) => { console.error(e.error.message); process.exit(1); };

let seed = 7;
const noise = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 1073741824 - 1;
const data = {};
const make = (n, f = noise) => Float32Array.from({ length: n }, f);
for (const [key, ...shape] of [['v', 1000], ['a', 33, 65], ['b', 65, 17], ['s', 16, 16], ['img', 2, 3, 20, 20], ['k', 5, 3, 3, 3], ['q', 2, 7, 3, 8],
    ['w1', 12, 20], ['w2', 20, 4], ['x', 30, 12], ['y', 30, 4], ['p', 256], ['r', 3, 100], ['big', 128, 128], ['long', 20000]])
    data[key] = { shape, values: make(shape.reduce((x, y) => x * y)) };
// (symmetric and positive)
for (let i = 0; i < 16; i++) for (let j = 0; j < 16; j++) data.s.values[16 * i + j] = i === j ? 20 + i : Math.cos(i + j);
const float = (key) => np.array(data[key].values).reshape(data[key].shape);
const whole = (key) => np.array(Int32Array.from(data[key].values, (x) => x * 1000)).reshape(data[key].shape);

const net = ({ w1, w2 }, x) => np.matmul(np.tanh(np.matmul(x, w1)), w2);
const loss = (w, x, y) => np.mean(np.square(net(w, x).sub(y)));
const train = (steps) => {
    const step = jit(valueAndGrad(loss));
    let w = { w1: float('w1'), w2: float('w2') }, losses = [];
    for (let i = 0; i < steps; i++) {
        const [value, g] = step(tree.ref(w), float('x'), float('y'));
        losses.push(value);
        w = { w1: w.w1.sub(g.w1.mul(0.2)), w2: w.w2.sub(g.w2.mul(0.2)) };
    }
    return [w, np.stack(losses)];
};
const cases = {
    arithmetic: () => float('v').mul(float('v').add(2)).sub(float('v').div(3)),
    'mathematical functions': () => 
        ['sin', 'cos', 'exp', 'tanh', 'sinh', 'arctan', 'expm1', 'exp2', 'cbrt', 'floor', 'ceil', 'trunc', 'sign', 'arcsin'].map((f) => np[f](float('v'))),
    'of what is positive': () => ['log', 'log1p', 'log2', 'sqrt', 'reciprocal'].map((f) => np[f](np.abs(float('v')).add(0.01))),
    'special functions': () => ['erf', 'erfc', 'logit'].map((f) => special[f](np.abs(float('v')).mul(0.9).add(0.01))),
    activations: () =>
        ['relu', 'sigmoid', 'softplus', 'silu', 'gelu', 'elu', 'selu', 'mish', 'logSigmoid', 'hardSwish'].map((f) => nn[f](float('v'))),
    'whole numbers': () => [whole('v').mul(3).add(whole('v')), whole('v').mod(7), np.bitwiseXor(whole('v'), 85),
        np.rightShift(np.abs(whole('v')), np.array([2], { dtype: np.int32 })), np.bitwiseCount(np.abs(whole('v')))],
    comparisons: () => [float('v').less(0.3),
        np.isinf(np.log(np.abs(np.trunc(float('v').mul(3))))), np.where(float('v').greater(0), whole('v'), -1)],
    conversions: () => [float('v').mul(100).astype(np.int32), whole('v').astype(np.float32), whole('v').astype(np.bool)],
    'a product': () => np.matmul(float('a'), float('b')),
    'a product of 128': () => np.matmul(float('big'), float('big')),
    'a product of the transposed': () => np.matmul(float('a').transpose(), float('a')),
    'a product of batches': () => np.einsum('bqhd,bkhd->bhqk', float('q'), float('q')),
    'sums along': () => [np.sum(float('a'), 0), np.sum(float('a'), 1), np.mean(float('img'), [0, 2, 3]), np.sum(float('long'))],
    'extremes along': () => [np.max(float('a'), 0), np.min(float('long')), np.argmax(float('a'), 1),
        np.argmin(float('a'), 0), np.prod(float('r').add(1.5), 0)],
    deviations: () => [np.std(float('a'), 0), np.var_(float('a'), 1), np.cov(float('r')), np.corrcoef(float('r'))],
    'running sums': () => [np.cumsum(float('v')), np.cumsum(float('a'), 0)],
    sorting: () => [np.sort(float('v')), np.argsort(float('a'), 1), np.sort(whole('a'), 0), ...lax.topK(float('r'), 5)],
    'softmax': () => [nn.softmax(float('a'), 1), nn.logSoftmax(float('a'), 0), nn.logsumexp(float('a'), 1), nn.standardize(float('a'))],
    'moved about': () => [np.concatenate([float('a'), float('a')], 1), np.flip(float('a')), np.roll(float('v'), 17), np.tile(float('r'), [2, 3]),
        np.repeat(float('r'), 3, 1), np.pad(float('r'), 2), float('img').transpose([3, 1, 0, 2])],
    gathered: () => [np.take(float('a'), np.array([3, 1, 30, 3], { dtype: np.int32 }), 0), float('a').slice(3, [1, 5])],
    triangles: () => [np.tril(float('big')), np.triu(float('a'), 3), np.diag(float('big')), np.trace(float('big'))],
    'a convolution': () => lax.conv(float('img'), float('k'), [1, 1], 'SAME'),
    'a convolution in strides': () => lax.convGeneralDilated(float('img'), float('k'), [2, 2], 'VALID', { rhsDilation: [2, 2] }),
    pooling: () => lax.reduceWindow(float('img'), np.max, [2, 2], [2, 2]),
    'along a line': () => [np.convolve(float('v'), float('r').slice(0), 'full'), np.correlate(float('v'), float('r').slice(1), 'valid')],
    attention: () => nn.dotProductAttention(float('q'), float('q').mul(2), float('q').add(1), { isCausal: true }),
    'Fourier transforms': () => [np.fft.fft({ real: float('p'), imag: float('p').mul(2) }), np.fft.ifft({ real: float('p'), imag: float('p') }),
        np.fft.rfft(float('p')), np.fft.fft2({ real: float('big'), imag: float('big') })],
    'Cholesky and triangles': () => [np.linalg.cholesky(float('s')),
        lax.linalg.triangularSolve(np.linalg.cholesky(float('s')), float('s').slice([0, 16], [0, 3]), { leftSide: true, lower: true })],
    'LU and solutions': () => [lax.linalg.lu(float('s'))[0], np.linalg.solve(float('s'), float('s').slice([0, 16], [0, 3])),
        np.linalg.inv(float('s')), np.linalg.slogdet(float('s'))],
    'eigenvalues': () => [np.linalg.eigvalsh(float('s')), np.linalg.svdvals(float('r'))],
    'random bits': () => [random.bits(random.key(5), [1000]), random.uniform(random.key(9), [1000]), random.normal(random.key(3), [500])],
    'the gradient of a network': () => grad(loss)({ w1: float('w1'), w2: float('w2') }, float('x'), float('y')),
    'the gradient of a convolution': () => grad((k) => np.sum(np.square(lax.conv(float('img'), k, [1, 1], 'SAME'))))(float('k')),
    'mapped over a batch': () => vmap((m) => np.matmul(m, m.ref.transpose()))(float('img').reshape([6, 20, 20])),
    'steps of training': () => train(12),
};

const results = async (f, device) => {
    defaultDevice(device);
    const out = [];
    for (const leaf of tree.leaves(f())) {
        if (leaf.device !== device) throw new Error(`computed on ${leaf.device}`);
        out.push(await leaf.data());
    }
    return out;
};
// Relative to the largest number; whole numbers must be the same.
const difference = (want, got) => {
    if (got.length !== want.length) return Infinity;
    const largest = want.reduce((x, y) => (Math.abs(y) < Infinity ? Math.max(x, Math.abs(y)) : x), 1);
    return want.reduce((worst, w, i) => {
        const d = Object.is(w, got[i]) || w === got[i] ? 0 : want instanceof Float32Array ? Math.abs(w - got[i]) / largest : Infinity;
        return d <= worst ? worst : Number.isNaN(d) ? Infinity : d;
    }, 0);
};
let wrong = 0, worst = 0;
for (const [what, f] of Object.entries(cases)) {
    let error = 0;
    try {
        const want = await results(f, 'wasm'), got = await results(f, 'webgpu');
        for (const [i, w] of want.entries()) error = Math.max(error, difference(w, got[i]));
    } catch (e) { error = e; }
    if (process.env.VERBOSE) console.log(what, error);
    if (!(error < 2e-5)) { console.log(`${what}: ${error.stack ?? error}`); wrong++; } else worst = Math.max(worst, error);
}
const count = Object.keys(cases).length;
console.log(`jax: ${count - wrong} of ${count} groups of operations as on WebAssembly, error ${worst.toExponential(1)}, on ${name}`);
process.exit(wrong ? 1 : 0);
