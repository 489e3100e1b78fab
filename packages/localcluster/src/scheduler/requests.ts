import { quantityValue } from '@slipway/apimachinery/quantity';
import type { PodObject } from './objects.ts';

/** Amounts by resource name: cpu in thousandths, all else in whole units. */
export type Amounts = Readonly<Record<string, number>>;

/** What a pod counts for, for scores, when it asks for nothing: a spread of empty pods is still a spread. */
const ASSUMED: Amounts = { cpu: 100, memory: 200 * 1024 * 1024 };

type Container = NonNullable<PodObject['spec']>['containers'][number];
type Lists = Readonly<Record<string, string>> | undefined;

export function amountsOf(list: Lists): Amounts {
  return Object.fromEntries(
    Object.entries(list ?? {}).map(([name, text]) => [name, quantityValue(text, name === 'cpu' ? 1000 : 1)]),
  );
}

/**
 * What a pod takes of a node: its containers together, or its hungriest moment of initialisation if
 * that is more, and the overhead of its runtime class. `assumed` fills in for containers that ask for nothing.
 */
export function podRequests({ spec }: PodObject, { assumed }: { readonly assumed: boolean }): Amounts {
  const of = ({ resources }: Container): Amounts => {
    const own = amountsOf(resources?.requests);
    return assumed ? { ...ASSUMED, ...own } : own;
  };
  let sidecars: Amounts = {};
  let initialising: Amounts = {};
  for (const container of spec?.initContainers ?? []) {
    if ((container as { restartPolicy?: string }).restartPolicy === 'Always') {
      sidecars = add(sidecars, of(container));
      initialising = most(initialising, sidecars);
    } else {
      initialising = most(initialising, add(sidecars, of(container)));
    }
  }
  const running = (spec?.containers ?? []).reduce((sum, container) => add(sum, of(container)), sidecars);
  const podLevel = (spec as { resources?: { requests?: Lists } } | undefined)?.resources?.requests;
  return add({ ...most(running, initialising), ...amountsOf(podLevel) }, amountsOf(spec?.overhead));
}

export function total(parts: readonly Amounts[]): Amounts {
  const sum: Record<string, number> = {};
  for (const part of parts) for (const name in part) sum[name] = (sum[name] ?? 0) + (part[name] ?? 0);
  return sum;
}

const add = (one: Amounts, other: Amounts): Amounts => total([one, other]);

function most(one: Amounts, other: Amounts): Amounts {
  const result: Record<string, number> = { ...one };
  for (const [name, amount] of Object.entries(other)) result[name] = Math.max(result[name] ?? 0, amount);
  return result;
}
