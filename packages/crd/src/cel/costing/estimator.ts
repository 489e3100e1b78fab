import type { Checked } from '../checking/index.ts';
import type { Declaration } from '../declared/index.ts';
import type { Call, Macro, Node, Select } from '../syntax/index.ts';
import { DYN, listOf, type Type } from '../types/index.ts';
import { codePointLength } from '../values/index.ts';
import { type Argument, callCost, sortByCost } from './functions.ts';
import { add, exactly, multiply, NOTHING, type Range, UNKNOWN, union } from './range.ts';

/**
 * Where in the schema a value comes from: a declaration, `lost` where the way leads out of the schema, or
 * undefined where the value was made by the expression. Steps from a made value lead to the root: that is how
 * the server reads a path whose first part it takes for `self`, and what it then takes the size from.
 */
type Place = Declaration | 'lost' | undefined;

/** Sizes of the parts of a list or map that an expression makes. */
interface EntrySize {
  readonly isList: boolean;
  readonly key: Range;
  readonly value: Range;
}

interface Estimate {
  readonly cost: Range;
  readonly size: Range | undefined;
  readonly place: Place;
  readonly entry?: EntrySize | undefined;
}

const ONE = exactly(1);
const LIST = exactly(10);
const MAP = exactly(30);
const STRUCT = exactly(40);

/** The most that evaluating an expression can cost, going by the limits in the schema of `self`. */
export function estimateCost(checked: Checked, root: Declaration): number {
  return new Estimator(checked, root).estimate(checked.node).cost.max;
}

class Estimator {
  readonly #checked: Checked;
  readonly #root: Declaration;
  /** What the variables of macros stand for, by slot. */
  readonly #variables = new Map<number, Pick<Estimate, 'place' | 'size'>>();

  constructor(checked: Checked, root: Declaration) {
    this.#checked = checked;
    this.#root = root;
  }

  estimate(node: Node): Estimate {
    switch (node.kind) {
      case 'literal':
        return { cost: NOTHING, size: exactly(literalSize(node.value)), place: undefined };
      case 'ident':
        return this.#name(node);
      case 'select':
        return this.#checked.bindings.has(node) ? this.#name(node) : this.#select(node);
      case 'call':
        return this.#call(node);
      case 'list': {
        const parts = node.elements.map(({ value }) => this.estimate(value));
        const entry = { isList: true, key: ONE, value: widest(parts) };
        return {
          cost: add(LIST, ...parts.map(({ cost }) => cost)),
          size: exactly(parts.length),
          place: undefined,
          entry,
        };
      }
      case 'map': {
        const keys = node.entries.map(({ key }) => this.estimate(key));
        const values = node.entries.map(({ value }) => this.estimate(value));
        const cost = add(MAP, ...[...keys, ...values].map((part) => part.cost));
        const entry = { isList: false, key: widest(keys), value: widest(values) };
        return { cost, size: exactly(keys.length), place: undefined, entry };
      }
      case 'struct': {
        const parts = node.fields.map(({ value }) => this.estimate(value).cost);
        return { cost: add(STRUCT, ...parts), size: undefined, place: undefined };
      }
      default:
        return this.#macro(node);
    }
  }

  /** The size by where a value comes from, else by its type. */
  #sized(node: Node, place: Place, known?: Range): Range | undefined {
    const isPlaced = place !== undefined && place !== 'lost';
    if (isPlaced) return { min: 0, max: place.maxElements };
    return isScalar(this.#checked.typeOf(node)) ? ONE : known;
  }

  #name(node: Node): Estimate {
    const binding = this.#checked.bindings.get(node);
    if (binding?.kind !== 'variable') return { cost: ONE, size: this.#sized(node, this.#root), place: this.#root };
    const variable = this.#variables.get(binding.slot) ?? { place: this.#root, size: undefined };
    return { cost: ONE, size: this.#sized(node, variable.place, variable.size), place: variable.place };
  }

  #step(place: Place, name: string): Place {
    if (place === undefined) return this.#root;
    if (place === 'lost') return 'lost';
    if (name === '@items' || name === '@values') return place.element ?? 'lost';
    if (name === '@keys') return place.key ?? 'lost';
    return place.fields?.get(name) ?? 'lost';
  }

