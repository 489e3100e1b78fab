import type { JsonObject, KubeObject } from '../objects/index.ts';
import type { FieldError } from '../status/index.ts';
import { Report } from '../validation/index.ts';
import { builtInKind } from './registry.ts';

/** What is wrong with an object of a collection, or with what became of `old`. */
export function kindErrors(
  collection: string,
  object: KubeObject,
  old: KubeObject | undefined,
  subresource: string | undefined,
): FieldError[] {
  const checks = builtInKind(collection)?.checks;
  if (!checks) return [];
  const report = new Report();
  const now = object as unknown as JsonObject;
  const before = old as unknown as JsonObject | undefined;
  if (before === undefined) checks.create(report, now, before);
  else if (subresource === 'status') checks.status?.(report, now, before);
  // Orders such as a binding change what nobody else may.
  else if (subresource === undefined || subresource === 'scale') (checks.change ?? checks.create)(report, now, before);
  return report.errors;
}
