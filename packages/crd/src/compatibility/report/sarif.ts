import { compareBytes } from '../canonical.ts';
import { catalogue, type RuleId } from '../catalogue.ts';
import type { CrdReport } from '../compare.ts';
import { type Finding, printPath, type Verdict } from '../finding.ts';

const LEVELS: Readonly<Record<Verdict, 'error' | 'warning' | 'note'>> = {
  REJECT: 'error',
  BREAK: 'error',
  REVIEW: 'warning',
  ONEWAY: 'warning',
  SAFE: 'note',
  INFO: 'note',
};

/** Line of the new manifest, from 1, that a finding is about; undefined where it is not known. */
export type LineOf = (finding: Finding) => number | undefined;

/** SARIF 2.1.0, for code scanning. A waiver is a suppression. */
export function printSarif(reports: readonly CrdReport[], lineOf: LineOf = () => undefined): string {
  const ids = [...new Set(reports.flatMap(({ findings }) => findings.map(({ rule }) => rule)))].sort(compareBytes);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'slipway', rules: ids.map(ruleOf) } },
        results: reports.flatMap((report) => report.findings.map((finding) => resultOf(report, finding, lineOf))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(id: string): object {
  const title = Object.hasOwn(catalogue, id) ? catalogue[id as RuleId].title : id;
  return { id, shortDescription: { text: title } };
}

function resultOf({ new: side }: CrdReport, finding: Finding, lineOf: LineOf): object {
  const { rule, verdict, crd, version, path, message, remedy, waiver, fingerprint } = finding;
  const place = [crd, version, path.length === 0 ? '' : printPath(path)].filter((part) => part !== '').join(' ');
  const line = lineOf(finding);
  return {
    ruleId: rule,
    level: LEVELS[verdict],
    message: { text: `${place}: ${message}.${remedy === '' ? '' : ` What to do: ${remedy}.`}` },
    ...(side?.source === undefined
      ? {}
      : {
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: side.source },
                ...(line === undefined ? {} : { region: { startLine: line } }),
              },
            },
          ],
        }),
    ...((finding.witness ?? finding.noWitness) === undefined
      ? {}
      : { properties: { witness: finding.witness, noWitness: finding.noWitness } }),
    partialFingerprints: { 'slipway/v1': fingerprint },
    ...(waiver === undefined
      ? {}
      : {
          suppressions: [
            {
              kind: 'external',
              status: 'accepted',
              justification: `${waiver.reason} (${waiver.owner}, until ${waiver.expires})`,
            },
          ],
        }),
  };
}
