import { isJsonObject, textAt } from '../objects/index.ts';
import { canonicalText, compareQuantities, parseQuantity, type Quantity } from '../quantities/index.ts';

/** Amounts by resource, as requests, limits and quotas hold them. */
export type ResourceList = Readonly<Record<string, string>>;

export function resourceList(value: unknown): ResourceList {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(Object.keys(value).map((name) => [name, textAt(value, name)]));
}

const ZERO: Quantity = { nanos: 0n, format: 'decimal' };

function quantity(text: string | undefined): Quantity {
  return text === undefined ? ZERO : parseQuantity(text);
}

/** The sum of two amounts is shown in the manner of the first, unless that is nothing. */
function sum(a: string, b: string): string {
  const first = quantity(a);
  const second = quantity(b);
  const format = first.nanos === 0n ? second.format : first.format;
  return canonicalText({ nanos: first.nanos + second.nanos, format });
}

export function added(a: ResourceList, b: ResourceList): ResourceList {
  const result: Record<string, string> = { ...a };
  for (const [name, amount] of Object.entries(b)) {
    const before = result[name];
    result[name] = before === undefined ? amount : sum(before, amount);
  }
  return result;
}

export function larger(a: ResourceList, b: ResourceList): ResourceList {
  const result: Record<string, string> = { ...a };
  for (const [name, amount] of Object.entries(b)) {
    const before = result[name];
    if (before === undefined || compareQuantities(amount, before) > 0) result[name] = amount;
  }
  return result;
}

/** What `a` has more than `b`, without what it has not more. */
export function growth(a: ResourceList, b: ResourceList): ResourceList {
  const entries = Object.entries(a).flatMap(([name, amount]) => {
    const now = quantity(amount);
    const nanos = now.nanos - quantity(b[name]).nanos;
    return nanos > 0n ? [[name, canonicalText({ nanos, format: now.format })]] : [];
  });
  return Object.fromEntries(entries) as ResourceList;
}

export function subtracted(a: ResourceList, b: ResourceList): ResourceList {
  const entries = Object.entries(a).map(([name, amount]) => {
    const { nanos, format } = quantity(amount);
    return [name, canonicalText({ nanos: nanos - quantity(b[name]).nanos, format })];
  });
  return Object.fromEntries(entries) as ResourceList;
}

export function only(list: ResourceList, names: Iterable<string>): ResourceList {
  const kept = new Set(names);
  return Object.fromEntries(Object.entries(list).filter(([name]) => kept.has(name)));
}

export function withoutZeros(list: ResourceList): ResourceList {
  return Object.fromEntries(Object.entries(list).filter(([, amount]) => quantity(amount).nanos !== 0n));
}

export function negativeNames(list: ResourceList): string[] {
  return Object.keys(list).filter((name) => quantity(list[name]).nanos < 0n);
}

/** The names in which `list` has more than `limits` allow. */
export function exceeded(list: ResourceList, limits: ResourceList): string[] {
  return Object.keys(list).filter((name) => {
    const limit = limits[name];
    return limit !== undefined && compareQuantities(list[name] ?? '0', limit) > 0;
  });
}

/** As refusals show it: by name. */
export function shown(list: ResourceList): string {
  return Object.keys(list)
    .sort()
    .map((name) => `${name}=${list[name]}`)
    .join(',');
}
