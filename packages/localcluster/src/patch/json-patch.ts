import { isEqual, isJsonObject, type Json } from '../objects/index.ts';

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

type Path = readonly string[];

/**
 * JSON patch (RFC 6902). Nothing is changed in place: each operation copies the containers along
 * its path and shares the rest, so a frozen object can be patched, and a patch that fails half-way
 * leaves no trace.
 */
export function applyJsonPatch(target: Json, patch: Json): Json {
  if (!Array.isArray(patch))
    throw new MalformedPatch(`json: cannot unmarshal ${goKind(patch)} into Go value of type []handlers.jsonPatchOp`);
  for (const operation of patch as readonly Json[]) checkTypes(operation);
  return (patch as readonly Json[]).reduce<Json>((document, operation) => applyOperation(document, operation), target);
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

function applyOperation(document: Json, given: Json): Json {
  const operation = isJsonObject(given) ? given : {};
  // A value that is not given is null, as in the library that API servers use.
  const { op, value = null } = operation;
  const path = pointer(operation['path'], 'path');
  switch (op) {
    case 'add':
      return insert(document, path, value);
    case 'replace':
      return replace(document, path, value);
    case 'remove':
      return remove(document, path);
    case 'copy':
      return insert(document, path, field(document, pointer(operation['from'], 'from')));
    case 'move': {
      const from = pointer(operation['from'], 'from');
      const moved = read(document, from);
      return insert(remove(document, from), path, moved);
    }
    case 'test': {
      if (!isEqual(field(document, path), value)) throw new PatchTestFailure(`testing path ${join(path)}: test failed`);
      return document;
    }
    default:
      throw new PatchFailure(`unexpected kind of operation: ${JSON.stringify(op)}`);
  }
}

function goKind(value: Json): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function pointer(text: Json | undefined, field: string): Path {
  if (typeof text !== 'string' || (text !== '' && !text.startsWith('/'))) {
    throw new PatchFailure(`${field} must be a JSON pointer`);
  }
  const tokens = text.split('/').slice(1);
  return tokens.map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'));
}

const join = (path: Path): string => path.map((token) => `/${token}`).join('');
const missing = (path: Path): PatchFailure => new PatchFailure(`path ${join(path)} does not exist`);

function tryRead(document: Json, path: Path): Json | undefined {
  let at: Json | undefined = document;
  for (const token of path) {
    if (Array.isArray(at)) at = (at as readonly Json[])[indexOf(token, at.length - 1) ?? -1];
    else at = isJsonObject(at) && Object.hasOwn(at, token) ? at[token] : undefined;
    if (at === undefined) return undefined;
  }
  return at;
}

function read(document: Json, path: Path): Json {
  const found = tryRead(document, path);
  if (found === undefined) throw missing(path);
  return found;
}

/** In an object that is there, a field that is not there is null. */
function field(document: Json, path: Path): Json {
  const parent = read(document, path.slice(0, -1));
  return isJsonObject(parent) ? (tryRead(document, path) ?? null) : read(document, path);
}

function insert(document: Json, path: Path, value: Json): Json {
  const last = path[path.length - 1];
  if (last === undefined) throw new PatchFailure('the whole document cannot be replaced');
  return edit(document, path.slice(0, -1), (parent) => {
    if (!Array.isArray(parent)) return withKey(parent, last, value, path);
    const items = parent as readonly Json[];
    const index = last === '-' ? items.length : indexOf(last, items.length);
    if (index === undefined) throw missing(path);
    return [...items.slice(0, index), value, ...items.slice(index)];
  });
}

/** A field that is not there is added, as the library that API servers use does; an item of a list is not. */
function replace(document: Json, path: Path, value: Json): Json {
  const parent = read(document, path.slice(0, -1));
  return Array.isArray(parent) ? edit(document, path, () => value) : insert(document, path, value);
}

function remove(document: Json, path: Path): Json {
  const last = path[path.length - 1];
  if (last === undefined) throw new PatchFailure('the whole document cannot be removed');
  read(document, path);
  return edit(document, path.slice(0, -1), (parent) => {
    if (!Array.isArray(parent))
      return Object.fromEntries(Object.entries(parent as object).filter(([key]) => key !== last));
    const items = parent as readonly Json[];
    const index = indexOf(last, items.length - 1);
    return items.filter((_, at) => at !== index);
  });
}

/** The document with the value at a path replaced by what `change` makes of it. */
function edit(document: Json, path: Path, change: (value: Json) => Json, depth = 0): Json {
  const token = path[depth];
  if (token === undefined) return change(document);
  if (Array.isArray(document)) {
    const items = document as readonly Json[];
    const index = indexOf(token, items.length - 1);
    if (index === undefined) throw missing(path);
    return items.map((item, at) => (at === index ? edit(item, path, change, depth + 1) : item));
  }
  if (!isJsonObject(document) || !Object.hasOwn(document, token)) throw missing(path);
  return withKey(document, token, edit(document[token] as Json, path, change, depth + 1), path);
}

function withKey(parent: Json, key: string, value: Json, path: Path): Json {
  if (!isJsonObject(parent)) throw missing(path);
  return Object.fromEntries(new Map<string, Json>(Object.entries(parent)).set(key, value));
}

function indexOf(token: string, largest: number): number | undefined {
  if (!/^(0|[1-9]\d*)$/.test(token)) return undefined;
  const index = Number(token);
  return index <= largest ? index : undefined;
}
