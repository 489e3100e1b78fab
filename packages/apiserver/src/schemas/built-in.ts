import { fieldsOfMessage, isMessage } from '../protobuf/index.ts';
import { packageOf, typeTexts } from './built-in-table.ts';
import { type Field, type MapType, scalarType, type Type } from './type.ts';
import { parseFields } from './type-text.ts';

/** A type of the table, read when it is first looked into: a cluster uses few of the 400. */
class NamedType implements Type {
  readonly isStruct = true;
  readonly #line: string;
  readonly #owner: string;
  #map: MapType | undefined;

  constructor(owner: string, line: string) {
    this.#owner = owner;
    this.#line = line;
  }

  get name(): string {
    return `${this.#owner}.${nameIn(this.#line)}`;
  }

  get map(): MapType {
    this.#map ??= {
      fields: withZeros(
        parseFields(this.#line, (name) => typeNamed(this.#owner, name)),
        this.name,
      ),
      isAtomic: this.#line.startsWith('!'),
    };
    return this.#map;
  }
}

const MICRO_TIME = scalarType('microTime');
const PLAIN_SCALARS = new Set(['string', 'bool', 'int', 'double']);

/**
 * OpenAPI does not tell pointers from values; the table of messages does. A struct with a scalar
 * form (a quantity, a time) is shown whatever its tag says, except the one time that says it twice.
 */
function withZeros(fields: ReadonlyMap<string, Field>, owner: string): ReadonlyMap<string, Field> {
  if (!isMessage(owner)) return fields;
  const messages = fieldsOfMessage(owner);
  return new Map(
    [...fields].map(([name, field]) => {
      const { isPointer = true, isList, isMap, isRequired, type = '' } = messages.get(name) ?? {};
      if ((isList || isMap) && isRequired && !isPointer) return [name, { ...field, isKeptEmpty: true }];
      // Content of any shape that is not there is null; a list of such content, as any list, is absent.
      if (type === 'raw' && !isPointer && !isList) return [name, { ...field, isKeptEmpty: true }];
      if (isList || isMap || !field.type.scalar || type === 'bytes') return [name, field];
      // OpenAPI calls both kinds of time the same.
      const precise = type === 'microTime' ? { ...field, type: MICRO_TIME } : field;
      if (isPointer) return [name, precise];
      const isShown = PLAIN_SCALARS.has(type) ? isRequired : name !== 'creationTimestamp';
      return [name, { ...precise, zero: isShown ? 'shown' : 'dropped' }];
    }),
  );
}

function nameIn(line: string): string {
  return /^!?(\w+)/.exec(line)?.[1] ?? '';
}

/** Types by package, then by name. Shared by all clusters of the process. */
const packages = new Map<string, ReadonlyMap<string, Type>>();

function packageNamed(owner: string): ReadonlyMap<string, Type> {
  let types = packages.get(owner);
  if (!types) {
    const lines = (typeTexts[owner] ?? '').split('\n').filter(Boolean);
    types = new Map(lines.map((line) => [nameIn(line), new NamedType(owner, line)]));
    packages.set(owner, types);
  }
  return types;
}

function typeNamed(owner: string, name: string): Type {
  const dot = name.lastIndexOf('.');
  const type = dot < 0 ? packageNamed(owner).get(name) : packageNamed(name.slice(0, dot)).get(name.slice(dot + 1));
  if (!type) throw new Error(`the table of built-in types has no ${name} (of ${owner})`);
  return type;
}

/** The type of a built-in kind; undefined for versions and kinds that the table does not know. */
export function builtInType(apiVersion: string, kind: string): Type | undefined {
  const owner = packageOf[apiVersion];
  return owner === undefined ? undefined : packageNamed(owner).get(kind);
}

const TEXT: Field = { type: { scalar: 'string' } };

/** What every object has whatever its kind. */
export function objectFields(): ReadonlyMap<string, Field> {
  return new Map([
    ['apiVersion', TEXT],
    ['kind', TEXT],
    ['metadata', { type: typeNamed('meta.v1', 'ObjectMeta') }],
  ]);
}

/** What the body of a deletion is. */
export function deleteOptionsType(): Type {
  return typeNamed('meta.v1', 'DeleteOptions');
}

/** What the metadata of every object are. */
export function objectMetaType(): Type {
  return typeNamed('meta.v1', 'ObjectMeta');
}
