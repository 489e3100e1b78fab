import type { Checked } from '../checking/index.ts';
import { compilePattern, LIST_COST, MAP_COST, STRUCT_COST } from '../library/index.ts';
import type { Call, ListNode, Literal, MapNode, Node, Select, StructNode } from '../syntax/index.ts';
import type { ObjectType } from '../types/index.ts';
import {
  CelList,
  CelMap,
  CelStruct,
  Entries,
  EvaluationError,
  noSuchOverload,
  Optional,
  TypeValue,
  typeNameOf,
  Uint,
  type Value,
} from '../values/index.ts';
import { callStep } from './calls.ts';
import { Frame, type Step } from './frame.ts';
import { conditionalStep, logicalStep, orStep } from './logic.ts';
import { macroStep } from './macros.ts';
import { noSuchKey, unforgiving } from './misuse.ts';

/**
 * Turns a checked expression into one closure. The expression must have no faults. What does not depend on
 * values is computed here, as the server does, and may fail here.
 */
export function plan(checked: Checked): { readonly run: Step } | { readonly failure: string } {
  try {
    return { run: planSteps(checked) };
  } catch (error) {
    if (error instanceof EvaluationError) return { failure: error.message };
    throw error;
  }
}

const CONVERSIONS = new Set([
  'bool',
  'bytes',
  'double',
  'duration',
  'dyn',
  'int',
  'string',
  'timestamp',
  'type',
  'uint',
]);
/** What these cost is counted even where their argument is an error. */
const COUNTED = new Set(['distinct', 'sort']);
const MATCHERS = new Set(['matches', 'find', 'findAll']);

