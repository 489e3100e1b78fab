/**
 * @module
 * `npm run bench`: lists the benchmarks and runs the smoke set.
 * `npm run bench -- kube|runtime [name …] [--smoke|--full] [--blocks N] [--seed N]` runs them.
 */
import { parseArgs } from 'node:util';
import { seededRandom } from '@slipway/kube/testing';
import { divideCores } from './ground/index.ts';
import type { Group } from './group.ts';
import { kube } from './kube/index.ts';
import { describeMachine, type Section, toMarkdown, writeReport } from './report/index.ts';
import { runtime } from './runtime/index.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    blocks: { type: 'string' },
    seed: { type: 'string', default: `${Date.now()}` },
  },
});

const groups: Readonly<Record<string, Group>> = { kube, runtime };
const [groupName, ...names] = positionals;
if (groupName !== undefined && !Object.hasOwn(groups, groupName)) fail(`There is no group "${groupName}".`);
const asked = Object.entries(groups).filter(([name]) => groupName === undefined || name === groupName);
for (const name of names) {
  const isKnown = asked.some(([, { benchmarks }]) => benchmarks.some((benchmark) => benchmark.name === name));
  if (!isKnown) fail(`${groupName} has no benchmark "${name}".`);
}

const isSmoke = values.smoke || groupName === undefined;
const size = isSmoke ? 'smoke' : values.full ? 'full' : 'default';
const blocks = values.blocks === undefined ? undefined : Number(values.blocks);
if (blocks !== undefined && (!Number.isInteger(blocks) || blocks < 1)) {
  fail(`--blocks is "${values.blocks}"; give a number from 1 on.`);
}

const say = (line: string): void => console.error(line);
if (groupName === undefined) say(`${list()}\n\nWithout a name the smoke set runs, whose figures mean nothing:\n`);

const cores = await divideCores();
const machine = await describeMachine();
const random = seededRandom(BigInt(values.seed));
for (const [name, group] of asked) {
  say(`${name}: seed ${values.seed}, ${size}, cores ${cores}`);
  const { blocks: ran, sections } = await group.run({ names, size, blocks, cores, random, onProgress: say });
  await tell(name, ran, sections);
}

async function tell(name: string, ran: number, sections: readonly Section[]): Promise<void> {
  const settings = { size, blocks: ran, seed: values.seed, 'core of contestants': cores };
  const report = { machine, settings, sections };
  const path = await writeReport(`${name}-${size}-${values.seed}`, report);
  console.log(toMarkdown(report));
  say(`written to ${path}.md and .json`);
}

function list(): string {
  const lines = Object.entries(groups).flatMap(([group, { benchmarks }]) =>
    benchmarks.map(({ name, summary }) => `  ${group.padEnd(8)}${name.padEnd(8)}${summary}`),
  );
  return ['Benchmarks:', ...lines].join('\n');
}

function fail(message: string): never {
  console.error(`${message}\n${list()}`);
  process.exit(2);
}
