import type { CrdReport } from '../compare.ts';
import { cellsOf, HEADINGS, headline, witnessOf, worstFirst } from './columns.ts';

/** For a terminal: one header, then one row for each finding, then the objects that evidence names. */
export function printTable(reports: readonly CrdReport[]): string {
  return reports.map(printOne).join('\n');
}

function printOne(report: CrdReport): string {
  const findings = worstFirst(report);
  if (findings.length === 0) return `${headline(report)}\n`;
  const rows = [HEADINGS, ...findings.map(cellsOf)];
  const widths = HEADINGS.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const objects = findings.flatMap(({ rule, path, evidence }) =>
    (evidence?.objects ?? []).map((object) => `  ${rule} ${path.at(-1) ?? ''} ${object}`.trimEnd()),
  );
  const witnesses = findings.flatMap((finding) => {
    const shown = witnessOf(finding);
    return shown === undefined
      ? []
      : [`  ${finding.rule} ${finding.path.at(-1) ?? ''} ${shown}`.replace('  ', ' ').replace(/^ /, '  ')];
  });
  const below = [
    ...(witnesses.length > 0 ? ['', 'for example, accepted until now:', ...witnesses] : []),
    ...(objects.length > 0 ? ['', 'objects:', ...objects] : []),
  ];
  return `${[headline(report), ...lines, ...below].join('\n')}\n`;
}
