/**
 * `npm run test:nodes`: the suites of `npm test` on each newer Node that is pinned in versions.ts.
 * Arguments go to vitest.
 */
import { ensureTool, type ToolName, tools } from './binaries/index.ts';
import { ToolError } from './errors.ts';
import { runVitest } from './test-run.ts';

const nodes: readonly ToolName[] = ['node24', 'node26'];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function testOn(name: ToolName): Promise<string> {
  try {
    const { path } = await ensureTool(name, { onProgress: say });
    say(`Node ${tools[name].version}`);
    const exitCode = await runVitest(path, process.argv.slice(2), process.env);
    return exitCode === 0 ? 'passed' : 'failed';
  } catch (error) {
    if (error instanceof ToolError) return `not run: ${error.code}: ${error.message}`;
    throw error;
  }
}

const results: (readonly [version: string, result: string])[] = [];
for (const name of nodes) results.push([tools[name].version, await testOn(name)]);
for (const [version, result] of results) say(`Node ${version}: ${result}`);
if (results.some(([, result]) => result !== 'passed')) process.exitCode = 1;
