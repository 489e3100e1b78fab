import type { Target } from '../operations/index.ts';
import { badRequest } from '../status/index.ts';
import { duplicateFields, fieldsOf } from './duplicate-fields.ts';
import type { Exchange } from './exchange.ts';
import { unfitPatch } from './object-body.ts';

/** K-72: what becomes of fields that a kind does not have, or that stand twice. Both are dropped in any case. */
export interface FieldValidation {
  /** Nothing is looked at that is not needed. */
  readonly isIgnored: boolean;
  /** Looks for fields that stand twice in a JSON body. */
  readonly checkDuplicates: (body: Buffer) => void;
  readonly onUnknown: (path: string) => void;
  /** After decoding: warns of the fields, or refuses the request. `patch` is the patched object, shown. */
  readonly conclude: (patched?: () => string) => void;
}

export function fieldValidation({ query, warn }: Pick<Exchange, 'query' | 'warn'>, target: Target): FieldValidation {
  const directive = query.get('fieldValidation') || 'Warn';
  const duplicates = new Set<string>();
  const unknown = new Set<string>();
  let sent = '';
  return {
    isIgnored: directive === 'Ignore',
    checkDuplicates: (body) => {
      if (directive === 'Ignore') return;
      sent = body.toString('utf8');
      for (const path of duplicateFields(sent)) duplicates.add(path);
    },
    onUnknown: (path) => unknown.add(path),
    conclude: (patched) => {
      // What a Go server has patched is in the order of its keys.
      const named = patched === undefined ? unknown : new Set([...unknown].sort());
      const complaints = target.resource.custom
        ? customComplaints(duplicates, named)
        : inOrderOf(sent, complaintsAbout(duplicates, named));
      if (complaints.length === 0 || directive === 'Ignore') return;
      if (directive === 'Warn') return complaints.forEach((complaint) => warn(textOf(complaint)));
      const why = `strict decoding error: ${complaints.map(textOf).join(', ')}`;
      if (patched !== undefined) throw unfitPatch(patched(), why);
      const { kind } = target.resource;
      throw badRequest(`${kind} in version "${target.served.version}" cannot be handled as a ${kind}: ${why}`);
    },
  };
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
