import { isJsonObject, type JsonObject, type JsonValue, type Problem } from '@slipway/crd/schema';
import { gatiHandlers, gatiModules } from '../types/index.ts';
import { objectAt, objectsAt, valueAt } from './fields.ts';

export interface Fitted {
  readonly resource: JsonObject;
  /** What cannot be left out, and is wrong or missing. */
  readonly problems: readonly string[];
}

/** The resource without what its schema does not admit. What that loses is seen by comparison, not here. */
export function fit(resource: JsonObject): Fitted {
  const { schema } = resource['kind'] === 'GatiModule' ? gatiModules.kinds.v1alpha1 : gatiHandlers.kinds.v1alpha1;
  let current = resource;
  for (;;) {
    const { object, problems } = schema.admit(current);
    current = withoutLooseMounts(object);
    if (problems.length === 0) return { resource: current, problems: [] };
    const smaller = problems.reduce((smallest, { field }) => withoutField(smallest, stepsOf(field)), current);
    if (smaller === current) return { resource: current, problems: problems.filter(isOfField).map(sentence) };
    current = smaller;
  }
}

/** A mount whose volume could not be expressed has nothing to show. */
function withoutLooseMounts(resource: JsonObject): JsonObject {
  const spec = objectAt(resource, 'spec');
  const mounts = objectsAt(spec, 'volumeMounts');
  const names = new Set(objectsAt(spec, 'volumes').map(({ name }) => name));
  const tied = mounts.filter(({ name }) => names.has(name ?? ''));
  return tied.length === mounts.length ? resource : { ...resource, spec: { ...spec, volumeMounts: tied } };
}

/** The server's word that it looked no further is no problem of its own. */
const isOfField = ({ field }: Problem): boolean => field.startsWith('spec');

const sentence = ({ field, message }: Problem): string => `${field} ${message}`;

const stepsOf = (field: string): string[] => field.split(/[.[\]]+/).filter((step) => step !== '');

/** Takes the field, or the deepest part of its path that is there, out of the spec; the spec itself stays. */
function withoutField(resource: JsonObject, steps: readonly string[]): JsonObject {
  let depth = steps.length;
  while (depth > 1 && valueAt(resource, ...steps.slice(0, depth)) === undefined) depth--;
  return depth < 2 ? resource : (without(resource, steps.slice(0, depth)) as JsonObject);
}

/** A copy without what stands at the path. */
export function without(value: JsonValue | undefined, [step, ...rest]: readonly string[]): JsonValue {
  if (step === undefined || value === undefined) return value ?? {};
  if (Array.isArray(value)) {
    const at = Number(step);
    return rest.length === 0 ? value.toSpliced(at, 1) : value.with(at, without(value[at], rest));
  }
  if (!isJsonObject(value)) return value;
  const { [step]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...value, [step]: without(inner, rest) };
}
