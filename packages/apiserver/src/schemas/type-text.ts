import type { Json } from '../objects/index.ts';
import { DEDUCED, type Field, mapOf, type PatchRule, type Scalar, scalarType, type Type, UNTYPED } from './type.ts';

/*
 * One line per type: its name (`!` before it: owned as a whole), then its fields as `name:type`.
 *
 *   s y t q u i l f b   string, bytes, time, quantity, int or string, int32, int64, number, boolean
 *   *  ?                anything, owned field by field; anything, owned as a whole
 *   Name  core.v1.Name  a type of the same package, of another one
 *   [x  ()x  (a,b)x     list that is one value, set, list whose items are distinguished by a and b
 *   {x  #               map with values of type x; struct without declared fields
 *   !x  %x  ^x          x owned as a whole; struct that is always there; list or map that may be there empty
 *   x@+key!             strategic merge patch: merged (by key), keys retained
 *   x=JSON              the default of a field that tells list items apart
 */
const SCALARS: Readonly<Record<string, Scalar>> = {
  s: 'string',
  y: 'bytes',
  t: 'time',
  q: 'quantity',
  u: 'any',
  i: 'int32',
  l: 'int64',
  f: 'number',
  b: 'boolean',
};

const scalars = new Map(Object.entries(SCALARS).map(([letter, scalar]) => [letter, scalarType(scalar)]));

/** Unlike a map it stays when it is empty: its author meant it. */
const OPEN_STRUCT: Type = { ...mapOf(DEDUCED), isStruct: true };

type Resolve = (name: string) => Type;

/** The fields of a type from its line. Names of types are looked up by `resolve`. */
export function parseFields(line: string, resolve: Resolve): ReadonlyMap<string, Field> {
  const [, ...words] = line.split(' ');
  return new Map(
    words.filter(Boolean).map((word) => {
      const colon = word.indexOf(':');
      return [word.slice(0, colon), parseField(word.slice(colon + 1), resolve)];
    }),
  );
}

const FIELD = /^([%^]?)([^@=]*)(?:@(\+[^!=]*)?(!?))?(?:=(.*))?$/;

function parseField(text: string, resolve: Resolve): Field {
  const [, mark, expression = '', merge, retain, value] = FIELD.exec(text) ?? [];
  const patch = retain === undefined ? undefined : patchRule(merge, retain);
  return {
    type: parseExpression(expression, resolve),
    ...(mark === '%' && { isStruct: true }),
    ...(mark === '^' && { isKeptEmpty: true }),
    ...(patch && { patch }),
    ...(value !== undefined && { default: JSON.parse(value) as Json }),
  };
}

function patchRule(merge: string | undefined, retain: string): PatchRule {
  const mergeKey = merge?.slice(1);
  return { merges: merge !== undefined, ...(mergeKey && { mergeKey }), retainsKeys: retain === '!' };
}

function parseExpression(text: string, resolve: Resolve): Type {
  const rest = text.slice(1);
  switch (text[0]) {
    case '*':
      return DEDUCED;
    case '?':
      return UNTYPED;
    case '!':
      return asWhole(parseExpression(rest, resolve));
    case '#':
      return OPEN_STRUCT;
    case '[':
      return { list: { item: parseExpression(rest, resolve), relation: 'atomic', keys: [] } };
    case '{':
      return mapOf(parseExpression(rest, resolve));
    case '(': {
      const end = text.indexOf(')');
      const keys = text.slice(1, end).split(',').filter(Boolean);
      const item = parseExpression(text.slice(end + 1), resolve);
      return { list: { item, relation: keys.length > 0 ? 'map' : 'set', keys } };
    }
    default:
      return scalars.get(text) ?? resolve(text);
  }
}

/** Reads the type only when it is looked into: types refer to each other in circles. */
function asWhole(type: Type): Type {
  return {
    get map() {
      return { ...(type.map ?? { fields: new Map<string, Field>() }), isAtomic: true };
    },
  };
}
