import type { Checked } from '../checking/index.ts';
import { LIST_COST, MAP_COST } from '../library/index.ts';
import type { Call, ListNode, Literal, MapNode, Node, Select } from '../syntax/index.ts';
import {
  CelList,
  CelMap,
  Entries,
  EvaluationError,
  noSuchOverload,
  Optional,
  TypeValue,
  Uint,
  type Value,
} from '../values/index.ts';
import { callStep } from './calls.ts';
import type { Frame, Step } from './frame.ts';
import { conditionalStep, logicalStep, orStep } from './logic.ts';
import { macroStep } from './macros.ts';
import { noSuchKey } from './misuse.ts';

/** Turns a checked expression into one closure. The expression must have no faults. */
export function plan(checked: Checked): Step {
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
    return callStep(overloads, isMember ? [step(node.target as Node), ...args] : args);
  }

  function list({ elements }: ListNode): Step {
    const literals = elements.flatMap(({ value }) => (value.kind === 'literal' ? [valueOf(value)] : []));
    if (literals.length === elements.length) return constant(CelList.of(literals));
    const parts = elements.map(({ value, optional }) => ({ value: step(value), optional }));
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

  return step(checked.node);
}

function constant(value: Value): Step {
  return () => value;
}

function valueOf({ type, value }: Literal): Value {
  return type === 'uint' ? new Uint(value as bigint) : value;
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
