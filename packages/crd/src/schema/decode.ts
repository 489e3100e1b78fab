import type { Crd, JsonSchema, UnknownField } from './crd.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** A value of the wrong JSON type; the API server answers 400 to it. Becomes a CrdError with line and file. */
export class Misfit extends Error {
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], text: string) {
    super(text);
    this.path = path;
  }
}

/** `spec.versions[0].name`; a segment that is no plain name is quoted. */
export function printPath(path: readonly (string | number)[]): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (/^[\w$-]+$/.test(segment)) text += text === '' ? segment : `.${segment}`;
    else text += `[${JSON.stringify(segment)}]`;
  }
  return text;
}

/** The typed model of a CustomResourceDefinition. Throws a Misfit. */
export function decodeCrd(value: JsonObject, source: string | undefined): Crd {
  const at = new Place();
  const crd = crdFields(value, at) as Omit<Crd, 'unknownFields' | 'metadata'> & { metadata?: JsonObject };
  return {
    ...crd,
    metadata: crd.metadata ?? {},
    unknownFields: at.unknown,
    ...(source === undefined ? {} : { source }),
  };
}

class Place {
  readonly path: (string | number)[] = [];
  readonly unknown: UnknownField[] = [];

  misfit(wanted: string, value: JsonValue): Misfit {
    return new Misfit([...this.path], `must be ${wanted}, is ${kindOf(value)}`);
  }
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string')
    return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  return `${value}`;
}

type Decoder<T> = (value: JsonValue, at: Place) => T;

const json: Decoder<JsonValue> = (value) => value;

const string: Decoder<string> = (value, at) => {
  if (typeof value !== 'string') throw at.misfit('a string', value);
  return value;
};

const boolean: Decoder<boolean> = (value, at) => {
  if (typeof value !== 'boolean') throw at.misfit('true or false', value);
  return value;
};

/** A float64 on the server; its digits stay for people to read. */
const float: Decoder<number | bigint> = (value, at) => {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw at.misfit('a number', value);
  return value;
};

const count: Decoder<number | bigint> = (value, at) => (typeof value === 'bigint' ? value : integer(value, at));

const integer: Decoder<number> = (value, at) => {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw at.misfit('an integer', value);
  return value;
};

const object: Decoder<JsonObject> = (value, at) => {
  if (!isJsonObject(value)) throw at.misfit('an object', value);
  return value;
};

function inside<T>(segment: string | number, value: JsonValue, decode: Decoder<T>, at: Place): T {
  at.path.push(segment);
  const decoded = decode(value, at);
  at.path.pop();
  return decoded;
}

function list<T>(item: Decoder<T>): Decoder<T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) throw at.misfit('a list', value);
    return value.map((element, index) => inside(index, element, item, at));
  };
}

function map<T>(entry: Decoder<T>): Decoder<Record<string, T>> {
  return (value, at) => {
    const entries = Object.create(null) as Record<string, T>;
    for (const [key, element] of Object.entries(object(value, at))) entries[key] = inside(key, element, entry, at);
    return entries;
  };
}

/** An object with known fields. Null is absent, as in Go; what is not known is kept apart. */
function fields(known: Readonly<Record<string, Decoder<unknown>>>, required: Readonly<Record<string, unknown>> = {}) {
  const decoders = new Map(Object.entries(known));
  return (value: JsonValue, at: Place): Record<string, unknown> => {
    const decoded: Record<string, unknown> = { ...required };
    for (const [key, element] of Object.entries(object(value, at))) {
      const decoder = decoders.get(key);
      if (decoder === undefined) at.unknown.push({ path: [...at.path, key], value: element });
      else if (element !== null) decoded[key] = inside(key, element, decoder, at);
    }
    return decoded;
  };
}

const schema: Decoder<JsonSchema> = (value, at) => (value === null ? {} : schemaFields(value, at));

const schemaOrBoolean: Decoder<JsonSchema | boolean> = (value, at) =>
  typeof value === 'boolean' ? value : schema(value, at);

const schemaOrList: Decoder<unknown> = (value, at) =>
  Array.isArray(value) ? list(schema)(value, at) : schema(value, at);

const dependency: Decoder<unknown> = (value, at) =>
  Array.isArray(value) ? list(string)(value, at) : schema(value, at);

const validationRule = fields(
  {
    rule: string,
    message: string,
    messageExpression: string,
    reason: string,
    fieldPath: string,
    optionalOldSelf: boolean,
  },
  { rule: '' },
);

const schemaFields = fields({
  id: string,
  $schema: string,
  $ref: string,
  description: string,
  type: string,
  format: string,
  title: string,
  default: json,
  maximum: float,
  exclusiveMaximum: boolean,
  minimum: float,
  exclusiveMinimum: boolean,
  maxLength: count,
  minLength: count,
  pattern: string,
  maxItems: count,
  minItems: count,
  uniqueItems: boolean,
  multipleOf: float,
  enum: list(json),
  maxProperties: count,
  minProperties: count,
  required: list(string),
  items: schemaOrList,
  allOf: list(schema),
  oneOf: list(schema),
  anyOf: list(schema),
  not: schema,
  properties: map(schema),
  additionalProperties: schemaOrBoolean,
  patternProperties: map(schema),
  dependencies: map(dependency),
  additionalItems: schemaOrBoolean,
  definitions: map(schema),
  externalDocs: fields({ description: string, url: string }),
  example: json,
  nullable: boolean,
  'x-kubernetes-preserve-unknown-fields': boolean,
  'x-kubernetes-embedded-resource': boolean,
  'x-kubernetes-int-or-string': boolean,
  'x-kubernetes-list-map-keys': list(string),
  'x-kubernetes-list-type': string,
  'x-kubernetes-map-type': string,
  'x-kubernetes-validations': list(validationRule),
});

const names = fields({
  plural: string,
  singular: string,
  shortNames: list(string),
  kind: string,
  listKind: string,
  categories: list(string),
});

const version = fields(
  {
    name: string,
    served: boolean,
    storage: boolean,
    deprecated: boolean,
    deprecationWarning: string,
    schema: fields({ openAPIV3Schema: schema }),
    subresources: fields({
      status: object,
      scale: fields({ specReplicasPath: string, statusReplicasPath: string, labelSelectorPath: string }),
    }),
    additionalPrinterColumns: list(
      fields({ name: string, type: string, format: string, description: string, priority: integer, jsonPath: string }),
    ),
    selectableFields: list(fields({ jsonPath: string })),
  },
  { name: '', served: false, storage: false },
);

const conversion = fields({
  strategy: string,
  webhook: fields({
    clientConfig: fields({
      url: string,
      service: fields({ namespace: string, name: string, path: string, port: integer }),
      caBundle: string,
    }),
    conversionReviewVersions: list(string),
  }),
});

const crdFields = fields(
  {
    apiVersion: string,
    kind: string,
    metadata: object,
    spec: fields(
      { group: string, names, scope: string, versions: list(version), conversion, preserveUnknownFields: boolean },
      { group: '', names: {}, scope: '', versions: [] },
    ),
    status: fields({
      conditions: list(object),
      acceptedNames: names,
      storedVersions: list(string),
      observedGeneration: integer,
    }),
  },
  { spec: { group: '', names: {}, scope: '', versions: [] } },
);
