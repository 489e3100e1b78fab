import type { CustomResource } from '@gati-framework/contracts/deployment';
import { OperatorError } from '../errors.ts';
import { REQUIRED_FIELDS } from '../types/index.ts';
import { isModule } from './custom-resources.ts';

/**
 * Refuses a resource that lacks what it must have. An API server does so by its schema; what comes from a program has
 * passed none.
 */
export function requireFields({ metadata, spec }: CustomResource): void {
  const [kind, names] = isModule(spec)
    ? ['GatiModule', REQUIRED_FIELDS.module]
    : ['GatiHandler', REQUIRED_FIELDS.handler];
  const given = new Map<string, unknown>(Object.entries(spec));
  const missing = names.filter((name) => (given.get(name) ?? undefined) === undefined).map((name) => `spec.${name}`);
  if (missing.length === 0) return;
  const all =
    missing.length === 1 ? `${missing[0]} is` : `${missing.slice(0, -1).join(', ')} and ${missing.at(-1)} are`;
  throw new OperatorError(
    'GATI_SPEC_INCOMPLETE',
    `${kind} ${metadata.namespace}/${metadata.name}: ${all} missing. Nothing can be made of it; set what is missing.`,
  );
}
