import { celRules } from '@slipway/crd/cel';
import {
  type CompareOptions,
  type CrdReport,
  compareCrds,
  compareSets,
  exitCodeOf,
  type Mode,
  parseCrdifyConfig,
  parseWaivers,
  printCrdify,
  printJson,
  printMarkdown,
  printSarif,
  printTable,
  toCrdify,
  type Verdict,
} from '@slipway/crd/compatibility';
import { type Crd, type JsonValue, readYaml } from '@slipway/crd/schema';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { ManifestLines } from './manifest-lines.ts';
import { type ClusterOptions, type CrdSet, clusterOf, isCluster, nameOf, readCrds } from './sources.ts';
import { readText } from './texts.ts';

export interface DiffOptions extends ClusterOptions {
  readonly mode: Mode;
  readonly strict?: boolean;
  readonly failOn: Verdict;
  readonly againstLive?: boolean;
  readonly requireLive?: boolean;
  readonly waivers?: string;
  readonly crdifyConfig?: string;
  readonly output: 'table' | 'json' | 'markdown' | 'sarif' | 'crdify';
}

/** `slipway crd diff`: reads both sides, compares, counts live objects if asked, prints. */
export async function diffCrds(old: string, now: string, options: DiffOptions): Promise<Outcome> {
  if (old === '-' && now === '-') throw new CliError('CLI_USAGE', 'only one side can come from standard input');
  const [before, after] = await readSides(old, now, options);
  const compareOptions = await readOptions(options, before, after);
  const reports = comparePairs(before.crds, after.crds, compareOptions);
  const usesLive = options.againstLive === true || options.requireLive === true;
  const told = usesLive ? await withEvidence(reports, before.crds, after.crds, compareOptions, options) : reports;
  return { stdout: print(told, options, after), exitCode: exitCodeOf(told) };
}

/** A cluster that stands against files is asked for the CRDs of those files alone. */
async function readSides(old: string, now: string, options: DiffOptions): Promise<readonly [CrdSet, CrdSet]> {
  const fromCluster = async (argument: string, names?: readonly string[]): Promise<CrdSet> => {
    const { crdsOf, withCluster } = await import('./live.ts');
    const crds = await withCluster(clusterOf(argument, options), (cluster) => crdsOf(cluster, names));
    return { crds, texts: [], isChart: false };
  };
  const before = isCluster(old) ? undefined : await readCrds(old);
  const after = isCluster(now) ? undefined : await readCrds(now);
  return [
    before ?? (await fromCluster(old, after?.crds.map(nameOf))),
    after ?? (await fromCluster(now, before?.crds.map(nameOf))),
  ];
}

async function readOptions(options: DiffOptions, before: CrdSet, after: CrdSet): Promise<CompareOptions> {
  const { mode, strict = false, failOn, waivers, crdifyConfig } = options;
  const now = Date.now();
  return {
    mode,
    strict,
    failOn,
    now,
    compiler: celRules,
    chartFolders: { ...(before.isChart ? { old: 'crds' } : {}), ...(after.isChart ? { new: 'crds' } : {}) },
    ...(waivers === undefined ? {} : { waivers: await settingsIn(waivers, (content) => parseWaivers(content, now)) }),
    ...(crdifyConfig === undefined ? {} : { crdify: await settingsIn(crdifyConfig, parseCrdifyConfig) }),
  };
}

/** Whatever is wrong with a file of settings is a matter of usage, and names the file. */
async function settingsIn<T>(path: string, parse: (content: JsonValue) => T): Promise<T> {
  try {
    const { text, source } = await readText(path);
    return parse(readYaml(text, source)[0]?.value ?? null);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new CliError('CLI_USAGE', text.startsWith(path) ? text : `${path}: ${text}`, error);
  }
}

/** One CRD on each side is one question, whatever their names; sets go by name. */
function comparePairs(before: readonly Crd[], after: readonly Crd[], options: CompareOptions): CrdReport[] {
  const [old, now] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1) return [compareCrds(old ?? null, now ?? null, options)];
  return compareSets(before, after, options);
}

async function withEvidence(
  reports: readonly CrdReport[],
  before: readonly Crd[],
  after: readonly Crd[],
  compareOptions: CompareOptions,
  options: DiffOptions,
): Promise<CrdReport[]> {
  const { scanObjects, withCluster } = await import('./live.ts');
  const find = (crds: readonly Crd[], name: string): Crd | null =>
    (crds.length === 1 ? crds[0] : crds.find((crd) => nameOf(crd) === name)) ?? null;
  return withCluster(options, async (cluster) => {
    const told: CrdReport[] = [];
    for (const report of reports) {
      const [old, now] = [find(before, report.crd), find(after, report.crd)];
      const sides = old === null ? undefined : { old, new: now };
      const scans = sides === undefined ? [] : [await scanObjects(cluster, report, sides, compareOptions.now ?? 0)];
      const evidence = options.requireLive === true ? 'required' : 'on';
      told.push(compareCrds(old, now, { ...compareOptions, evidence, scans }));
    }
    return told;
  });
}

function print(reports: readonly CrdReport[], { output }: DiffOptions, after: CrdSet): string {
  switch (output) {
    case 'json':
      return printJson(reports);
    case 'markdown':
      return printMarkdown(reports);
    case 'sarif': {
      const lines = new ManifestLines(after);
      return printSarif(reports, (finding) => lines.ofFinding(finding));
    }
    case 'crdify': {
      const [report, second] = reports;
      if (report === undefined || second !== undefined) {
        throw new CliError('CLI_USAGE', `-o crdify prints one CRD, and there are ${reports.length}`);
      }
      return printCrdify(toCrdify(report));
    }
    default:
      return printTable(reports);
  }
}
