import { celRules } from '@slipway/crd/cel';
import {
  type CrdReport,
  compareCrds,
  compareSets,
  exitCodeOf,
  printCrdify,
  printGithub,
  printJson,
  printMarkdown,
  printSarif,
  printTable,
  toCrdify,
  withWitnesses,
} from '@slipway/crd/compatibility';
import { type Crd, nameOf } from '@slipway/crd/schema';
import type { ClusterOptions } from '../cluster/index.ts';
import { dataText } from '../data-text.ts';
import { CliError } from '../errors.ts';
import { definitionName, type NamedThing, nameLines } from '../object-name.ts';
import type { Outcome } from '../outcome.ts';
import type { OutputOf } from '../output.ts';
import { type CompareFlags, checkCompareFlags, type OptionsFor, readCompareOptions } from './compare-options.ts';
import { gitPathOf } from './git-ref.ts';
import { ManifestLines } from './manifest-lines.ts';
import { type CrdSet, clusterOf, isCluster, readCrds, templateWarnings } from './sources.ts';

export interface DiffOptions extends ClusterOptions, CompareFlags {
  readonly againstLive?: boolean;
  readonly requireLive?: boolean;
  readonly output: OutputOf<'comparison'>;
}

/** `slipway crd diff`: reads both sides, compares, counts live objects if asked, prints. */
export async function diffCrds(old: string, now: string, options: DiffOptions): Promise<Outcome> {
  if (old === '-' && now === '-') throw new CliError('CLI_USAGE', 'only one side can come from standard input');
  checkCompareFlags(options);
  const [before, after] = await readSides(old, now, options);
  const optionsFor = await readCompareOptions(options, before, after);
  const reports = comparePairs(before.crds, after.crds, optionsFor);
  const decided = await withEvidence(reports, before.crds, after.crds, optionsFor, options);
  const complete = decided.map((report) =>
    withWitnesses(report, ...sidesOf(report, before.crds, after.crds), celRules),
  );
  const { stdout = '', stderr = '' } = await print(complete, options, after);
  return { stdout, stderr: `${templateWarnings([before, after])}${stderr}`, exitCode: exitCodeOf(complete) };
}

/** A cluster that stands against files is asked for the CRDs of those files alone. */
async function readSides(old: string, now: string, options: DiffOptions): Promise<readonly [CrdSet, CrdSet]> {
  const fromCluster = async (argument: string, names?: readonly string[]): Promise<CrdSet> => {
    const [{ crdsOf }, { withCluster }] = await Promise.all([import('./live.ts'), import('../cluster/index.ts')]);
    const crds = await withCluster(clusterOf(argument, options), (cluster) => crdsOf(cluster, names));
    return { crds, texts: [], templates: [] };
  };
  const before = isCluster(old) ? undefined : await readCrds(old);
  const after = isCluster(now) ? undefined : await readCrds(now);
  return [
    before ?? (await fromCluster(old, after?.crds.map(nameOf))),
    after ?? (await fromCluster(now, before?.crds.map(nameOf))),
  ];
}

/** One CRD on each side is one question, whatever their names; sets go by name. */
function comparePairs(before: readonly Crd[], after: readonly Crd[], optionsFor: OptionsFor): CrdReport[] {
  const [old, now] = [before[0], after[0]];
  if (old !== undefined && now !== undefined && before.length === 1 && after.length === 1) {
    return [compareCrds(old, now, optionsFor(nameOf(now)))];
  }
  return compareSets(before, after, optionsFor);
}

/** Both sides of a report. */
function sidesOf(
  { crd }: CrdReport,
  before: readonly Crd[],
  after: readonly Crd[],
): readonly [old: Crd | null, now: Crd | null] {
  const isPair = before.length === 1 && after.length === 1;
  const find = (crds: readonly Crd[]): Crd | null =>
    (isPair ? crds[0] : crds.find((one) => nameOf(one) === crd)) ?? null;
  return [find(before), find(after)];
}

/** Flags ask for live objects for all CRDs, a policy for those that it is about. */
async function withEvidence(
  reports: readonly CrdReport[],
  before: readonly Crd[],
  after: readonly Crd[],
  optionsFor: OptionsFor,
  options: DiffOptions,
): Promise<readonly CrdReport[]> {
  const flag = options.requireLive === true ? 'required' : options.againstLive === true ? 'on' : undefined;
  const evidenceFor = (crd: string) => flag ?? optionsFor(crd).evidence ?? 'off';
  if (reports.every(({ crd }) => evidenceFor(crd) === 'off')) return reports;
  const [{ scanObjects }, { withCluster }] = await Promise.all([import('./live.ts'), import('../cluster/index.ts')]);
  return withCluster(options, async (cluster) => {
    const reported: CrdReport[] = [];
    for (const report of reports) {
      const [old, now] = sidesOf(report, before, after);
      const [evidence, compareOptions] = [evidenceFor(report.crd), optionsFor(report.crd)];
      const isScanned = old !== null && evidence !== 'off';
      const scans = isScanned ? [await scanObjects(cluster, report, { old, new: now }, compareOptions.now ?? 0)] : [];
      reported.push(evidence === 'off' ? report : compareCrds(old, now, { ...compareOptions, evidence, scans }));
    }
    return reported;
  });
}

/** Annotations stand at files of the tree, which do not bear the name of a revision. */
function withPlaceInTree(report: CrdReport): CrdReport {
  const path = gitPathOf(report.new?.source ?? '')?.path;
  return report.new === null || path === undefined ? report : { ...report, new: { ...report.new, source: path } };
}

type Printed = Pick<Outcome, 'stdout' | 'stderr'>;

async function print(reports: readonly CrdReport[], { output }: DiffOptions, after: CrdSet): Promise<Printed> {
  return output === 'name' ? nameLines(namesOf(reports)) : { stdout: await reportText(reports, output, after) };
}

/** The CRDs that findings are about, and those for which there is no answer. */
function namesOf(reports: readonly CrdReport[]): NamedThing[] {
  const found = reports.filter(({ findings, fault }) => findings.length > 0 || fault !== undefined);
  return found.map(({ crd, old, new: now }) => ({
    name: definitionName(crd),
    title: `${(now ?? old)?.source ?? 'CRD'}: ${crd}`,
  }));
}

async function reportText(
  reports: readonly CrdReport[],
  output: Exclude<DiffOptions['output'], 'name'>,
  after: CrdSet,
): Promise<string> {
  switch (output) {
    case 'json':
      return printJson(reports);
    case 'markdown':
      return printMarkdown(reports);
    case 'yaml':
      return dataText('yaml', JSON.parse(printJson(reports)));
    case 'sarif':
    case 'github': {
      const lines = new ManifestLines(after);
      const printed = output === 'sarif' ? printSarif : printGithub;
      return printed(reports.map(withPlaceInTree), (finding) => lines.ofFinding(finding));
    }
    case 'crdify': {
      const [report] = reports;
      if (report !== undefined && reports.length === 1) return printCrdify(toCrdify(report));
      return printCrdify(Object.fromEntries(reports.map((one) => [one.crd, toCrdify(one)])));
    }
    default:
      return printTable(reports, { isWide: output === 'wide' });
  }
}
