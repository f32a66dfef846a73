// Visual Studio Code's own client of the Debug Adapter Protocol, headless (@vscode/debugadapter-testsupport), drives kiln-debug.
// usage: client.mjs KILN-DEBUG DEBUG-DISPATCH STEPS.spv STEPS.comp
import { createRequire } from 'node:module';
import assert from 'node:assert/strict';
import fs from 'node:fs';

const { DebugClient } = createRequire(import.meta.url)('@vscode/debugadapter-testsupport');
const [tool, program, spv, source] = process.argv.slice(2);
const line = 1 + fs.readFileSync(source, 'utf8').split('\n').findIndex((l) => l.includes('data.values[id] ='));
const client = new DebugClient(tool, '--dap', 'kiln', { env: process.env }, true); // a runtime, and its only argument
client.defaultTimeout = 60000;
await client.start();

await client.hitBreakpoint({ program, args: ['1', spv] }, { path: source, line, verified: false }, { path: source, line, verified: true });
const { body: { threads } } = await client.threadsRequest();
assert.equal(threads.length, 64);
const at = await client.stackTraceRequest({ threadId: 64 });
assert.equal(at.body.stackFrames[0].name, 'main');
const frameId = at.body.stackFrames[0].id;
const { body: { scopes } } = await client.scopesRequest({ frameId });
const { body: { variables } } = await client.variablesRequest({ variablesReference: scopes[0].variablesReference });
assert.equal(variables.find((v) => v.name === 'w').value, '-381'); // -(63 + 0.5) * (1 + 2 + 3)
assert.equal((await client.evaluateRequest({ expression: 'pair.a + 1', frameId })).body.result, '190');
await Promise.all([client.stepBackRequest({ threadId: 64 }), client.waitForEvent('stopped')]);
assert.equal((await client.stackTraceRequest({ threadId: 64 })).body.stackFrames[0].line, line - 1);
await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [] });
await Promise.all([client.continueRequest({ threadId: 64 }), client.waitForEvent('terminated')]);
await client.stop();
console.log('vscode_debug: breakpoint, variables, back and on, by the client of Visual Studio Code');
process.exit(0);
