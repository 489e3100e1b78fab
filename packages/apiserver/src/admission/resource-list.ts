import {
  addQuantities,
  compareQuantities,
  nanosOf,
  parseQuantity,
  subtractQuantities,
} from '@slipway/apimachinery/quantity';
import { isJsonObject, textAt } from '../objects/index.ts';

/** Amounts by resource, as requests, limits and quotas hold them. */
export type ResourceList = Readonly<Record<string, string>>;

export function resourceList(value: unknown): ResourceList {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(Object.keys(value).map((name) => [name, textAt(value, name)]));
}

const nanos = (text: string): bigint => nanosOf(parseQuantity(text));

export function added(a: ResourceList, b: ResourceList): ResourceList {
  const result: Record<string, string> = { ...a };
  for (const [name, amount] of Object.entries(b)) {
    const before = result[name];
    result[name] = before === undefined ? amount : addQuantities(before, amount);
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
  const grown = Object.entries(subtracted(a, b)).filter(([, amount]) => nanos(amount) > 0n);
  return Object.fromEntries(grown);
}

export function subtracted(a: ResourceList, b: ResourceList): ResourceList {
  const entries = Object.entries(a).map(
    ([name, amount]) => [name, subtractQuantities(amount, b[name] ?? '0')] as const,
  );
  return Object.fromEntries(entries);
}

export function only(list: ResourceList, names: Iterable<string>): ResourceList {
  const kept = new Set(names);
  return Object.fromEntries(Object.entries(list).filter(([name]) => kept.has(name)));
}

export function withoutZeros(list: ResourceList): ResourceList {
  return Object.fromEntries(Object.entries(list).filter(([, amount]) => nanos(amount) !== 0n));
}

export function negativeNames(list: ResourceList): string[] {
  return Object.keys(list).filter((name) => nanos(list[name] ?? '0') < 0n);
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
