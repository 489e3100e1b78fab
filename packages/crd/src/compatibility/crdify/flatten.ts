import type { JsonSchema } from '../../schema/index.ts';
import { sortedBytes } from '../canonical.ts';

/** Every schema of a version by its path, in crdify's spelling: `^.spec.list.items`, `^.spec.allOf[0]`. */
export function flatten(root: JsonSchema): Map<string, JsonSchema> {
  const places = new Map<string, JsonSchema>();
  const stack: (readonly [string, JsonSchema])[] = [['^', root]];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const [path, schema] = place;
    places.set(path, schema);
    // Pushed in reverse: where two places have one path the last to be visited stands, as in crdify.
    for (const [segment, child] of childrenOf(schema).toReversed()) stack.push([`${path}.${segment}`, child]);
  }
  return places;
}

type Child = readonly [string, JsonSchema];

function childrenOf(schema: JsonSchema): Child[] {
  const { items, not, additionalProperties, additionalItems, dependencies = {} } = schema;
  const dependent = Object.fromEntries(Object.entries(dependencies).filter(([, value]) => !Array.isArray(value)));
  return [
    ...(Array.isArray(items) ? indexed('items', items as readonly JsonSchema[]) : single('items', items as JsonSchema)),
    ...indexed('allOf', schema.allOf),
    ...indexed('anyOf', schema.anyOf),
    ...indexed('oneOf', schema.oneOf),
    ...single('not', not),
    ...sortedBytes(Object.keys(schema.properties ?? {})).map(
      (name): Child => [name, schema.properties?.[name] as JsonSchema],
    ),
    ...single('additionalProperties', additionalProperties),
    ...keyed('patternProperties', schema.patternProperties),
    ...single('additionalItems', additionalItems),
    ...keyed('definitions', schema.definitions),
    ...keyed('dependencies', dependent as Readonly<Record<string, JsonSchema>>),
  ];
}

function single(segment: string, schema: JsonSchema | boolean | undefined): Child[] {
  return typeof schema === 'object' ? [[segment, schema]] : [];
}

function indexed(segment: string, schemas: readonly JsonSchema[] | undefined): Child[] {
  return (schemas ?? []).map((schema, at): Child => [`${segment}[${at}]`, schema]);
}

function keyed(segment: string, schemas: Readonly<Record<string, JsonSchema>> | undefined): Child[] {
  return sortedBytes(Object.keys(schemas ?? {})).map(
    (key): Child => [`${segment}[${key}]`, schemas?.[key] as JsonSchema],
  );
}
