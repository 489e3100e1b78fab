import type { CrdReport } from '../compare.ts';
import { cellsOf, HEADINGS, headline, notesOf, worstFirst } from './columns.ts';

/** For a pull request: a heading and a table for each CRD. */
export function printMarkdown(reports: readonly CrdReport[]): string {
  return reports.map(printOne).join('\n');
}

function printOne(report: CrdReport): string {
  const rows = worstFirst(report).map((finding) => {
    const [verdict = '', rule = '', version = '', path = '', ...rest] = cellsOf(finding);
    return [`**${verdict}**`, rule, version, path === '–' ? path : code(path), ...rest.map(escaped)];
  });
  const table = [HEADINGS, HEADINGS.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  const below = notesOf(worstFirst(report)).flatMap(({ title, notes }) => [
    '',
    `${title.charAt(0).toUpperCase()}${title.slice(1)}`,
    '',
    ...notes.map(
      ({ finding, text }) => `- ${finding.rule}: ${finding.witness === undefined ? escaped(text) : code(text)}`,
    ),
  ]);
  const body = rows.length > 0 ? [...table, ...below] : ['Nothing to report.'];
  return `${[`### ${escaped(headline(report))}`, '', ...body].join('\n')}\n`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\|<>*_`[\]]/g, '\\$&');
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``;
}
