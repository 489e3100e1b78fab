import { itemsOf, type JsonSchema } from './crd.ts';

/** What a schema holds, itself or below. */
export interface Contents {
  readonly hasRules: boolean;
  readonly hasDefaults: boolean;
}

const known = new WeakMap<JsonSchema, Contents>();

/**
 * Most schemas hold neither rules nor defaults, and whoever looks for those need not walk them. Looked up once
 * for each schema, which never changes. Combinators are left out: neither may stand in them.
 */
export function contentsOf(schema: JsonSchema): Contents {
  const found = known.get(schema) ?? look(schema);
  known.set(schema, found);
  return found;
}

function look(schema: JsonSchema): Contents {
  let hasRules = (schema['x-kubernetes-validations'] ?? []).length > 0;
  let hasDefaults = schema.default !== undefined;
  const add = (below: JsonSchema): void => {
    const contents = contentsOf(below);
    hasRules ||= contents.hasRules;
    hasDefaults ||= contents.hasDefaults;
  };
  const { properties, additionalProperties } = schema;
  const items = itemsOf(schema);
  if (properties !== undefined) for (const name of Object.keys(properties)) add(properties[name] as JsonSchema);
  if (typeof additionalProperties === 'object') add(additionalProperties);
  if (items !== undefined) add(items);
  return { hasRules, hasDefaults };
}
