import { asBuffer, parseJsonBytes } from './byte-pieces.ts';

/** Whether a reader wants these `managedFields`, given as JSON. */
export type NeedsManagedFields = (json: Buffer) => boolean;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
// Brackets and braces differ in this bit alone; setting it makes one comparison of two.
const BRACE_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

const KEY = Buffer.from('"managedFields":[');

/** The keys that lead from a document to the metadata of the object in it. */
type MetadataPath = readonly Buffer[];

export const METADATA_OF_ITEM: MetadataPath = [Buffer.from('"metadata":{')];
export const METADATA_OF_EVENT: MetadataPath = [Buffer.from('"object":{'), Buffer.from('"metadata":{')];

/**
 * Parses one whole document, with an empty array in the place of `managedFields` that nobody needs. They are
 * often half of an object, and parsing them only to drop them would be the largest part of what a sync costs.
 *
 * What is left out is not checked to be JSON, except that it ends. Where it is not found the document is parsed
 * whole: behind another field of that name, or from a server that puts spaces between key and value.
 */
export function parseObject(bytes: Uint8Array, path: MetadataPath, needs: NeedsManagedFields | undefined): unknown {
  const json = asBuffer(bytes);
  const from = needs === undefined ? undefined : startOfManagedFields(json, path);
  if (needs === undefined || from === undefined) return parseJsonBytes(json);
  const to = json.indexOf(CLOSE_ARRAY, from) + 1;
  if (needs(json.subarray(from, to))) return parseJsonBytes(json);
  try {
    return JSON.parse(`${json.toString('utf8', 0, from)}[]${json.toString('utf8', to)}`);
  } catch {
    // That bracket was not the end but within a string or the end of an inner array. Either leaves an odd number of
    // quotes or of brackets behind, so it cannot pass for JSON.
    return parseJsonBytes(json);
  }
}

/** Where the array of the object's `managedFields` opens. Everything before it is read, so nothing else passes for it. */
function startOfManagedFields(json: Buffer, path: MetadataPath): number | undefined {
  const key = json.indexOf(KEY);
  if (key < 0) return undefined;
  // For each bracket that is open, where the last string before it begins: of a field, that is its name.
  const names: number[] = [];
  let string = 0;
  let at = 0;
  while (at < key) {
    const byte = json[at] as number;
    if (byte === QUOTE) {
      string = at;
      at = afterString(json, at);
    } else {
      if ((byte | BRACE_BIT) === OPEN) names.push(string);
      else if ((byte | BRACE_BIT) === CLOSE) names.pop();
      at++;
    }
  }
  // Further on than `key`, the quote there was within a string.
  const isField = at === key && names.length === path.length + 1;
  const isInPath = path.every((name, depth) => {
    const start = names[depth + 1] ?? 0;
    return json.compare(name, 0, name.length, start, start + name.length) === 0;
  });
  return isField && isInPath ? key + KEY.length - 1 : undefined;
}

function afterString(json: Buffer, start: number): number {
  let at = start + 1;
  for (let byte = json[at]; byte !== QUOTE && byte !== undefined; byte = json[at]) at += byte === BACKSLASH ? 2 : 1;
  return at + 1;
}
