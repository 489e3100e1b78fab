import type { CrdReport } from '../compare.ts';
import { type Finding, printPath, type Verdict } from '../finding.ts';
import { notesOf, worstFirst } from './columns.ts';
import type { LineOf } from './sarif.ts';

const COMMANDS: Readonly<Record<Verdict, 'error' | 'warning' | 'notice'>> = {
  REJECT: 'error',
  BREAK: 'error',
  REVIEW: 'warning',
  ONEWAY: 'warning',
  SAFE: 'notice',
  INFO: 'notice',
};

/** Workflow commands that GitHub shows as annotations on the lines of a pull request. */
export function printGithub(reports: readonly CrdReport[], lineOf: LineOf = () => undefined): string {
  return reports
    .flatMap((report) => worstFirst(report).map((finding) => commandOf(report, finding, lineOf(finding))))
    .join('');
}

function commandOf({ new: side }: CrdReport, finding: Finding, line: number | undefined): string {
  const { rule, verdict, crd, version, path, message, remedy } = finding;
  const place = [crd, version, path.length === 0 ? '' : printPath(path)].filter((part) => part !== '').join(' ');
  const properties = {
    ...(side?.source !== undefined && { file: side.source }),
    ...(line !== undefined && { line: `${line}` }),
    title: `${verdict} ${rule} ${place}`,
  };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(value)}`);
  const example = notesOf([finding])
    .flatMap(({ title, notes }) =>
      notes.map((note) => `\n${title.charAt(0).toUpperCase()}${title.slice(1)} ${note.text}`),
    )
    .join('');
  const text = `${message}.${remedy === '' ? '' : ` What to do: ${remedy}.`}${example}`;
  return `::${COMMANDS[verdict]} ${list.join(',')}::${escaped(text)}\n`;
}

/** A line break would end the command, and a per cent sign begins an escape. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
