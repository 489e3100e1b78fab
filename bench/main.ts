/**
 * @module
 * `npm run bench`: lists the benchmarks and runs the smoke set.
 * `npm run bench -- crd|delivery|gati|kube|localcluster|runtime [name …] [--smoke|--full] [--blocks N] [--repeats N] [--seed N]`
 * runs them; `--repeats 0` is for a machine that is never calm.
 */
import { parseArgs } from 'node:util';
import { seededRandom } from '@slipway/kube/testing';
import { crd } from './crd/index.ts';
import { delivery } from './delivery/index.ts';
import { gati } from './gati/index.ts';
import { divideCores } from './ground/index.ts';
import type { Group } from './group.ts';
import { kube } from './kube/index.ts';
import { localcluster } from './localcluster/index.ts';
import { describeMachine, type Section, toMarkdown, writeReport } from './report/index.ts';
import { runtime } from './runtime/index.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    blocks: { type: 'string' },
    repeats: { type: 'string' },
    seed: { type: 'string', default: `${Date.now()}` },
  },
});

const groups: Readonly<Record<string, Group>> = { crd, delivery, gati, kube, localcluster, runtime };
const [groupName, ...names] = positionals;
if (groupName !== undefined && !Object.hasOwn(groups, groupName)) fail(`There is no group "${groupName}".`);
const asked = Object.entries(groups).filter(([name]) => groupName === undefined || name === groupName);
for (const name of names) {
  const isKnown = asked.some(([, { benchmarks }]) => benchmarks.some((benchmark) => benchmark.name === name));
  if (!isKnown) fail(`${groupName} has no benchmark "${name}".`);
}

const isSmoke = values.smoke || groupName === undefined;
const size = isSmoke ? 'smoke' : values.full ? 'full' : 'default';
const blocks = count('blocks', 1);
const repeats = count('repeats', 0);

const say = (line: string): void => console.error(line);
if (groupName === undefined) say(`${list()}\n\nWithout a name the smoke set runs, whose figures mean nothing:\n`);

const cores = await divideCores();
const machine = await describeMachine();
const random = seededRandom(BigInt(values.seed));
for (const [name, group] of asked) {
  say(`${name}: seed ${values.seed}, ${size}, cores ${cores}`);
  const { blocks: ran, sections } = await group.run({ names, size, blocks, repeats, cores, random, onProgress: say });
  await tell(name, ran, sections);
}

async function tell(name: string, ran: number, sections: readonly Section[]): Promise<void> {
  const settings = { size, blocks: ran, seed: values.seed, 'core of contestants': cores };
  const report = { machine, settings, sections };
  const path = await writeReport(`${name}-${size}-${values.seed}`, report);
  console.log(toMarkdown(report));
  say(`written to ${path}.md and .json`);
}

function count(option: 'blocks' | 'repeats', least: number): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < least) fail(`--${option} is "${text}"; give a number from ${least} on.`);
  return number;
}

function list(): string {
  const lines = Object.entries(groups).flatMap(([group, { benchmarks }]) =>
    benchmarks.map(({ name, summary }) => `  ${group.padEnd(13)}${name.padEnd(9)}${summary}`),
  );
  return ['Benchmarks:', ...lines].join('\n');
}

function fail(message: string): never {
  console.error(`${message}\n${list()}`);
  process.exit(2);
}