  #select(node: Select): Estimate {
    const operand = this.estimate(node.operand);
    if (node.mode === 'test') return { cost: operand.cost, size: ONE, place: undefined };
    const { kind } = this.#checked.typeOf(node.operand);
    // An optional selection is a call to the server: it costs 1 whatever the operand, and loses the place.
    if (node.mode === 'optional') {
      return { cost: add(operand.cost, ONE), size: this.#sized(node, undefined), place: undefined };
    }
    const place = this.#step(operand.place, node.field);
    const own = kind === 'map' || kind === 'object' || kind === 'param' ? ONE : NOTHING;
    return { cost: add(operand.cost, own), size: this.#sized(node, place), place };
  }

  #argument(node: Node, { size, place }: Estimate): Argument {
    const items = place === undefined ? undefined : this.#step(place, '@items');
    const elementSize = items === undefined || items === 'lost' ? undefined : { min: 0, max: items.maxElements };
    const integer = node.kind === 'literal' && node.type === 'int' ? Number(node.value) : undefined;
    return { type: this.#checked.typeOf(node), size, elementSize, integer };
  }

  #call(node: Call): Estimate {
    const args = node.args.map((arg) => this.estimate(arg));
    const costs = args.map(({ cost }) => cost);
    const [first, second, third] = args as [Estimate, Estimate, Estimate];
    if (node.name === '_&&_' || node.name === '_||_') {
      return { cost: { min: first.cost.min, max: add(...costs).max }, size: ONE, place: undefined };
    }
    if (node.name === '_?_:_') return conditional(first.cost, second, third);
    if (node.name === 'dyn') return { ...first, cost: add(first.cost, ONE), place: undefined };
    const overloads = this.#checked.overloads.get(node) ?? [];
    const hasTarget = node.target !== undefined && overloads[0]?.isMember !== false;
    const target = hasTarget ? this.estimate(node.target) : undefined;
    const all = target === undefined ? args : [target, ...args];
    const nodes = node.target === undefined || target === undefined ? node.args : [node.target, ...node.args];
    // or and orValue have no entry in the library.
    const call =
      overloads.length === 0
        ? { cost: ONE }
        : callCost(
            overloads,
            nodes.map((arg, index) => this.#argument(arg, all[index] as Estimate)),
          );
    const place = this.#indexed(node, first);
    const size = call.size ?? (place === undefined ? undefined : first.entry?.value) ?? this.#sized(node, place);
    const entry = node.name === '_+_' ? joined(first.entry, second.entry) : undefined;
    return { cost: add(call.cost, ...all.map(({ cost }) => cost)), size, place, entry };
  }

  /** An index leads to an element in the schema, too. */
  #indexed(node: Call, container: Estimate | undefined): Place {
    if (node.name !== '_[_]' || container === undefined) return undefined;
    const { kind } = this.#checked.typeOf(node.args[0] as Node);
    if (kind === 'list') return this.#step(container.place, '@items');
    return kind === 'map' ? this.#step(container.place, '@values') : undefined;
  }

