/**
 * `npm run tools`: has every executable that tests and benchmarks need, and says where each was found.
 *
 *     npm run tools                   all of them
 *     npm run tools -- --without-go   those that need no Go
 *     npm run tools -- kubectl        one; prints its path and nothing else
 *     npm run tools -- kubectl helm   some of them
 *     npm run tools -- up             starts a control plane and runs it until Ctrl-C
 */
import { once } from 'node:events';
import { ensureTool, isToolName, type ToolName, tools } from './binaries/index.ts';
import { startControlPlane } from './control-plane/index.ts';
import { ToolError } from './errors.ts';

const names = Object.keys(tools) as ToolName[];

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Goes on past what cannot be had, and then says why: without Go there is still the rest. */
async function ensureAll(wanted: readonly ToolName[]): Promise<void> {
  const failures = new Map<string, string>();
  for (const name of wanted) {
    try {
      const { path, origin } = await ensureTool(name, { onProgress: say });
      print(`${name.padEnd(24)} ${origin.padEnd(20)} ${path}`);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      print(`${name.padEnd(24)} ${error.code}`);
      if (!failures.has(error.code)) failures.set(error.code, error.message);
    }
  }
  for (const [code, message] of failures) say(`${code}: ${message}`);
  if (failures.size > 0) process.exitCode = 1;
}

async function up(): Promise<void> {
  const controlPlane = await startControlPlane({ onProgress: say });
  print(`export KUBECONFIG=${controlPlane.kubeconfigPath}`);
  say('The control plane runs until Ctrl-C; then nothing of it is left.');
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await controlPlane.stop();
}

async function main(args: readonly string[]): Promise<void> {
  const [first, ...rest] = args;
  if (first === undefined) return await ensureAll(names);
  if (first === '--without-go') return await ensureAll(names.filter((name) => tools[name].source.kind !== 'go'));
  if (first === 'up') return await up();
  if (isToolName(first) && rest.length === 0) return print((await ensureTool(first, { onProgress: say })).path);
  if (args.every(isToolName)) return await ensureAll(args);
  say(
    `There is no tool ${args.find((name) => !isToolName(name))}. There are: ${names.join(', ')}; and: --without-go, up.`,
  );
  process.exitCode = 2;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ToolError)) throw error;
  say(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
