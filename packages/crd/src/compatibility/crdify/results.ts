import { compareBytes } from '../canonical.ts';
import type { CrdReport } from '../compare.ts';
import { type Finding, printPath } from '../finding.ts';

interface ComparisonResult {
  readonly name: string;
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
}

interface VersionResult {
  readonly version: string;
  readonly propertyComparisons: readonly {
    readonly property: string;
    readonly comparisonResults: readonly ComparisonResult[];
  }[];
}

/** What `crdify -o json` prints. */
export interface CrdifyResults {
  readonly crdValidation?: readonly ComparisonResult[];
  readonly sameVersionValidation?: readonly VersionResult[];
  readonly servedVersionValidation?: readonly VersionResult[];
}

/**
 * A report in crdify's shape. In the modes `crdify` and `olm` it says what those tools say; in
 * `platform` it carries the catalogue's findings under their rule ids.
 */
export function toCrdify(report: CrdReport): CrdifyResults {
  const reported = report.findings.filter(({ verdict }) => verdict !== 'SAFE' && verdict !== 'INFO');
  const isPlatform = report.mode === 'platform';
  const whole = reported.filter(({ version }) => version === '');
  const same = reported.filter(({ version }) => version !== '' && !version.includes(' -> '));
  const served = reported.filter(({ version }) => version.includes(' -> '));
  return {
    ...(whole.length > 0 ? { crdValidation: comparisons(whole) } : {}),
    ...(same.length > 0 ? { sameVersionValidation: versions(same, isPlatform) } : {}),
    ...(served.length > 0 ? { servedVersionValidation: versions(served, isPlatform) } : {}),
  };
}

function versions(findings: readonly Finding[], isPlatform: boolean): VersionResult[] {
  // crdify joins segments as they are; people get names that are no plain words in quotes.
  const property = ({ path }: Finding): string => (isPlatform ? printPath(path) : ['^', ...path].join('.'));
  return grouped(findings, ({ version }) => version).map(([version, all]) => ({
    version,
    propertyComparisons: grouped(all, property).map(([name, own]) => ({
      property: name,
      comparisonResults: comparisons(own),
    })),
  }));
}

function comparisons(findings: readonly Finding[]): ComparisonResult[] {
  return grouped(findings, ({ rule }) => rule).map(([name, own]) => {
    const messages = (isError: boolean): string[] =>
      own
        .filter(({ verdict }) => (verdict === 'BREAK' || verdict === 'REJECT') === isError)
        .map(({ message }) => message);
    const [errors, warnings] = [messages(true), messages(false)];
    return { name, ...(errors.length > 0 ? { errors } : {}), ...(warnings.length > 0 ? { warnings } : {}) };
  });
}

function grouped(findings: readonly Finding[], key: (finding: Finding) => string): [string, Finding[]][] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const name = key(finding);
    groups.set(name, [...(groups.get(name) ?? []), finding]);
  }
  return [...groups].sort(([a], [b]) => compareBytes(a, b));
}

/**
 * The bytes that `crdify -o json` writes: one space of indent, no final newline, as Go escapes. crdify compares one CRD;
 * several stand in one object, by their names.
 */
export function printCrdify(results: CrdifyResults | Readonly<Record<string, CrdifyResults>>): string {
  return JSON.stringify(results, null, 1).replaceAll(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What `crdify` prints without `-o`. */
export function printCrdifyText({ crdValidation = [], ...results }: CrdifyResults): string {
  const lines = (place: string, comparison: ComparisonResult): string[] => [
    ...(comparison.errors ?? []).map((text) => `- ${place}${comparison.name} - ERROR - ${text}\n`),
    ...(comparison.warnings ?? []).map((text) => `- ${place}${comparison.name} - WARNING - ${text}\n`),
  ];
  const byVersion = [...(results.sameVersionValidation ?? []), ...(results.servedVersionValidation ?? [])];
  return [
    ...crdValidation.flatMap((comparison) => lines('', comparison)),
    ...byVersion.flatMap(({ version, propertyComparisons }) =>
      propertyComparisons.flatMap(({ property, comparisonResults }) =>
        comparisonResults.flatMap((comparison) => lines(`${version} - ${property} - `, comparison)),
      ),
    ),
  ].join('');
}
