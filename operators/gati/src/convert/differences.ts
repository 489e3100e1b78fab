import { canonicalJson } from '@slipway/apimachinery/json';
import { quantityNanos } from '@slipway/apimachinery/quantity';
import { isJsonObject, type JsonObject, type JsonValue } from '@slipway/crd/schema';
import { isEmpty } from './fields.ts';

export type Path = readonly (string | number)[];

/** A place where what was given and what would be made are not the same. */
export interface Difference {
  readonly path: Path;
  /** undefined: only what would be made has it. */
  readonly given: JsonValue | undefined;
  readonly made: JsonValue | undefined;
}

/** By what the items of a list are the same, whatever their order. */
const KEYS: Readonly<Record<string, (item: JsonObject) => JsonValue | undefined>> = {
  env: ({ name }) => name,
  volumes: ({ name }) => name,
  volumeMounts: ({ mountPath }) => mountPath,
  imagePullSecrets: ({ name }) => name,
  ports: ({ containerPort, port }) => containerPort ?? port,
  metrics: ({ type, resource }) => (isJsonObject(resource) ? resource['name'] : type),
  triggers: ({ type }) => type,
  policies: ({ type }) => type,
};

/** Every difference, at the outermost place where it is one. */
export function differencesOf(
  given: JsonValue | undefined,
  made: JsonValue | undefined,
  path: Path = [],
): Difference[] {
  if (isEmpty(given) && isEmpty(made)) return [];
  if (isJsonObject(given) && isJsonObject(made)) return ofObjects(given, made, path);
  if (Array.isArray(given) && Array.isArray(made)) return ofLists(given, made, path);
  return isSame(given, made, path) ? [] : [{ path, given, made }];
}

function ofObjects(given: JsonObject, made: JsonObject, path: Path): Difference[] {
  const names = new Set([...Object.keys(given), ...Object.keys(made)]);
  return [...names].flatMap((name) => differencesOf(given[name], made[name], [...path, name]));
}

function ofLists(given: JsonValue[], made: JsonValue[], path: Path): Difference[] {
  const keyOf = KEYS[String(path.at(-1))];
  if (!keyOf && !given.every(isJsonObject)) return isSame(given, made, path) ? [] : [{ path, given, made }];
  const identity = (item: JsonValue, at: number): string =>
    keyOf && isJsonObject(item) ? canonicalJson(keyOf(item) ?? null) : String(at);
  const places = new Map(given.map((item, at) => [identity(item, at), at]));
  const others = new Map(made.map((item, at) => [identity(item, at), item]));
  const ofGiven = given.flatMap((item, at) => {
    const key = identity(item, at);
    // Of two with one name the last counts, as it does in a pod.
    return places.get(key) === at ? differencesOf(item, others.get(key), [...path, at]) : [];
  });
  const onlyMade = [...others].filter(([key]) => !places.has(key));
  return [...ofGiven, ...onlyMade.map(([, item]) => ({ path, given: undefined, made: item }))];
}

function isSame(given: JsonValue | undefined, made: JsonValue | undefined, path: Path): boolean {
  if (given === undefined || made === undefined) return given === made;
  if (canonicalJson(given) === canonicalJson(made)) return true;
  if (!path.includes('resources') && path.at(-1) !== 'sizeLimit') return false;
  const [one, other] = [given, made].map((amount) =>
    typeof amount === 'object' ? undefined : quantityNanos(String(amount)),
  );
  return one !== undefined && one === other;
}
