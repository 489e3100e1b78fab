import { TargetError } from '../errors.ts';

/** What helm says of a revision. */
export type ReleaseStatus =
  | 'deployed'
  | 'failed'
  | 'superseded'
  | 'uninstalled'
  | 'uninstalling'
  | 'pending-install'
  | 'pending-upgrade'
  | 'pending-rollback'
  | 'unknown';

/** Whether helm refuses further changes because of it. */
export function isPending(status: ReleaseStatus): boolean {
  return status.startsWith('pending-');
}

export interface HelmRelease {
  readonly name: string;
  readonly namespace: string;
  readonly revision: number;
  readonly status: ReleaseStatus;
  readonly description: string;
  /** What was rendered, hooks left out. */
  readonly manifest: string;
}

export interface HistoryEntry {
  readonly revision: number;
  readonly status: ReleaseStatus;
  /** RFC 3339. */
  readonly updated: string;
  /** Name and version: `shop-1.0.0`. */
  readonly chart: string;
  readonly appVersion: string;
  readonly description: string;
}

export interface ListedRelease {
  readonly name: string;
  readonly namespace: string;
  readonly revision: number;
  readonly status: ReleaseStatus;
  readonly chart: string;
  readonly appVersion: string;
}

type Fields = Readonly<Record<string, unknown>>;

export function readRelease(json: string): HelmRelease {
  const fields = fieldsOf(parsed(json), 'release');
  const info = fieldsOf(fields['info'], 'release.info');
  return {
    name: text(fields, 'name'),
    namespace: text(fields, 'namespace'),
    revision: whole(fields, 'version'),
    status: text(info, 'status') as ReleaseStatus,
    description: optionalText(info, 'description'),
    manifest: optionalText(fields, 'manifest'),
  };
}

export function readHistory(json: string): HistoryEntry[] {
  return rows(json, 'history').map((fields) => ({
    revision: whole(fields, 'revision'),
    status: text(fields, 'status') as ReleaseStatus,
    updated: text(fields, 'updated'),
    chart: text(fields, 'chart'),
    appVersion: optionalText(fields, 'app_version'),
    description: optionalText(fields, 'description'),
  }));
}

export function readList(json: string): ListedRelease[] {
  return rows(json, 'list').map((fields) => ({
    name: text(fields, 'name'),
    namespace: text(fields, 'namespace'),
    revision: whole(fields, 'revision'),
    status: text(fields, 'status') as ReleaseStatus,
    chart: text(fields, 'chart'),
    appVersion: optionalText(fields, 'app_version'),
  }));
}

export function readValues(json: string): Record<string, unknown> {
  const value = parsed(json);
  return value === null ? {} : { ...fieldsOf(value, 'values') };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    // Without the text: it may hold values.
    throw unreadable('no JSON', cause);
  }
}

function rows(json: string, what: string): Fields[] {
  const value = parsed(json);
  if (!Array.isArray(value)) throw unreadable(`${what} is no list`);
  return value.map((row) => fieldsOf(row, what));
}

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw unreadable(`${what} is no object`);
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value;
  throw unreadable(`${name} is no text`);
}

function optionalText(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** `helm list` writes revisions as text, everything else as numbers. */
function whole(fields: Fields, name: string): number {
  const value = Number(fields[name]);
  if (Number.isInteger(value)) return value;
  throw unreadable(`${name} is no whole number`);
}

function unreadable(what: string, cause?: unknown): TargetError {
  return new TargetError(
    'HELM_OUTPUT',
    `helm answered something else than expected: ${what}. Check that HELM_BIN is helm 3 or 4.`,
    { cause },
  );
}
