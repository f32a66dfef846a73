// What runs on the GPU is compiled from JavaScript when the program is bundled.
import * as esbuild from 'esbuild';
import typegpu from 'unplugin-typegpu/esbuild';
await esbuild.build({ entryPoints: ['client.ts'], bundle: true, platform: 'node', format: 'esm', outfile: 'client.mjs', external: ['webgpu'],
    plugins: [typegpu({ include: [/\.ts$/] })], logLevel: 'error' });
