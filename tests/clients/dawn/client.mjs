// Dawn (the npm package webgpu): a reduction with shared memory and barriers, and a storage texture, in WGSL.
import { create, globals } from 'webgpu';
Object.assign(globalThis, globals);
// (Of itself it offers subgroups on Intel's Gen9 only with that switch.)
const gpu = create(['backend=vulkan', 'enable-dawn-features=enable_subgroups_intel_gen9']);
const adapter = await gpu.requestAdapter();
if (!adapter) throw new Error('no adapter');
const name = `${adapter.info.device} ${adapter.info.description}`;
if (!name.includes('Kiln')) throw new Error(`not on Kiln: ${name}`);
const wanted = ['subgroups', 'shader-f16', 'timestamp-query'].filter((f) => adapter.features.has(f));
const device = await adapter.requestDevice({ requiredFeatures: wanted });
device.onuncapturederror = (e) => { console.error(e.error.message); process.exit(1); };
const N = 4096;
const module = device.createShaderModule({ code: `
${wanted.includes('subgroups') ? 'enable subgroups;' : ''}
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;
@group(0) @binding(2) var texels: texture_storage_2d<rgba8unorm, write>;
var<workgroup> part: array<f32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) l: u32, @builtin(workgroup_id) g: vec3u) {
    part[l] = a[id.x];
    workgroupBarrier();
    for (var s = 32u; s > 0u; s >>= 1u) {
        if (l < s) { part[l] += part[l + s]; }
        workgroupBarrier();
    }
    if (l == 0u) { sums[g.x] = part[0]; }
    textureStore(texels, vec2u(id.x % 64u, id.x / 64u), vec4f(f32(id.x % 64u) / 63.0, 0.0, 1.0, 1.0));
}` });
const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
const a = device.createBuffer({ size: 4 * N, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST });
const sums = device.createBuffer({ size: 4 * 64, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
const texels = device.createTexture({ size: [64, 64], format: 'rgba8unorm', usage: GPUTextureUsage.STORAGE_BINDING | GPUTextureUsage.COPY_SRC });
const back = device.createBuffer({ size: 256 + 4 * N, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
const data = Float32Array.from({ length: N }, (_, i) => (i * 7) % 31);
device.queue.writeBuffer(a, 0, data);
const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: [
    { binding: 0, resource: { buffer: a } }, { binding: 1, resource: { buffer: sums } }, { binding: 2, resource: texels.createView() }] });
const encoder = device.createCommandEncoder();
const pass = encoder.beginComputePass();
pass.setPipeline(pipeline);
pass.setBindGroup(0, group);
pass.dispatchWorkgroups(N / 64);
pass.end();
encoder.copyBufferToBuffer(sums, 0, back, 0, 256);
encoder.copyTextureToBuffer({ texture: texels }, { buffer: back, offset: 256, bytesPerRow: 256 }, [64, 64]);
device.queue.submit([encoder.finish()]);
await back.mapAsync(GPUMapMode.READ);
const got = new Float32Array(back.getMappedRange(0, 256)), bytes = new Uint8Array(back.getMappedRange(256));
let wrong = 0;
for (let g = 0; g < 64; g++) {
    let want = 0;
    for (let i = 0; i < 64; i++) want += data[g * 64 + i];
    wrong += got[g] !== want;
}
for (let i = 0; i < N; i++) wrong += Math.abs(bytes[4 * i] - (i % 64) * 255 / 63) > 0.51 || bytes[4 * i + 2] !== 255;
console.log(`dawn on ${name}: ${wrong} wrong, features ${[...wanted]}`);
process.exit(wrong ? 1 : 0);
