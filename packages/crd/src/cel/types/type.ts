/** A CEL type. Objects are declared by a schema and equal only to themselves. */
export type Type =
  | { readonly kind: 'bool' | 'int' | 'uint' | 'double' | 'string' | 'bytes' }
  | { readonly kind: 'null' | 'duration' | 'timestamp' | 'dyn' | 'error' }
  | ListType
  | MapType
  | { readonly kind: 'optional'; readonly value: Type }
  | { readonly kind: 'type'; readonly of: Type }
  | { readonly kind: 'opaque'; readonly name: string }
  | ObjectType
  | TypeParam;

export interface ListType {
  readonly kind: 'list';
  readonly element: Type;
}

export interface MapType {
  readonly kind: 'map';
  readonly key: Type;
  readonly value: Type;
}

export interface ObjectType {
  readonly kind: 'object';
  readonly name: string;
  /** By escaped name. */
  readonly fields: ReadonlyMap<string, Type>;
  /** Has every other field, too, of any type. */
  readonly isOpen?: boolean;
  /** Its values are made by expressions, not read from objects. */
  readonly isConstructed?: boolean;
}

/** A type variable: `A` in the declaration of a function, or one not yet known in an expression. */
export interface TypeParam {
  readonly kind: 'param';
  readonly name: string;
}

export const BOOL: Type = { kind: 'bool' };
export const INT: Type = { kind: 'int' };
export const UINT: Type = { kind: 'uint' };
export const DOUBLE: Type = { kind: 'double' };
export const STRING: Type = { kind: 'string' };
export const BYTES: Type = { kind: 'bytes' };
export const NULL: Type = { kind: 'null' };
export const DURATION: Type = { kind: 'duration' };
export const TIMESTAMP: Type = { kind: 'timestamp' };
export const DYN: Type = { kind: 'dyn' };
export const ERROR: Type = { kind: 'error' };

/** Types of the Kubernetes libraries. Those that are protobuf-like objects there are objects without fields here. */
export const QUANTITY: Type = { kind: 'object', name: 'kubernetes.Quantity', fields: new Map() };
export const URL_TYPE: Type = { kind: 'object', name: 'kubernetes.URL', fields: new Map() };
export const SEMVER: Type = { kind: 'object', name: 'kubernetes.Semver', fields: new Map() };
export const FORMAT: Type = { kind: 'object', name: 'kubernetes.NamedFormat', fields: new Map() };

const authorization = (name: string, fields: readonly (readonly [string, Type])[] = []): ObjectType => ({
  kind: 'object',
  name: `kubernetes.authorization.${name}`,
  fields: new Map(fields),
});
export const AUTHORIZER_RESOURCE = authorization('ResourceCheck');
export const AUTHORIZER_GROUP = authorization('GroupCheck');
export const AUTHORIZER_PATH = authorization('PathCheck');
export const AUTHORIZER_DECISION = authorization('Decision');
export const AUTHORIZER = authorization('Authorizer', [['requestResource', AUTHORIZER_RESOURCE]]);

export const IP: Type = { kind: 'opaque', name: 'net.IP' };
export const CIDR: Type = { kind: 'opaque', name: 'net.CIDR' };

export const listOf = (element: Type): ListType => ({ kind: 'list', element });
export const mapOf = (key: Type, value: Type): MapType => ({ kind: 'map', key, value });
export const optionalOf = (value: Type): Type => ({ kind: 'optional', value });
export const typeOf = (of: Type): Type => ({ kind: 'type', of });
export const param = (name: string): Type => ({ kind: 'param', name });

/** The types a type is made of. */
export function partsOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'list':
      return [type.element];
    case 'map':
      return [type.key, type.value];
    case 'optional':
      return [type.value];
    case 'type':
      return [type.of];
    default:
      return [];
  }
}

/** The same type made of other parts. */
export function withParts(type: Type, parts: readonly Type[]): Type {
  const [first = DYN, second = DYN] = parts;
  switch (type.kind) {
    case 'list':
      return listOf(first);
    case 'map':
      return mapOf(first, second);
    case 'optional':
      return optionalOf(first);
    case 'type':
      return typeOf(first);
    default:
      return type;
  }
}

export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  if (a.kind === 'param' || a.kind === 'opaque') return a.name === (b as { name: string }).name;
  if (a.kind === 'object') return false;
  const others = partsOf(b);
  return partsOf(a).every((part, index) => sameType(part, others[index] ?? DYN));
}

/** The type as the API server prints it. */
export function printType(type: Type): string {
  switch (type.kind) {
    case 'null':
      return 'null';
    case 'duration':
      return 'google.protobuf.Duration';
    case 'timestamp':
      return 'google.protobuf.Timestamp';
    case 'error':
      return '!error!';
    case 'list':
      return `list(${printType(type.element)})`;
    case 'map':
      return `map(${printType(type.key)}, ${printType(type.value)})`;
    case 'optional':
      return `optional_type(${printType(type.value)})`;
    case 'type':
      return `type(${printType(type.of)})`;
    case 'object':
    case 'opaque':
    case 'param':
      return type.name;
    default:
      return type.kind;
  }
}
