import { canonicalResource } from '@slipway/apimachinery/quantity';
import { isJsonObject, type Json, type JsonObject } from '../objects/index.ts';
import type { Type } from '../schemas/index.ts';
import { computedDefaults } from './computed-defaults.ts';
import { constantDefaults } from './constant-defaults.ts';

/** How a value of a type is filled in; absent where nothing below it has a default. */
type Filler = (value: Json) => Json;

interface Constant {
  readonly name: string;
  readonly value: Json;
  /** The field shows its zero, so a zero means that nobody set it. */
  readonly replacesZero: boolean;
}

interface TypePlan {
  readonly compute: ((value: JsonObject) => JsonObject) | undefined;
  readonly constants: readonly Constant[];
  /** Made after the plan itself: types contain each other in circles. */
  fields: readonly (readonly [string, Filler])[];
}

/** A built-in object with its defaults. Parts that have them already are shared with the input. */
export function withDefaults(object: JsonObject, type: Type): JsonObject {
  const fill = fillerOf(type);
  return fill ? (fill(object) as JsonObject) : object;
}

const plans = new Map<string, TypePlan>();

function fillerOf(type: Type): Filler | undefined {
  if (type.scalar) return undefined;
  if (type.list) {
    const item = fillerOf(type.list.item);
    return item && ((value) => (Array.isArray(value) ? filledList(value, item) : value));
  }
  const { name } = type;
  if (name !== undefined) {
    const plan = planOf(type, name);
    return isIdle(plan) ? undefined : (value) => (isJsonObject(value) ? filledStruct(value, plan) : value);
  }
  const inner = type.map?.item;
  const item = inner?.scalar === 'quantity' ? filledQuantity : inner && fillerOf(inner);
  return item && ((value) => (isJsonObject(value) ? filledMap(value, Object.keys(value), item) : value));
}

function planOf(type: Type, name: string): TypePlan {
  let plan = plans.get(name);
  if (!plan) {
    const known = type.map?.fields;
    const constants = Object.entries(constantDefaults[name] ?? {}).map(([field, value]) => ({
      name: field,
      value,
      replacesZero: known?.get(field)?.zero === 'shown',
    }));
    plan = { compute: computedDefaults[name], constants, fields: [] };
    plans.set(name, plan);
    plan.fields = [...(known ?? [])].flatMap(([field, { type: inner }]) => {
      const filler = fillerOf(inner);
      return filler ? [[field, filler] as const] : [];
    });
  }
  return plan;
}

const isIdle = ({ compute, constants, fields }: TypePlan): boolean =>
  !compute && constants.length === 0 && fields.length === 0;

const filledQuantity: Filler = (value) => (typeof value === 'string' ? canonicalResource(value) : value);

/** Outside in, as a real server goes: what a parent fills in is then filled in itself. */
function filledStruct(value: JsonObject, plan: TypePlan): JsonObject {
  const computed = plan.compute ? plan.compute(value) : value;
  // Copied once, when the first field changes.
  let copy: Record<string, Json> | undefined;
  for (const { name, value: constant, replacesZero } of plan.constants) {
    const held = computed[name];
    if (held === undefined || (replacesZero && (held === '' || held === 0)))
      (copy ??= { ...computed })[name] = constant;
  }
  for (const [name, fill] of plan.fields) {
    const before = (copy ?? computed)[name];
    if (before === undefined || before === null) continue;
    const after = fill(before);
    if (after !== before) (copy ??= { ...computed })[name] = after;
  }
  return copy ?? computed;
}

function filledMap(value: JsonObject, keys: readonly string[], fill: Filler): JsonObject {
  let changed: [string, Json][] | undefined;
  for (const key of keys) {
    const before = value[key] as Json;
    const after = fill(before);
    if (after !== before) (changed ??= []).push([key, after]);
  }
  return changed ? { ...value, ...Object.fromEntries(changed) } : value;
}

function filledList(values: readonly Json[], fill: Filler): readonly Json[] {
  let result: Json[] | undefined;
  for (const [index, before] of values.entries()) {
    const after = fill(before);
    if (after === before) continue;
    result ??= [...values];
    result[index] = after;
  }
  return result ?? values;
}
