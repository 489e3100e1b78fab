/**
 * @module
 * `npm run bench`: lists the benchmarks and runs the smoke set.
 * `npm run bench -- kube [name …] [--smoke|--full] [--blocks N] [--seed N]` runs them.
 */
import { parseArgs } from 'node:util';
import { seededRandom } from '@slipway/kube/testing';
import { divideCores, startGround } from './ground/index.ts';
import { fullPlan, kubeBenchmarks, plan, smokePlan } from './kube/index.ts';
import { describeMachine, type Section, toMarkdown, writeReport } from './report/index.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    blocks: { type: 'string' },
    seed: { type: 'string', default: `${Date.now()}` },
  },
});

const groups = { kube: kubeBenchmarks };
const [groupName, ...names] = positionals;
if (groupName !== undefined && !Object.hasOwn(groups, groupName)) fail(`There is no group "${groupName}".`);
const unknown = names.find((name) => !kubeBenchmarks.some((benchmark) => benchmark.name === name));
if (unknown !== undefined) fail(`kube has no benchmark "${unknown}".`);

const isSmoke = values.smoke || groupName === undefined;
const size = isSmoke ? 'smoke' : values.full ? 'full' : 'default';
const sizes = { smoke: smokePlan, default: plan, full: fullPlan };
const blocks = values.blocks === undefined ? sizes[size].blocks : Number(values.blocks);
if (!Number.isInteger(blocks) || blocks < 1) fail(`--blocks is "${values.blocks}"; give a number from 1 on.`);

const say = (line: string): void => console.error(line);
if (groupName === undefined) say(`${list()}\n\nWithout a name the smoke set runs, whose figures mean nothing:\n`);

const cores = await divideCores();
const machine = await describeMachine();
say(`seed ${values.seed}, ${size}, ${blocks} blocks, cores ${cores}`);
const ground = await startGround(say);
const sections: Section[] = [];
try {
  const random = seededRandom(BigInt(values.seed));
  const bench = { plan: { ...sizes[size], blocks }, ground, cores, random, onProgress: say };
  for (const benchmark of kubeBenchmarks) {
    if (names.length === 0 || names.includes(benchmark.name)) sections.push(await benchmark.run(bench));
  }
} finally {
  await ground.stop();
}
const report = { machine, settings: { size, blocks, seed: values.seed, 'core of contestants': cores }, sections };
const path = await writeReport(`kube-${size}-${values.seed}`, report);
console.log(toMarkdown(report));
say(`written to ${path}.md and .json`);

function list(): string {
  const lines = kubeBenchmarks.map(({ name, summary }) => `  kube ${name.padEnd(8)}${summary}`);
  return ['Benchmarks:', ...lines].join('\n');
}

function fail(message: string): never {
  console.error(`${message}\n${list()}`);
  process.exit(2);
}
