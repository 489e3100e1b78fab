import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureTool } from '@slipway/tools/binaries/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  type CompareOptions,
  type CrdifyResults,
  compareCrds,
  parseCrdifyConfig,
  printCrdify,
  toCrdify,
} from '../src/compatibility/index.ts';
import { type JsonObject, parseCrd, stringifyJson } from '../src/schema/index.ts';
import { crdifyCases } from './crdify-cases.ts';
import { Random } from './random.ts';
import { randomChange } from './random-change.ts';

/** Of each mode. A pair is a process: thousands of them are minutes, for a developer who changes the comparison. */
const PAIRS = Number(process.env['CRDIFY_PAIRS'] ?? 300);
const FIRST_SEED = Number(process.env['CRDIFY_SEED'] ?? 1);
const AT_ONCE = 2;

const OLM = `
conversion: Ignore
unhandledEnforcement: Error
validations:
- {name: description, enforcement: None}
- {name: enum, enforcement: Error, configuration: {additionPolicy: Allow}}
`;

const MILD = `
unhandledEnforcement: Warn
validations:
- {name: description, enforcement: Warn}
- {name: type, enforcement: None}
- {name: existingFieldRemoval, enforcement: Warn}
- {name: pattern, enforcement: Error, configuration: {removalPolicy: Allow}}
- {name: nullable, enforcement: Error, configuration: {additionPolicy: Allow, removalPolicy: Allow}}
`;

type Mode = 'crdify' | 'olm' | 'configured';

/** Configuration files, by the mode that they stand for. */
const CONFIGS: Readonly<Partial<Record<Mode, string>>> = { olm: OLM, configured: MILD };

const OPTIONS: Readonly<Record<Mode, CompareOptions>> = {
  crdify: { mode: 'crdify' },
  olm: { mode: 'olm' },
  configured: { mode: 'crdify', crdify: parseCrdifyConfig(parse(MILD) as JsonObject) },
};

type Change = { readonly old: JsonObject; readonly new: JsonObject };

let crdify: string;
let folder: string;

beforeAll(async () => {
  crdify = (await ensureTool('crdify')).path;
  folder = await mkdtemp(join(tmpdir(), 'crdify-'));
  for (const [mode, config] of Object.entries(CONFIGS)) await writeFile(join(folder, `${mode}.yaml`), config);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Text that the YAML reader of crdify takes: JSON with the line separators escaped. */
function text(crd: JsonObject): string {
  return stringifyJson(crd).replaceAll('\u2028', '\\u2028');
}

async function theirs({ old, new: now }: Change, name: string, mode: Mode): Promise<CrdifyResults> {
  const [before, after] = [join(folder, `${name}.old`), join(folder, `${name}.new`)];
  await Promise.all([writeFile(before, text(old)), writeFile(after, text(now))]);
  const args = [`file://${before}`, `file://${after}`, '-o', 'json'];
  if (CONFIGS[mode] !== undefined) args.push('--config', join(folder, `${mode}.yaml`));
  const stdout = await new Promise<string>((resolve, reject) => {
    execFile(crdify, args, { maxBuffer: 2 ** 28 }, (error, out, err) => {
      if (out === '') reject(new Error(`${name}: ${error?.message ?? ''} ${err}`));
      else resolve(out);
    });
  });
  return JSON.parse(stdout) as CrdifyResults;
}

function ours({ old, new: now }: Change, mode: Mode): CrdifyResults {
  const report = compareCrds(parseCrd(text(old)), parseCrd(text(now)), OPTIONS[mode]);
  return JSON.parse(printCrdify(toCrdify(report))) as CrdifyResults;
}

/**
 * Every message as one line, without what crdify leaves to chance or does not tell: the order of sets,
 * and its dump. Between versions it drops what was there before, which it knows again by the whole
 * text: an order or a dump (cut at 256 characters) decides, so these are left out where the old CRD has
 * one at the same place.
 */
function lines(results: CrdifyResults, before: ReadonlySet<string>): string[] {
  const stated: string[] = [];
  for (const [section, comparisons] of Object.entries(results)) {
    for (const {
      version = '',
      propertyComparisons = [{ property: '', comparisonResults: comparisons }],
    } of comparisons) {
      for (const { property, comparisonResults } of propertyComparisons) {
        for (const { name, errors = [], warnings = [] } of comparisonResults) {
          const place = [section, version, property, name].join(' ');
          if (before.has(place)) continue;
          for (const message of errors) stated.push(`${place} ERROR ${settled(message)}`);
          for (const message of warnings) stated.push(`${place} WARNING ${settled(message)}`);
        }
      }
    }
  }
  return [...new Set(stated)].sort();
}

function settled(message: string): string {
  if (message.startsWith('unhandled changes found')) return message.split('\n')[0] ?? '';
  const set = /^(new required fields: )\[(.*)\]$/s.exec(message);
  return set === null ? message : `${set[1]}[${(set[2] ?? '').split(' ').sort().join(' ')}]`;
}

/** Where the versions of the old CRD already differ in a way that only the text of a message tells. */
function placesBefore({ old }: Change, mode: Mode): Set<string> {
  const { conversion: _conversion, ...spec } = old['spec'] as JsonObject;
  const change = { old: { ...old, spec: { ...spec, versions: [] } }, new: { ...old, spec } };
  const stated = lines(ours(change, mode), new Set());
  return new Set(
    stated.flatMap(
      (line) => /^(servedVersionValidation .* (?:unhandled|required)) (?:ERROR|WARNING) /s.exec(line)?.[1] ?? [],
    ),
  );
}

async function differs(change: Change, name: string, mode: Mode): Promise<boolean> {
  const before = placesBefore(change, mode);
  const [left, right] = [lines(ours(change, mode), before), lines(await theirs(change, name, mode), before)];
  return JSON.stringify(left) !== JSON.stringify(right);
}

describe.each<Mode>(['crdify', 'olm', 'configured'])('parity in mode %s', (mode) => {
  test.each(crdifyCases)('CRD-13: the real tool says the same about $name', async ({ name, ...change }) => {
    const stated = await theirs(change, `${mode}-${name}`, mode);
    expect(lines(ours(change, mode), new Set())).toEqual(lines(stated, new Set()));
  });

  test(`CRD-13: the real tool says the same about ${PAIRS} generated changes`, async () => {
    const different: number[] = [];
    const seeds = Array.from({ length: PAIRS }, (_, at) => FIRST_SEED + at);
    const work = async (): Promise<void> => {
      for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
        if (await differs(randomChange(new Random(seed)), `${mode}-${seed}`, mode)) different.push(seed);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(different, 'seeds of changes that differ').toEqual([]);
  });
});
