import type { Target } from '../operations/index.ts';
import { badRequest } from '../status/index.ts';
import { repeatedKeys } from '../yaml/index.ts';
import { duplicateFields, fieldsOf } from './duplicate-fields.ts';
import type { Exchange } from './exchange.ts';
import { unfitPatch } from './object-body.ts';

/** K-72: what becomes of fields that a kind does not have, or that stand twice. Both are dropped in any case. */
export interface FieldValidation {
  /** Nothing is looked at that is not needed. */
  readonly isIgnored: boolean;
  /** Looks for fields that stand twice in a JSON body. */
  readonly checkDuplicates: (body: Buffer) => void;
  /** Looks for keys that stand twice in a YAML body. */
  readonly checkYaml: (body: Buffer) => void;
  readonly onUnknown: (path: string) => void;
  /** After decoding: warns of the fields, or refuses the request. `patch` is the patched object, shown. */
  readonly conclude: (patched?: () => string) => void;
  /** The body of an apply, which is YAML whatever it looks like: its unknown fields are refused by its schema. */
  readonly concludeApply: (body: Buffer) => void;
}

export function fieldValidation({ query, warn }: Pick<Exchange, 'query' | 'warn'>, target: Target): FieldValidation {
  const directive = query.get('fieldValidation') || 'Warn';
  const duplicates = new Set<string>();
  const unknown = new Set<string>();
  let repeated: readonly string[] = [];
  let sent = '';
  return {
    isIgnored: directive === 'Ignore',
    checkDuplicates: (body) => {
      if (directive === 'Ignore') return;
      sent = body.toString('utf8');
      for (const path of duplicateFields(sent)) duplicates.add(path);
    },
    checkYaml: (body) => {
      if (directive !== 'Ignore') repeated = repeatedKeys(body.toString('utf8'));
    },
    onUnknown: (path) => unknown.add(path),
    conclude: (patched) => {
      // What a Go server has patched is in the order of its keys.
      const named = patched === undefined ? unknown : new Set([...unknown].sort());
      const complaints = target.resource.custom
        ? customComplaints(duplicates, named)
        : inOrderOf(sent, complaintsAbout(duplicates, named));
      const texts = complaints.map(textOf);
      if (repeated.length + texts.length === 0 || directive === 'Ignore') return;
      if (directive === 'Warn') return [...repeated, ...texts].forEach((text) => warn(text));
      const why = `strict decoding error: ${[...yamlErrors(repeated), ...texts].join(', ')}`;
      if (patched !== undefined) throw unfitPatch(patched(), why);
      const { kind } = target.resource;
      throw badRequest(`${kind} in version "${target.served.version}" cannot be handled as a ${kind}: ${why}`);
    },
    concludeApply: (body) => {
      if (directive === 'Ignore') return;
      const text = body.toString('utf8');
      // JSON, as most are, is looked through faster as such.
      if (isJson(text) && duplicateFields(text).length === 0) return;
      const lines = repeatedKeys(text);
      if (directive === 'Warn') return lines.forEach((line) => warn(line));
      const [why] = yamlErrors(lines);
      if (why !== undefined) throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${why}`);
    },
  };
}

/** All that Go's parser finds wrong is one error. */
function yamlErrors(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`yaml: unmarshal errors:\n${lines.map((line) => `  ${line}`).join('\n')}`];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Complaint {
  readonly what: 'duplicate' | 'unknown';
  readonly path: string;
}

function textOf({ what, path }: Complaint): string {
  return `${what} field ${JSON.stringify(path)}`;
}

const about = (what: Complaint['what'], paths: Iterable<string>): Complaint[] =>
  Array.from(paths, (path) => ({ what, path }));

/** Of an unknown field nobody asks how often it is there. */
function complaintsAbout(duplicates: ReadonlySet<string>, unknown: ReadonlySet<string>): Complaint[] {
  const known = [...duplicates].filter((path) => ![...unknown].some((one) => isAtOrBelow(path, one)));
  return [...about('duplicate', known), ...about('unknown', unknown)];
}

/** A custom object is read as JSON first, which finds what stands twice; then as metadata, then by its schema. */
function customComplaints(duplicates: ReadonlySet<string>, unknown: ReadonlySet<string>): Complaint[] {
  const ofMetadata = [...unknown].filter((path) => isAtOrBelow(path, 'metadata'));
  const others = [...unknown].filter((path) => !isAtOrBelow(path, 'metadata'));
  return [...about('duplicate', duplicates), ...about('unknown', [...ofMetadata.sort(), ...others])];
}

/** A built-in one is read in one pass: what is wrong is found in the order of the text. */
function inOrderOf(text: string, complaints: readonly Complaint[]): readonly Complaint[] {
  if (text === '' || new Set(complaints.map(({ what }) => what)).size < 2) return complaints;
  const places = new Map<string, number>();
  for (const [at, { path, isAgain }] of fieldsOf(text).entries()) {
    const key = textOf({ what: isAgain ? 'duplicate' : 'unknown', path });
    if (!places.has(key)) places.set(key, at);
  }
  const placeOf = (complaint: Complaint): number => places.get(textOf(complaint)) ?? Infinity;
  return complaints.toSorted((a, b) => placeOf(a) - placeOf(b) || 0);
}

function isAtOrBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`);
}
