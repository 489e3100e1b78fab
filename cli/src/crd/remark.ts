/** What is wrong with an object or a CRD, or worth a warning, and where. */
export interface Remark {
  readonly level: 'error' | 'warning';
  readonly source: string;
  /** From 1; absent where no line is known, as in a cluster. */
  readonly line?: number;
  /** As the server names it; absent for the whole object. */
  readonly field?: string;
  readonly message: string;
  /** The server's reason, a rule of the catalogue or a code of the command. */
  readonly reason: string;
}

/** Something that was looked at. */
export interface Judged {
  /** `Certificate web`, or the name of a CRD. */
  readonly title: string;
  readonly source: string;
  readonly line?: number;
  readonly remarks: readonly Remark[];
}

export const isValid = ({ remarks }: Judged): boolean => remarks.every(({ level }) => level !== 'error');

/** `file.yaml:12`, or the file alone. */
export function placeOf({ source, line }: { readonly source: string; readonly line?: number }): string {
  return line === undefined ? source : `${source}:${line}`;
}

/** One line, whatever line breaks a message has. */
export function remarkLine(remark: Remark): string {
  const { level, field, message, reason } = remark;
  const text = [placeOf(remark), ...(field === undefined ? [] : [field]), message].join(': ');
  return `${level === 'warning' ? 'warning: ' : ''}${text.replaceAll(/\s*\n\s*/g, ' ')} [${reason}]\n`;
}

/** For programs. */
export function validationJson(judged: readonly Judged[]): string {
  const objects = judged.map(({ title, source, line, remarks }) => ({
    title,
    source,
    ...(line !== undefined && { line }),
    valid: isValid({ title, source, remarks }),
    problems: remarks,
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
