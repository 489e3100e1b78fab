import { isEqual, isJsonObject, type Json, type JsonObject } from '../json/index.ts';

/** A patch that is well formed but cannot be carried out: a path is not there, or a test failed. */
export class PatchFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatchFailure';
  }
}

/** A test of a patch that found something else. */
export class PatchTestFailure extends PatchFailure {}

/** A body that is no patch at all: not a list of operations. */
export class MalformedPatch extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MalformedPatch';
  }
}

export interface JsonPatchOptions {
  /** Nothing equals a null that is tested for, not even an absent field: so it is in patches that policies make. */
  readonly isNullUnequal?: boolean;
}

/**
 * JSON patch (RFC 6902) as the library of API servers carries it out, in its words. Nothing is changed
 * in place: each operation copies the containers along its path and shares the rest, so a frozen object
 * can be patched, and a patch that fails half-way leaves no trace.
 */
export function applyJsonPatch(target: Json, patch: Json, options: JsonPatchOptions = {}): Json {
  if (!Array.isArray(patch))
    throw new MalformedPatch(`json: cannot unmarshal ${goKind(patch)} into Go value of type []handlers.jsonPatchOp`);
  for (const operation of patch as readonly Json[]) checkTypes(operation);
  return (patch as readonly Json[]).reduce<Json>((document, given) => {
    const operation = isJsonObject(given) ? given : {};
    const carryOut = OPERATIONS.get(operation['op']);
    if (!carryOut) throw new PatchFailure(`Unexpected kind: ${textOf(operation['op'])}`);
    return carryOut(document, operation, options);
  }, target);
}

/** All operations are read before the first is carried out. */
function checkTypes(operation: Json): void {
  if (operation === null) return;
  if (!isJsonObject(operation)) {
    throw new MalformedPatch(`json: cannot unmarshal ${goKind(operation)} into Go value of type handlers.jsonPatchOp`);
  }
  for (const name of ['op', 'path', 'from']) {
    const value = operation[name] ?? '';
    if (typeof value === 'string') continue;
    const field = `Go struct field jsonPatchOp.${name} of type string`;
    throw new MalformedPatch(`json: cannot unmarshal ${goKind(value)} into ${field}`);
  }
}

function goKind(value: Json): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

type Operation = (document: Json, operation: JsonObject, options: JsonPatchOptions) => Json;

// A value that is not given is null.
const OPERATIONS: ReadonlyMap<unknown, Operation> = new Map<unknown, Operation>([
  [
    'add',
    (document, { path, value = null }) => {
      const place = placeAt(document, path, `add operation does not apply: doc is missing path: "${textOf(path)}"`);
      return explained(`error in add for path: '${textOf(path)}'`, () => inserted(place, value));
    },
  ],
  [
    'remove',
    (document, { path }) => {
      const place = placeAt(document, path, `remove operation does not apply: doc is missing path: "${textOf(path)}"`);
      return explained(`error in remove for path: '${textOf(path)}'`, () => removed(place));
    },
  ],
  [
    // A field that is not there is added; an item of a list is not.
    'replace',
    (document, { path, value = null }) => {
      if (path === '') return wholeFrom(value);
      const start = 'replace operation does not apply: doc is missing';
      const place = placeAt(document, path, `${start} path: ${textOf(path)}`);
      try {
        return place.rebuilt(withEntry(place.container, place.key, value));
      } catch (error) {
        throw error instanceof PatchFailure ? missing(`${start} key: ${textOf(path)}`) : error;
      }
    },
  ],
  [
    'move',
    (document, { from, path }) => {
      if (from === undefined) throw missing('move operation failed to decode from: operation, missing from field');
      const start = 'move operation does not apply: doc is missing';
      const source = placeAt(document, from, `${start} from path: ${textOf(from)}`);
      const [value, without] = explained(`error in move for path: '${source.key}'`, () => [
        entryOf(source) ?? null,
        removed(source),
      ]);
      const place = placeAt(without, path, `${start} destination path: ${textOf(path)}`);
      return explained(`error in move for path: '${textOf(path)}'`, () => inserted(place, value));
    },
  ],
  [
    'copy',
    (document, { from, path }) => {
      if (from === undefined) throw missing('copy operation failed to decode from: operation, missing from field');
      const start = 'copy operation does not apply: doc is missing';
      const source = placeAt(document, from, `${start} from path: ${textOf(from)}`);
      const value = explained(`error in copy for from: '${textOf(from)}'`, () => entryOf(source) ?? null);
      const place = placeAt(document, path, `${start} destination path: ${textOf(path)}`);
      return explained('error while adding value during copy', () => inserted(place, value));
    },
  ],
  [
    // In an object that is there, a field that is not there is null.
    'test',
    (document, { path, value }, { isNullUnequal = false }) => {
      const found = path === '' ? document : tested(document, path);
      const isSame = isEqual(found ?? null, value ?? null) && !(isNullUnequal && value === null);
      if (!isSame) throw new PatchTestFailure(`testing value ${textOf(path)} failed: test failed`);
      return document;
    },
  ],
]);