function planSteps(checked: Checked): Step {
  const constants = new Map<Step, Value>();
  const constant = (value: Value): Step => {
    const made = () => value;
    constants.set(made, value);
    return made;
  };
  const steps = (nodes: readonly Node[]) => nodes.map(step);

  function step(node: Node): Step {
    switch (node.kind) {
      case 'literal':
        return constant(valueOf(node));
      case 'ident':
        return bound(node);
      case 'select':
        return checked.bindings.has(node) ? bound(node) : select(node);
      case 'call':
        return call(node);
      case 'list':
        return list(node);
      case 'map':
        return map(node);
      case 'struct':
        return struct(node);
      default:
        return macroStep(node.macro, {
          range: step(node.range),
          filter: node.filter === undefined ? undefined : step(node.filter),
          step: step(node.step),
          slots: checked.slots.get(node) ?? [],
        });
    }
  }

  function bound(node: Node): Step {
    const binding = checked.bindings.get(node);
    if (binding?.kind !== 'variable') return constant(new TypeValue(binding?.name ?? ''));
    const { slot } = binding;
    return (frame) => {
      frame.charge(1);
      const value = frame.slots[slot];
      if (value === undefined) throw new EvaluationError('no such attribute(s): oldSelf');
      return value;
    };
  }

  function select({ operand, field, mode }: Select): Step {
    const target = step(operand);
    const type = checked.typeOf(operand);
    if (type.kind === 'object' && type.isConstructed) return structField(target, type, field, mode);
    if (mode === 'test') return (frame) => find(target(frame), field) !== undefined;
    return (frame) => {
      const value = target(frame);
      frame.charge(1);
      if (mode === 'value' && value instanceof CelMap) return value.get(field);
      if (mode === 'value' && !(value instanceof Optional)) throw noSuchKey(field);
      const found = find(value, field);
      return found === undefined ? Optional.none : new Optional(found);
    };
  }

  function call(node: Call): Step {
    const args = steps(node.args);
    const [first, second, third] = args as [Step, Step, Step];
    switch (node.name) {
      case '_&&_':
        return logicalStep(args, false);
      case '_||_':
        return logicalStep(args, true);
      case '_?_:_':
        return conditionalStep(first, second, third);
    }
    const overloads = checked.overloads.get(node);
    if (overloads === undefined) return orStep(step(node.target as Node), first, node.name === 'orValue');
    const isMember = overloads[0]?.isMember === true;
    const all = isMember ? [step(node.target as Node), ...args] : args;
    if (node.name === '@in' && isEmptyList(constants.get(second))) return constant(false);
    const made = callStep(overloads, COUNTED.has(node.name) ? all.map(unforgiving) : all);
    if (MATCHERS.has(node.name)) checkPattern(constants.get(all[1] as Step));
    return CONVERSIONS.has(node.name) && constants.has(first) ? constant(made(new Frame([], Infinity))) : made;
  }

  function list({ elements }: ListNode): Step {
    const parts = elements.map(({ value, optional }) => ({ value: step(value), optional }));
    if (parts.every(({ value, optional }) => !optional && constants.has(value))) {
      return constant(CelList.of(parts.map(({ value }) => constants.get(value) as Value)));
    }
    return (frame) => {
      const values: Value[] = [];
      for (const { value, optional } of parts) {
        const element = optional ? optionalValue(value, frame) : value(frame);
        if (element !== undefined) values.push(element);
      }
      frame.charge(LIST_COST);
      return CelList.of(values);
    };
  }

  function map({ entries }: MapNode): Step {
    const parts = entries.map(({ key, value, optional }) => ({ key: step(key), value: step(value), optional }));
    return (frame) => {
      const made = new Entries();
      for (const { key, value, optional } of parts) {
        const name = key(frame);
        const content = optional ? optionalValue(value, frame) : value(frame);
        if (content !== undefined) made.set(name, content);
      }
      frame.charge(MAP_COST);
      return new CelMap(made);
    };
  }

  function struct(node: StructNode): Step {
    const parts = node.fields.map(({ name, value, optional }) => ({ name, value: step(value), optional }));
    const type = checked.typeOf(node);
    const declared = type.kind === 'object' ? type.fields : undefined;
    const typeName = node.type.replace(/^\./, '');
    return (frame) => {
      const fields = new Map<string, Value>();
      for (const { name, value, optional } of parts) {
        const content = optional ? optionalValue(value, frame) : value(frame);
        if (content === undefined) continue;
        const isText = declared?.get(name)?.kind === 'string';
        if (isText && typeof content !== 'string') {
          throw new EvaluationError(`unexpected type ${typeNameOf(content)} for ${typeName}Type '${name}' field`);
        }
        // An empty text is none.
        if (!isText || content !== '') fields.set(name, content);
      }
      frame.charge(STRUCT_COST);
      return new CelStruct(typeName, fields, declared !== undefined && declared.size > 0);
    };
  }

  return step(checked.node);
}

function valueOf({ type, value }: Literal): Value {
  return type === 'uint' ? new Uint(value as bigint) : value;
}

/** Nothing is in an empty list, not even what cannot be evaluated. */
function isEmptyList(value: Value | undefined): boolean {
  return value instanceof CelList && value.size === 0;
}

function checkPattern(pattern: Value | undefined): void {
  const compiled = typeof pattern === 'string' ? compilePattern(pattern) : undefined;
  if (compiled instanceof Error) throw new EvaluationError(compiled.message);
}

/** A field that is not set reads as an empty text, or null. */
function structField(target: Step, { fields }: ObjectType, field: string, mode: Select['mode']): Step {
  const unset = fields.get(field)?.kind === 'string' ? '' : null;
  return (frame) => {
    const value = target(frame);
    const found = value instanceof CelStruct ? value.fields.get(field) : undefined;
    if (mode === 'test') return found !== undefined;
    frame.charge(1);
    if (mode === 'value') return found ?? unset;
    return found === undefined ? Optional.none : new Optional(found);
  };
}

/** The value of a field where it is set; an optional is looked into, and what has no fields has none set. */
function find(value: Value, field: string): Value | undefined {
  if (value instanceof Optional) return value.value === undefined ? undefined : find(value.value, field);
  return value instanceof CelMap ? value.find(field) : undefined;
}

function optionalValue(step: Step, frame: Frame): Value | undefined {
  const optional = step(frame);
  if (!(optional instanceof Optional)) throw noSuchOverload();
  return optional.value;
}
