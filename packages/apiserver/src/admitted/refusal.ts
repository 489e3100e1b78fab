import type { Attributes } from '../operations/index.ts';
import { forbidden, type StatusError } from '../status/index.ts';

/** A 403 that names what is refused. A name that is still to be generated is shown by its beginning. */
export function refusal({ target, object }: Attributes, why: string): StatusError {
  const { name, generateName } = object?.metadata ?? {};
  return forbidden(target.resource, target.name || name || generateName || 'Unknown!', why);
}
