import type { Target } from '../operations/index.ts';
import { badRequest } from '../status/index.ts';
import { duplicateFields } from './duplicate-fields.ts';
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
  return {
    isIgnored: directive === 'Ignore',
    checkDuplicates: (body) => {
      if (directive === 'Ignore') return;
      for (const path of duplicateFields(body.toString('utf8'))) duplicates.add(path);
    },
    onUnknown: (path) => unknown.add(path),
    conclude: (patched) => {
      // What a Go server has patched is in the order of its keys.
      const named = patched === undefined ? unknown : new Set([...unknown].sort());
      const complaints = complaintsAbout(duplicates, named);
      if (complaints.length === 0 || directive === 'Ignore') return;
      if (directive === 'Warn') return complaints.forEach((complaint) => warn(complaint));
      const why = `strict decoding error: ${complaints.join(', ')}`;
      if (patched !== undefined) throw unfitPatch(patched(), why);
      const { kind } = target.resource;
      throw badRequest(`${kind} in version "${target.served.version}" cannot be handled as a ${kind}: ${why}`);
    },
  };
}

/** Of an unknown field nobody asks how often it is there. */
function complaintsAbout(duplicates: ReadonlySet<string>, unknown: ReadonlySet<string>): string[] {
  const known = [...duplicates].filter((path) => ![...unknown].some((one) => isAtOrBelow(path, one)));
  return [
    ...known.map((path) => `duplicate field ${JSON.stringify(path)}`),
    ...[...unknown].map((path) => `unknown field ${JSON.stringify(path)}`),
  ];
}

function isAtOrBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`);
}
