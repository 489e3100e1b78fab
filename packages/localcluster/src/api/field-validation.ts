import type { Target } from '../operations/index.ts';
import { badRequest } from '../status/index.ts';
import type { Exchange } from './exchange.ts';
import { unfitPatch } from './object-body.ts';

/** K-72: what becomes of fields that a kind does not have. They are dropped in any case. */
export interface FieldValidation {
  readonly onUnknown: (path: string) => void;
  /** After decoding: warns of the fields, or refuses the request. `patch` is the patched object, shown. */
  readonly conclude: (patched?: string) => void;
}

export function fieldValidation({ query, warn }: Pick<Exchange, 'query' | 'warn'>, target: Target): FieldValidation {
  const directive = query.get('fieldValidation') || 'Warn';
  const complaints = new Set<string>();
  return {
    onUnknown: (path) => complaints.add(`unknown field ${JSON.stringify(path)}`),
    conclude: (patched) => {
      if (complaints.size === 0 || directive === 'Ignore') return;
      if (directive === 'Warn') return complaints.forEach((complaint) => warn(complaint));
      const why = `strict decoding error: ${[...complaints].join(', ')}`;
      if (patched !== undefined) throw unfitPatch(patched, why);
      const { kind } = target.resource;
      throw badRequest(`${kind} in version "${target.served.version}" cannot be handled as a ${kind}: ${why}`);
    },
  };
}