  #macro(node: Macro): Estimate {
    const range = this.estimate(node.range);
    if (node.macro === 'optMap' || node.macro === 'optFlatMap') return this.#optional(node, range);
    if (node.macro === 'sortBy') return this.#sortBy(node, range);
    return this.#fold(node, range);
  }

  #enter(node: Macro, range: Estimate): void {
    const isList = range.entry?.isList ?? this.#checked.typeOf(node.range).kind === 'list';
    const [first = 0, second] = this.#checked.slots.get(node) ?? [];
    const at = (name: string, size: Range | undefined) => ({ place: this.#step(range.place, name), size });
    if (second === undefined) {
      this.#variables.set(first, isList ? at('@items', range.entry?.value) : at('@keys', range.entry?.key));
      return;
    }
    this.#variables.set(first, at(isList ? '@indices' : '@keys', range.entry?.key));
    this.#variables.set(second, at(isList ? '@items' : '@values', range.entry?.value));
  }

  /** The loop that the server makes of a macro: what it costs to start, for each element, and to end. */
  #fold(node: Macro, range: Estimate, macro = node.macro): Estimate {
    this.#enter(node, range);
    const filter = node.filter === undefined ? undefined : this.estimate(node.filter).cost;
    const step = this.estimate(node.step);
    const count = range.size ?? UNKNOWN;
    const total = (start: Range, each: Range, end: Range) => add(range.cost, start, end, multiply(count, each));
    const filtered = (each: Range) => (filter === undefined ? each : add(filter, union(each, ONE)));
    switch (macro) {
      case 'all':
        return scalar(total(NOTHING, add(exactly(3), { min: 0, max: step.cost.max }), ONE));
      case 'exists':
        return scalar(total(NOTHING, add(exactly(4), { min: 0, max: step.cost.max }), ONE));
      case 'existsOne':
        return scalar(total(NOTHING, add(step.cost, exactly(2)), exactly(2)));
      case 'filter': {
        const entry = { isList: true, key: ONE, value: union(NOTHING, this.#variableSize(node)) };
        const each = add(step.cost, union(exactly(13), ONE));
        return { cost: total(LIST, each, ONE), size: count, place: undefined, entry };
      }
      case 'transformMap':
        return { cost: total(MAP, filtered(add(step.cost, exactly(3))), ONE), size: count, place: undefined };
      case 'transformMapEntry':
        return { cost: total(MAP, filtered(add(step.cost, exactly(2))), ONE), size: count, place: undefined };
      default: {
        const entry = { isList: true, key: ONE, value: union(NOTHING, step.size ?? UNKNOWN) };
        return { cost: total(LIST, filtered(add(step.cost, exactly(12))), ONE), size: count, place: undefined, entry };
      }
    }
  }

  #variableSize(node: Macro): Range {
    const [slot = 0] = this.#checked.slots.get(node) ?? [];
    const { place, size } = this.#variables.get(slot) ?? {};
    return place !== undefined && place !== 'lost' ? { min: 0, max: place.maxElements } : (size ?? UNKNOWN);
  }

  #sortBy(node: Macro, range: Estimate): Estimate {
    const keys = this.#fold(node, { ...range, cost: ONE }, 'map');
    const type = listOf(this.#checked.typeOf(node.step));
    const sorted = sortByCost({ type, size: keys.size, elementSize: undefined, integer: undefined });
    const cost = add(LIST, range.cost, ONE, keys.cost, sorted.cost);
    return { cost, size: sorted.size, place: undefined };
  }

  #optional(node: Macro, range: Estimate): Estimate {
    const [slot = 0] = this.#checked.slots.get(node) ?? [];
    this.#variables.set(slot, { place: undefined, size: this.#valueSize(node) });
    const step = this.estimate(node.step);
    const bound = add(LIST, range.cost, ONE, step.cost);
    const present: Estimate = { ...step, cost: node.macro === 'optMap' ? add(bound, ONE) : bound };
    const size = this.#sized(node, undefined);
    return { ...conditional(add(range.cost, ONE), present, { cost: ONE, size: undefined, place: undefined }), size };
  }

  #valueSize(node: Macro): Range | undefined {
    const type = this.#checked.typeOf(node.range);
    return isScalar(type) ? ONE : undefined;
  }
}

function scalar(cost: Range): Estimate {
  return { cost, size: ONE, place: undefined };
}

function conditional(test: Range, yes: Estimate, no: Estimate): Estimate {
  const size = union(yes.size ?? UNKNOWN, no.size ?? UNKNOWN);
  return { cost: add(test, union(yes.cost, no.cost)), size, place: undefined, entry: joined(yes.entry, no.entry) };
}

function joined(a: EntrySize | undefined, b: EntrySize | undefined): EntrySize | undefined {
  if (a === undefined || b === undefined) return undefined;
  return { isList: a.isList, key: union(a.key, b.key), value: union(a.value, b.value) };
}

function widest(parts: readonly Estimate[]): Range {
  const sizes = parts.map(({ size }) => size ?? UNKNOWN);
  return sizes.length === 0 ? NOTHING : sizes.reduce(union);
}

function literalSize(value: unknown): number {
  if (typeof value === 'string') return codePointLength(value);
  return value instanceof Uint8Array ? value.length : 1;
}

/** Types whose values are all of one size. */
function isScalar(type: Type = DYN): boolean {
  if (type.kind === 'optional') return isScalar(type.value);
  return ['bool', 'double', 'duration', 'int', 'timestamp', 'uint'].includes(type.kind);
}
