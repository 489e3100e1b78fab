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
  /** As kubectl names it, as far as it has a name. */
  readonly name: string;
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
