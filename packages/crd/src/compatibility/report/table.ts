import type { CrdReport } from '../compare.ts';
import type { Finding } from '../finding.ts';
import { cellsOf, HEADINGS, headline, notesOf, oneLine, WIDE_HEADINGS, wideCellsOf, worstFirst } from './columns.ts';

/** A longer cell moves the rest of its own row alone; columns of that width would leave most rows blank. */
const WIDEST_COLUMN = 200;

export interface TableOptions {
  /** Cuts nothing and adds old and new values and witnesses as columns. @default false */
  readonly isWide?: boolean;
}

/**
 * For a terminal: one header, then one row for each finding, then the objects that evidence names. Witnesses stand
 * below, or as a column of the wide table.
 */
export function printTable(reports: readonly CrdReport[], { isWide = false }: TableOptions = {}): string {
  return reports.map((report) => (isWide ? printWide(report) : printShort(report))).join('\n');
}

function printShort(report: CrdReport): string {
  const findings = worstFirst(report);
  const below = notesOf(findings).flatMap(({ title, notes }) => [
    '',
    title,
    ...notes.map(({ finding: { rule, path }, text }) => `  ${[rule, path.at(-1), text].filter(Boolean).join(' ')}`),
  ]);
  return printed(headline(report), [HEADINGS, ...findings.map((finding) => cellsOf(finding))], below, findings);
}

function printWide(report: CrdReport): string {
  const findings = worstFirst(report);
  return printed(headline(report, oneLine), [WIDE_HEADINGS, ...findings.map(wideCellsOf)], [], findings);
}

function printed(
  title: string,
  rows: readonly (readonly string[])[],
  below: readonly string[],
  findings: readonly Finding[],
): string {
  if (findings.length === 0) return `${title}\n`;
  const [headings = []] = rows;
  const widths = headings.map((_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length).filter((width) => width <= WIDEST_COLUMN)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const objects = findings.flatMap(({ rule, path, evidence }) =>
    (evidence?.objects ?? []).map((object) => `  ${rule} ${path.at(-1) ?? ''} ${object}`.trimEnd()),
  );
  const evidence = objects.length > 0 ? ['', 'objects:', ...objects] : [];
  return `${[title, ...lines, ...below, ...evidence].join('\n')}\n`;
}
