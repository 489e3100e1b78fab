import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8');
const reported = new Set(
  [...page.slice(page.indexOf('## By condition')).matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word),
  ),
);

/** Quoted words beside `reason` that are none of a condition: other fields of it, and what Kubernetes itself says. */
const OTHERS = new Set(
  (
    'True False Unknown Normal Warning Conflicted Deleting Ready Resolved Synced WeightsValid Blocker Failed Scaled ' +
    'Draining Decommissioning Decommissioned ContainerCreating PodInitializing CrashLoopBackOff NewReplicaSetAvailable ' +
    'AlreadyExists ScalingDisabled'
  ).split(' '),
);
/** Reasons of Events. */
const EVENTS = new Set(
  'Adopted CleanupSkipped CommandAccepted CommandRefused DecommissionFailed DrainOverdue VersionCreated VersionRevived'.split(
    ' ',
  ),
);

const sources = [join(root, 'src'), join(root, '../../packages/delivery/src/model')].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !/^(?:testing|convert)\//.test(file))
    .map((file) => ({ isOwn: folder === join(root, 'src'), text: readFileSync(join(folder, file), 'utf8') })),
);

it('G-193: every reason that the operator gives is explained', () => {
  const lines = sources.filter(({ isOwn }) => isOwn).flatMap(({ text }) => text.split('\n'));
  const given = lines
    .filter((line) => /reason|\bno\(|verdict/i.test(line) && !line.startsWith('import'))
    .flatMap((line) => [...line.matchAll(/'([A-Z][A-Za-z]+)'/g)].map(([, word = '']) => word));
  const missing = given.filter((word) => !reported.has(word) && !OTHERS.has(word) && !EVENTS.has(word));
  expect([...new Set(missing)].toSorted()).toEqual([]);
});

it('G-193: every reason that is explained is one that the operator gives', () => {
  const all = sources.map(({ text }) => text).join('\n');
  const unknown = [...reported].filter((word) => !all.includes(`'${word}'`));
  expect(unknown.toSorted()).toEqual([]);
});

it('G-193: every setting that the operator reads is in the table, with its default', () => {
  const deployment = readFileSync(join(root, 'docs/deployment.md'), 'utf8');
  const options = readFileSync(join(root, 'src/settings/options.ts'), 'utf8');
  const names = [...options.matchAll(/readonly ([A-Z_]{4,})\?:/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !deployment.includes(`\`${name}\``))).toEqual([]);
  const defaults = [...options.matchAll(/@default ([\w. ]+) \*\/\n +readonly ([A-Z_]+)\?/g)];
  const wrong = defaults.filter(([, value = '', name = '']) => !deployment.includes(`| \`${name}\` | ${value} |`));
  expect(wrong.map(([, value, name]) => `${name} ${value}`)).toEqual([]);
});
