import type { JsonSchema } from './crd.ts';

/** A path of a rule or selectable field, followed through a schema. */
export type FollowedPath =
  | { readonly field: string; readonly schema: JsonSchema; readonly segments: readonly string[] }
  | { readonly fault: string };

/**
 * Follows `.spec.name` or `.spec['a b']` through fields and maps; list items have no path. `allowsBrackets`
 * is false for selectable fields.
 */
export function followFieldPath(path: string, from: JsonSchema, allowsBrackets = true): FollowedPath {
  const tokens = path.match(/'(?:\\.|[^'\\])*'|[.[\]]|[^.[\]]+/gs) ?? [];
  const segments: string[] = [];
  let [field, schema] = ['', from];
  for (let at = 0; at < tokens.length; at++) {
    const mark = tokens[at];
    let name = tokens[at + 1];
    if (mark !== '.' && mark !== '[') return { fault: `expected [ or . but got: ${mark}` };
    if (mark === '[' && !allowsBrackets) return { fault: 'array notation is not allowed' };
    if (name === undefined) return { fault: 'unexpected end of JSON path' };
    at++;
    if (mark === '[') {
      if (!/^'.*'$/s.test(name) || name.length < 2) return { fault: `expected single quoted string but got ${name}` };
      const close = tokens[++at];
      name = name.slice(1, -1).replaceAll(/\\(.)/gs, (_, char: string) => ESCAPES[char] ?? char);
      if (close === undefined) return { fault: 'unexpected end of JSON path' };
      if (close !== ']') return { fault: `expected ] but got ${close}` };
    }
    const property = schema.properties?.[name];
    const { additionalProperties } = schema;
    if (property !== undefined) {
      field += field === '' ? name : `.${name}`;
      schema = property;
    } else if (Object.keys(schema.properties ?? {}).length === 0 && additionalProperties !== undefined) {
      field += `[${name}]`;
      schema = typeof additionalProperties === 'object' ? additionalProperties : {};
    } else return { fault: 'does not refer to a valid field' };
    segments.push(name);
  }
  return { field, schema, segments };
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
