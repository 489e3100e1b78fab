import {
  type ClauseName,
  clauseFault,
  compilePattern,
  parseFormat,
  toDuration,
  toTimestamp,
} from '../library/index.ts';
import { type Call, type Fault, type Literal, type Node, partsOf } from '../syntax/index.ts';
import { printType, sameType, type Type } from '../types/index.ts';
import { EvaluationError } from '../values/index.ts';
import type { Checked } from './checker.ts';

/** Faults in literals: those that could only fail later, and lists and maps of mixed types. */
export function literalFaults(checked: Checked): Fault[] {
  const faults: Fault[] = [];
  const open: { node: Node; isInFormat: boolean }[] = [{ node: checked.node, isInFormat: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node } = next;
    if (node.kind === 'call') faults.push(...callFaults(node, checked));
    // Only the arguments of format may be of any type.
    const isInFormat = next.isInFormat || (node.kind === 'call' && node.name === 'format');
    if (!isInFormat) faults.push(...mixtureFaults(node, checked));
    open.push(...partsOf(node).map((part) => ({ node: part, isInFormat })));
  }
  return faults;
}

function mixtureFaults(node: Node, checked: Checked): Fault[] {
  if (node.kind === 'list') {
    return firstMixture(
      node.elements.map(({ value, optional }) => ({ node: value, isOptional: optional })),
      checked,
    );
  }
  if (node.kind !== 'map') return [];
  const keys = node.entries.map(({ key }) => ({ node: key, isOptional: false }));
  const values = node.entries.map(({ value, optional }) => ({ node: value, isOptional: optional }));
  return [...firstMixture(keys, checked), ...firstMixture(values, checked)];
}

function firstMixture(parts: readonly { node: Node; isOptional: boolean }[], checked: Checked): Fault[] {
  const types = parts.map(({ node, isOptional }) => {
    const type = checked.typeOf(node);
    return isOptional && type.kind === 'optional' ? type.value : type;
  });
  const [first] = types;
  const other = types.findIndex((type) => first !== undefined && !sameType(first, type));
  if (first === undefined || other < 0) return [];
  const found = printType(types[other] ?? first);
  return [{ at: parts[other]?.node.at ?? 0, text: `expected type '${printType(first)}' but found '${found}'` }];
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
  let { at } = node;
  const failure = failureOf(() => {
    for (const part of parseFormat(target.value)) {
      if (typeof part === 'string') continue;
      const argument = list.elements[next];
      if (argument === undefined) throw new EvaluationError(`index ${next} out of range`);
      next++;
      const misfit = misfitOf(argument.value, part.name, checked);
      if (misfit === undefined) continue;
      ({ at } = misfit);
      throw new EvaluationError(clauseFault(part.name, typeName(checked.typeOf(misfit))));
    }
  });
  if (failure !== undefined) return [{ at, text: failure }];
  const count = list.elements.length;
  if (count <= next) return [];
  return [{ at: node.at, text: `too many arguments supplied to string.format (expected ${next}, got ${count})` }];
}

/** The argument, or the part of it, that a clause cannot print; `%s` looks into literals. */
function misfitOf(node: Node, clause: ClauseName, checked: Checked): Node | undefined {
  const { kind } = checked.typeOf(node);
  if (kind !== 'dyn' && !ALLOWED[clause].includes(kind)) return node;
  if (clause !== 's' || (node.kind !== 'list' && node.kind !== 'map')) return undefined;
  for (const part of partsOf(node)) {
    const misfit = misfitOf(part, clause, checked);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

/** The name of a type without what it is made of. */
function typeName(type: Type): string {
  return printType(type).replace(/\(.*$/s, '');
}
