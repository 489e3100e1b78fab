import { canonicalResource } from '@slipway/apimachinery/quantity';
import { isJsonObject, type Json, type JsonObject } from '../objects/index.ts';
import type { Type } from '../schemas/index.ts';
import type { TypeDefaults } from './type-defaults.ts';

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

/** Gives built-in objects their defaults. Parts that have them already are shared with the input. */
export function createDefaulting(defaults: readonly TypeDefaults[]): (object: JsonObject, type: Type) => JsonObject {
  const planner = new Planner(defaults);
  return (object, type) => {
    const fill = planner.fillerOf(type);
    return fill ? (fill(object) as JsonObject) : object;
  };
}

/** What is done to the values of each type, made when the first of them comes. */
class Planner {
  readonly #constants: Readonly<Record<string, JsonObject>>;
  readonly #computed: Readonly<Record<string, (value: JsonObject) => JsonObject>>;
  readonly #plans = new Map<string, TypePlan>();

  constructor(defaults: readonly TypeDefaults[]) {
    this.#constants = Object.assign({}, ...defaults.map(({ constants }) => constants)) as Record<string, JsonObject>;
    this.#computed = Object.assign({}, ...defaults.map(({ computed }) => computed)) as Record<
      string,
      (value: JsonObject) => JsonObject
    >;
  }

  fillerOf(type: Type): Filler | undefined {
    if (type.scalar) return undefined;
    if (type.list) {
      const item = this.fillerOf(type.list.item);
      return item && ((value) => (Array.isArray(value) ? filledList(value, item) : value));
    }
    const { name } = type;
    if (name !== undefined) {
      const plan = this.#planOf(type, name);
      return isIdle(plan) ? undefined : (value) => (isJsonObject(value) ? filledStruct(value, plan) : value);
    }
    const inner = type.map?.item;
    const item = inner?.scalar === 'quantity' ? filledQuantity : inner && this.fillerOf(inner);
    return item && ((value) => (isJsonObject(value) ? filledMap(value, Object.keys(value), item) : value));
  }

  #planOf(type: Type, name: string): TypePlan {
    let plan = this.#plans.get(name);
    if (!plan) {
      const known = type.map?.fields;
      const constants = Object.entries(this.#constants[name] ?? {}).map(([field, value]) => ({
        name: field,
        value,
        replacesZero: known?.get(field)?.zero === 'shown',
      }));
      plan = { compute: this.#computed[name], constants, fields: [] };
      this.#plans.set(name, plan);
      plan.fields = [...(known ?? [])].flatMap(([field, { type: inner }]) => {
        const filler = this.fillerOf(inner);
        return filler ? [[field, filler] as const] : [];
      });
    }
    return plan;
  }
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
