import { fieldAt, isJsonObject } from '../objects/index.ts';

/** From the values so far to those that a step leads to. */
type Step = (value: unknown) => readonly unknown[];

/** Reads the values at a path. */
export type JsonPath = (value: unknown) => readonly unknown[];

const NAME = /((?:\\.|[^.[\\])+)/y;
const QUOTED = /\[((?:\s*'(?:[^'\\]|\\.)*'\s*,?)+)\]/y;
const SLICE = /\[\s*(-?\d*)\s*(?::\s*(-?\d*)\s*)?(?::\s*(-?\d*)\s*)?\]/y;
const ALL = /\.?\[\*\]|\.\*/y;
const FILTER = /\[\?\(\s*(.+?)\s*\)\]/y;

/**
 * The JSONPath of printer columns and selectable fields: fields (`.spec.size`, `['a.b']`, `.a\.b`),
 * what lies anywhere below (`..size`), indexes and slices (`[0]`, `[-1:]`), all items (`[*]`) and
 * items by a comparison (`[?(@.type=="Ready")]`). Undefined for anything else.
 */
export function parseJsonPath(text: string): JsonPath | undefined {
  const steps: Step[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < text.length) {
    const step = nextStep(take);
    if (!step) return undefined;
    steps.push(step);
  }
  return (value) => steps.reduce<readonly unknown[]>((found, step) => found.flatMap(step), [value]);
}

function nextStep(take: (pattern: RegExp) => RegExpExecArray | null): Step | undefined {
  if (take(ALL)) return allOf;
  const filter = take(FILTER);
  if (filter) return filterStep(filter[1] ?? '');
  const quoted = take(QUOTED);
  if (quoted) {
    const names = [...(quoted[1] ?? '').matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, name]) => unescaped(name ?? ''));
    return (value) => names.flatMap((name) => memberOf(value, name));
  }
  const slice = take(SLICE);
  if (slice) return sliceStep(slice);
  const isDeep = take(/\.\./y) !== null;
  if (!isDeep && !take(/\./y)) return undefined;
  const name = take(NAME);
  if (!name) return undefined;
  const field = unescaped(name[1] ?? '');
  return isDeep ? (value) => below(value).flatMap((part) => memberOf(part, field)) : (value) => memberOf(value, field);
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1');

function memberOf(value: unknown, name: string): readonly unknown[] {
  const member = fieldAt(value, [name]);
  return member === undefined ? [] : [member];
}

function allOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}

/** A value and everything in it. */
function below(value: unknown): readonly unknown[] {
  return [value, ...allOf(value).flatMap(below)];
}

function sliceStep([text, first = '', second, third]: RegExpExecArray): Step | undefined {
  if (first === '' && !text.includes(':')) return undefined;
  return (value) => {
    if (!Array.isArray(value)) return [];
    const items: readonly unknown[] = value;
    const start = Number(first || 0);
    if (!text.includes(':')) return items.slice(start, start + 1 || undefined).slice(0, 1);
    const step = Math.max(1, Number(third || 1));
    const end = second === undefined || second === '' ? items.length : Number(second);
    return items.slice(start, end).filter((_, index) => index % step === 0);
  };
}

const COMPARISON = /^(.+?)\s*(==|!=|<=|>=|<|>)\s*(.+)$/;

function filterStep(text: string): Step | undefined {
  const [, left, operator, right] = COMPARISON.exec(text) ?? [undefined, text];
  const a = operandOf(left ?? '');
  const b = right === undefined ? undefined : operandOf(right);
  if (!a || (right !== undefined && !b)) return undefined;
  const holds = (item: unknown): boolean => {
    const values = a(item);
    if (!b) return values.length > 0;
    const others = b(item);
    return values.length > 0 && others.length > 0 && compares(values[0], operator ?? '', others[0]);
  };
  return (value) => (Array.isArray(value) ? value.filter(holds) : []);
}

/** A path from the item, a text, a number or a boolean. */
function operandOf(text: string): JsonPath | undefined {
  if (text.startsWith('@')) return parseJsonPath(text.slice(1));
  const quoted = /^(["'])(.*)\1$/.exec(text);
  if (quoted) return () => [quoted[2]];
  if (text === 'true' || text === 'false') return () => [text === 'true'];
  const number = Number(text);
  return Number.isNaN(number) ? undefined : () => [number];
}

function compares(a: unknown, operator: string, b: unknown): boolean {
  if (operator === '==') return a === b;
  if (operator === '!=') return a !== b;
  if (typeof a !== typeof b || (typeof a !== 'number' && typeof a !== 'string')) return false;
  const [left, right] = [a, b as typeof a];
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    default:
      return left >= right;
  }
}