function tested(document: Json, path: Json | undefined): Json | undefined {
  const place = placeAt(document, path, `test operation does not apply: is missing path: ${textOf(path)}`);
  return explained(`error in test for path: '${textOf(path)}'`, () => entryOf(place));
}

function wholeFrom(value: Json): Json {
  if (isJsonObject(value) || Array.isArray(value)) return value;
  throw new PatchFailure('replace operation value must be object or array');
}

type Container = JsonObject | readonly Json[];

/** A key of a container in a document, whether it is there or not. */
interface Place {
  readonly container: Container;
  readonly key: string;
  /** The document with another container instead. */
  readonly rebuilt: (container: Container) => Json;
}

function placeAt(document: Json, path: Json | undefined, otherwise: string): Place {
  const tokens = textOf(path).split('/').slice(1).map(unescaped);
  const key = tokens.pop();
  let container: Json | undefined = document;
  let rebuilt = (whole: Container): Json => whole;
  for (const token of tokens) {
    const place: Place | undefined = isContainer(container) ? { container, key: token, rebuilt } : undefined;
    if (!place) break;
    container = entryAt(place);
    rebuilt = (inner) => place.rebuilt(withEntry(place.container, place.key, inner));
  }
  if (key === undefined || !isContainer(container)) throw missing(otherwise);
  return { container, key, rebuilt };
}

const unescaped = (token: string): string => token.replace(/~1/g, '/').replace(/~0/g, '~');
const isContainer = (value: Json | undefined): value is Container => Array.isArray(value) || isJsonObject(value);
const isList = (container: Container): container is readonly Json[] => Array.isArray(container);
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const missing = (what: string): PatchFailure => new PatchFailure(`${what}: missing value`);

/** Undefined where there is no such field. Throws where a list has no such item. */
function entryOf({ container, key }: Place): Json | undefined {
  if (isList(container)) return container[indexOf(key, container.length, container.length - 1)];
  return Object.hasOwn(container, key) ? container[key] : undefined;
}

function entryAt(place: Place): Json | undefined {
  try {
    return entryOf(place);
  } catch (error) {
    if (error instanceof PatchFailure) return undefined;
    throw error;
  }
}

function withEntry(container: Container, key: string, value: Json): Container {
  if (isList(container)) return container.with(indexOf(key, container.length, container.length - 1), value);
  return Object.fromEntries(new Map<string, Json>(Object.entries(container)).set(key, value));
}

function inserted({ container, key, rebuilt }: Place, value: Json): Json {
  if (!isList(container)) return rebuilt(withEntry(container, key, value));
  const { length } = container;
  return rebuilt(container.toSpliced(key === '-' ? length : indexOf(key, length + 1, length), 0, value));
}

function removed({ container, key, rebuilt }: Place): Json {
  if (isList(container)) {
    return rebuilt(container.toSpliced(indexOf(key, container.length, container.length - 1), 1));
  }
  if (!Object.hasOwn(container, key)) throw missing(`Unable to remove nonexistent key: ${key}`);
  return rebuilt(Object.fromEntries(Object.entries(container).filter(([name]) => name !== key)));
}

/** Negative ones count from the end. */
function indexOf(key: string, length: number, largest: number): number {
  if (!/^[+-]?\d+$/.test(key)) throw new PatchFailure(`strconv.Atoi: parsing ${JSON.stringify(key)}: invalid syntax`);
  const index = Number(key);
  if (index > largest || index < -length) {
    throw new PatchFailure(`Unable to access invalid index: ${index}: invalid index referenced`);
  }
  return index < 0 ? index + length : index;
}

function explained<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof PatchFailure ? new PatchFailure(`${what}: ${error.message}`) : error;
  }
}
