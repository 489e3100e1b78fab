import { isOneName, type NamedThing } from '../object-name.ts';
import { table } from '../table.ts';
import { isValid, type Judged, placeOf, type Remark } from './remark.ts';

const TITLES = ['PLACE', 'RESULT', 'OBJECT', 'PATH', 'REASON', 'MESSAGE'];

/** For people: a row for each object that is valid, and for each remark. */
export function validationTable(judged: readonly Judged[]): string {
  const rows = judged.flatMap((one) => {
    const object = isOneName(one.name) ? one.name : one.title;
    const valid = isValid(one) ? [[placeOf(one), 'valid', object, '-', '-', '-']] : [];
    const remarks = one.remarks.map((remark) => {
      const { level, field, message, reason } = remark;
      // A remark about the whole object names it where others name a field.
      const path = field === undefined || field === one.title ? '-' : field;
      return [placeOf(remark), level === 'error' ? 'refused' : level, object, path, reason, message];
    });
    return [...valid, ...remarks];
  });
  return table([TITLES, ...rows.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ')))]);
}

/** What `-o name` is about. */
export function refusedThings(judged: readonly Judged[]): NamedThing[] {
  const refused = judged.filter((one) => !isValid(one));
  return refused.map((one) => ({ name: one.name, title: `${placeOf(one)}: ${one.title}` }));
}

/** For programs. */
export function validationJson(judged: readonly Judged[]): string {
  const objects = judged.map((one) => ({
    title: one.title,
    source: one.source,
    ...(one.line !== undefined && { line: one.line }),
    valid: isValid(one),
    problems: one.remarks,
  }));
  const report = { schema: 'slipway.dev/crd-validation/v1', valid: judged.every(isValid), objects };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** SARIF 2.1.0, for code scanning. */
export function validationSarif(judged: readonly Judged[]): string {
  const ids = [...new Set(judged.flatMap(({ remarks }) => remarks.map(({ reason }) => reason)))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'slipway', rules: ids.map((id) => ({ id, shortDescription: { text: id } })) } },
        results: judged.flatMap(({ title, remarks }) => remarks.map((remark) => resultOf(title, remark))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(title: string, { level, source, line, field, message, reason }: Remark): object {
  const region = line === undefined ? {} : { region: { startLine: line } };
  return {
    ruleId: reason,
    level,
    message: { text: [title, ...(field === undefined ? [] : [field]), message].join(': ') },
    locations: [{ physicalLocation: { artifactLocation: { uri: source }, ...region } }],
  };
}
