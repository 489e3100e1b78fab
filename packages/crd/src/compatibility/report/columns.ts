import { isJsonObject, parseJson, stringifyJson } from '../../schema/index.ts';
import type { CrdReport } from '../compare.ts';
import { type Finding, printPath, RANK } from '../finding.ts';

const LONGEST_CELL = 160;

/** Worst first; within a verdict in the order of the report. */
export function worstFirst({ findings }: CrdReport): Finding[] {
  return [...findings].sort((a, b) => RANK[b.verdict] - RANK[a.verdict]);
}

/** What stands in a row, whatever the format. */
export function cellsOf(finding: Finding, fit: Fit = cut): string[] {
  const { verdict, rule, version, path, message, parties, remedy, waiver } = finding;
  const waived = waiver === undefined ? '' : `waived by ${waiver.owner} until ${waiver.expires}: ${waiver.reason}; `;
  return [
    verdict,
    rule,
    version || '–',
    path.length === 0 ? '–' : printPath(path),
    fit(message),
    parties.join(' ') || '–',
    evidenceOf(finding),
    fit(`${waived}${remedy}`),
  ];
}

/** What stands behind them where there is room: values, and the whole object that shows a break. */
export function wideCellsOf(finding: Finding): string[] {
  const { old, new: now, witness, noWitness } = finding;
  const shown = witness && `${witness.stored === undefined ? '' : `${witness.stored} → `}${witness.object}`;
  const none = noWitness === undefined ? '–' : `none: ${oneLine(noWitness)}`;
  return [
    ...cellsOf(finding, oneLine),
    old ?? '–',
    now ?? '–',
    witness === undefined ? none : `${shown} is ${witness.outcome}: ${oneLine(witness.says)}`,
  ];
}

export const HEADINGS: readonly string[] = [
  'VERDICT',
  'RULE',
  'VERSION',
  'PATH',
  'CHANGE',
  'HURTS',
  'EVIDENCE',
  'WHAT TO DO',
];

export const WIDE_HEADINGS: readonly string[] = [...HEADINGS, 'OLD', 'NEW', 'WITNESS'];

/** How a text is made to stand in a cell. */
export type Fit = (text: string) => string;

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function cut(text: string): string {
  const line = oneLine(text);
  return line.length <= LONGEST_CELL ? line : `${line.slice(0, LONGEST_CELL)}… (${text.length} characters)`;
}

export function grouped(count: number): string {
  return `${count}`.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

function evidenceOf({ evidence }: Finding): string {
  if (evidence === undefined) return '–';
  const { state, violations, total, isConverted } = evidence;
  if (state !== 'complete') return state;
  return `${grouped(violations)} of ${grouped(total)}${isConverted ? ' (converted)' : ''}`;
}

/** `{"spec":{"mode":"Legacy"}} is refused: spec.mode: …`: what every object has is left out. */
function witnessOf({ witness }: Finding): string | undefined {
  if (witness === undefined) return undefined;
  const { object, stored, outcome, says } = witness;
  const before = stored === undefined ? '' : `${shortened(stored)} → `;
  return `${before}${shortened(object)} is ${outcome}: ${cut(says)}`;
}

/** One line of what stands below a table, about one finding. */
export interface Note {
  readonly finding: Finding;
  readonly text: string;
}

/** What stands below a table of breaks: objects that show them, and why some have none. */
export function notesOf(findings: readonly Finding[]): { readonly title: string; readonly notes: readonly Note[] }[] {
  const shown = (isNew: boolean): Note[] =>
    findings.flatMap((finding) => {
      const text = (finding.witness?.outcome === 'accepted') === isNew ? witnessOf(finding) : undefined;
      return text === undefined ? [] : [{ finding, text }];
    });
  const without = findings.flatMap((finding) =>
    finding.noWitness === undefined ? [] : [{ finding, text: cut(finding.noWitness) }],
  );
  return [
    { title: 'for example, accepted until now:', notes: shown(false) },
    { title: 'for example, not accepted until now:', notes: shown(true) },
    { title: 'without an example:', notes: without },
  ].filter(({ notes }) => notes.length > 0);
}

function shortened(object: string): string {
  const value = parseJson(object);
  if (!isJsonObject(value)) return cut(object);
  const { kind: _kind, metadata: _metadata, ...fields } = value;
  // Only where the version is all that there is to see.
  const { apiVersion: _version, ...body } = fields;
  return cut(stringifyJson(Object.keys(body).length > 0 ? body : fields));
}

/** `certificates.example.com  1.13.0 → 1.14.0  platform   BLOCKED  1 BREAK 1 REVIEW   rollback: …`. */
export function headline(report: CrdReport, fit: Fit = cut): string {
  const { crd, mode, options, verdict, counts, fault } = report;
  const side = (source: CrdReport['old']): string =>
    source === null ? '(none)' : (source.source ?? source.sha256.slice(7, 19));
  const reported = (['REJECT', 'BREAK', 'REVIEW', 'ONEWAY'] as const)
    .filter((one) => counts[one] > 0)
    .map((one) => `${counts[one]} ${one}`);
  return [
    `${crd}  ${side(report.old)} → ${side(report.new)}`,
    `${mode}${options.strict ? ' --strict' : ''} `,
    fault !== undefined ? `FAULT (${fault.message})` : report.blocked ? 'BLOCKED' : verdict,
    ...(reported.length > 0 ? [`${reported.join(' ')} `] : []),
    ...rollback(report, fit),
  ].join('  ');
}

function rollback({ reversibility }: CrdReport, fit: Fit): string[] {
  if (reversibility === undefined) return [];
  const { verdict, paths, reasons } = reversibility;
  const why = verdict === 'reversible-with-loss' ? paths.join(', ') : reasons[0];
  return [`rollback: ${verdict}${why === undefined || why === '' ? '' : ` (${fit(why)})`}`];
}
