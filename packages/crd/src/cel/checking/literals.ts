import {
  type ClauseName,
  clauseFault,
  compilePattern,
  parseFormat,
  toDuration,
  toTimestamp,
} from '../library/index.ts';
import { type Call, type Fault, type Literal, type Node, partsOf } from '../syntax/index.ts';
import { printType, type Type } from '../types/index.ts';
import { EvaluationError } from '../values/index.ts';
import type { Checked } from './checker.ts';

/** Faults in literals that would always fail: times, patterns and format strings are looked into beforehand. */
export function literalFaults(checked: Checked): Fault[] {
  const faults: Fault[] = [];
  const open: Node[] = [checked.node];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'call') faults.push(...callFaults(node, checked));
    open.push(...[...partsOf(node)].reverse());
  }
  return faults;
}

function isText(node: Node | undefined): node is Literal & { value: string } {
  return node?.kind === 'literal' && node.type === 'string';
}

function callFaults(node: Call, checked: Checked): Fault[] {
  const { name, target, args } = node;
  const [first] = args;
  if (name === 'format') return formatFaults(node, checked);
  if (name === 'matches') {
    const pattern = args.at(-1);
    if (!isText(pattern)) return [];
    const compiled = compilePattern(pattern.value);
    return compiled instanceof Error ? [{ at: pattern.at, text: 'invalid matches argument' }] : [];
  }
  if (target !== undefined || !isText(first)) return [];
  const read = name === 'duration' ? toDuration : name === 'timestamp' ? toTimestamp : undefined;
  return read !== undefined && failureOf(() => read(first.value)) !== undefined
    ? [{ at: first.at, text: `invalid ${name} argument` }]
    : [];
}

function failureOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof EvaluationError) return error.message;
    throw error;
  }
}

const ALLOWED: Readonly<Record<ClauseName, readonly Type['kind'][]>> = {
  s: ['list', 'map', 'int', 'uint', 'double', 'bool', 'string', 'timestamp', 'bytes', 'duration', 'type', 'null'],
  d: ['int', 'uint'],
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: ['int', 'uint', 'bool'],
  x: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
};

function formatFaults(node: Call, checked: Checked): Fault[] {
  const { target, args } = node;
  const [list] = args;
  if (!isText(target) || list?.kind !== 'list') return [];
  let next = 0;
  const failure = failureOf(() => {
    for (const part of parseFormat(target.value)) {
      if (typeof part === 'string') continue;
      const argument = list.elements[next];
      if (argument === undefined) throw new EvaluationError(`index ${next} out of range`);
      next++;
      const type = checked.typeOf(argument.value);
      if (type.kind === 'dyn' || ALLOWED[part.name].includes(type.kind)) continue;
      throw new EvaluationError(clauseFault(part.name, printType(type)));
    }
  });
  if (failure !== undefined) return [{ at: node.at, text: failure }];
  const count = list.elements.length;
  if (count <= next) return [];
  return [{ at: node.at, text: `too many arguments supplied to string.format (expected ${next}, got ${count})` }];
}
