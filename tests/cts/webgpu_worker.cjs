// Lists or runs cases of the WebGPU conformance suite on Dawn (the npm package webgpu).
//
//     node webgpu_worker.cjs CTS PACKAGE ADAPTER list QUERY...    the names of the cases, a line each
//     node webgpu_worker.cjs CTS PACKAGE ADAPTER run <CASES       their results, in JSON, a line each, with a line before each case
//     node webgpu_worker.cjs CTS PACKAGE ADAPTER draw <CASES      and with run, but not with draw, subcases that draw are skipped
//
// CTS is a checkout that has been built for node (out-node), PACKAGE the folder of the npm package, ADAPTER a part of the adapter's name: Dawn
// takes another device, or none, without a word.
'use strict';
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const [cts, dawn] = process.argv.slice(2, 4).map((folder) => path.resolve(folder));
const [wanted, verb, ...queries] = process.argv.slice(4);
process.chdir(cts); // where the suite looks for its resources
const own = (file) => require(path.join(cts, 'out-node/common', file));
const { DefaultTestFileLoader } = own('internal/file_loader.js');
const { parseQuery } = own('internal/query/parseQuery.js');
const { Logger } = own('internal/logging/logger.js');
const say = (text) => require('node:fs').writeSync(1, `${text}\n`); // at once: the next call may crash

async function casesOf(query) {
    return [...await new DefaultTestFileLoader().loadCases(parseQuery(query))];
}

async function list() {
    for (const query of queries) {
        const none = (error) => { // as of a folder that an older suite has not
            if (!/does not match any/.test(error.message)) throw error;
            console.error(`the suite has no ${query}`);
            return [];
        };
        const cases = await casesOf(query).catch(none);
        if (cases.length) say(cases.map((c) => c.query.toString()).join('\n'));
    }
}

async function openDawn() {
    const { create, globals } = await import(pathToFileURL(path.join(dawn, 'index.js')));
    Object.assign(globalThis, globals);
    const make = () => create(['backend=vulkan', `adapter=${wanted}`, 'enable-dawn-features=enable_subgroups_intel_gen9']);
    const { info } = await make().requestAdapter() ?? {};
    const name = info ? `${info.device} ${info.description}` : 'no adapter';
    if (!name.includes(wanted)) throw new Error(`not on ${wanted}: ${name}`);
    say(JSON.stringify({ adapter: name }));
    if (verb !== 'draw') skipDrawing(globals);
    own('util/navigator_gpu.js').setGPUProvider(make);
    // What has been computed once is kept with the suite.
    const { getResourcePath, setBaseResourcePath } = own('framework/resources.js');
    setBaseResourcePath('out-node/resources');
    own('framework/data_cache.js').dataCache.setStore({ load: (file) => require('node:fs').promises.readFile(getResourcePath(`cache/${file}`)) });
}

// Many cases have subcases for each stage. What draws costs a device that has no graphics the whole case, and what it left behind the next ones.
function skipDrawing({ GPUDevice, GPUCommandEncoder }) {
    const { SkipTestCase } = own('framework/fixture.js');
    const refuse = (owner, name, when) => {
        const original = owner.prototype[name];
        owner.prototype[name] = function (...given) {
            if (when(...given)) throw new SkipTestCase(`${name} draws`);
            return original.apply(this, given);
        };
    };
    for (const name of ['createRenderPipeline', 'createRenderPipelineAsync', 'createRenderBundleEncoder']) refuse(GPUDevice, name, () => true);
    refuse(GPUCommandEncoder, 'beginRenderPass', () => true);
    // Dawn clears these by drawing, or by a command that only queues with graphics have.
    refuse(GPUDevice, 'createTexture', (t) => t.sampleCount > 1 || /depth|stencil/.test(t.format));
}

async function run() {
    const names = require('node:fs').readFileSync(0, 'utf8').split('\n').filter((line) => line);
    await openDawn();
    const log = new Logger();
    for (const name of names) {
        say(JSON.stringify({ begin: name }));
        const [found] = await casesOf(name);
        if (!found) { say(JSON.stringify({ end: name, status: 'gone', text: 'no such case' })); continue; }
        const [recorder, result] = log.record(name);
        await found.run(recorder, []);
        const text = (result.logs ?? []).map((l) => l.toJSON()).join('\n');
        say(JSON.stringify({ end: name, status: result.status, text, ms: Math.round(result.timems) }));
        log.results.delete(name);
    }
}

(verb === 'list' ? list() : run()).then(() => process.exit(0), (e) => { console.error(e.stack ?? e); process.exit(3); });
