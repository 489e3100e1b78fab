import { createDefaulting } from '../defaults/index.ts';
import type { JsonObject, KubeObject } from '../objects/index.ts';
import { apiVersion, type Resource } from '../resources/index.ts';
import { builtInType, type Type } from '../schemas/index.ts';
import type { KindRules } from './built-in-kind.ts';
import { kindErrors } from './kind-errors.ts';
import { podWarnings } from './pod-warnings.ts';
import { builtInKind, builtInKinds } from './registry.ts';

export const withDefaults = createDefaulting(builtInKinds.flatMap((kind) => kind.defaults ?? []));

const NO_RULES: KindRules = {};
/** Shared by all clusters of the process: rules of built-in kinds never change. */
const complete = new Map<string, KindRules>();

export function kindRules(resource: Resource): KindRules {
  if (resource.custom) return NO_RULES;
  let rules = complete.get(resource.collection);
  if (!rules) complete.set(resource.collection, (rules = completeRules(resource)));
  return rules;
}

/** What a kind has of its own, with the defaults of its type and the checks of its family. */
function completeRules(resource: Resource): KindRules {
  const own = builtInKind(resource.collection)?.rules ?? NO_RULES;
  const type = storedType(resource);
  return {
    ...own,
    default: (object, old) => {
      const named = own.default?.(object, old) ?? object;
      return type ? (withDefaults(named as unknown as JsonObject, type) as unknown as KubeObject) : named;
    },
    warnings: (object, old) => [
      ...(own.warnings?.(object, old) ?? []),
      ...podWarnings(resource.collection, object, old),
    ],
    validate: (object, old, subresource) => [
      ...(own.validate?.(object, old, subresource) ?? []),
      ...kindErrors(resource.collection, object, old, subresource),
    ],
  };
}

/** The type in which the objects of a kind are stored: that of its preferred version. */
function storedType({ collection, group, kind, versions }: Resource): Type | undefined {
  if (collection === 'events') return builtInType('v1', 'Event');
  const preferred = versions[0];
  return preferred && builtInType(apiVersion(group, preferred.version), kind);
}
