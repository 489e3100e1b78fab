import { quantityNanos } from '@slipway/apimachinery/quantity';
import type { Amounts, Resources } from '../model/index.ts';
import { quote, type Report } from '../report/index.ts';

const DEFAULTS = {
  requests: { cpu: '100m', memory: '128Mi' },
  limits: { cpu: '500m', memory: '512Mi' },
} as const;

type Texts = Record<string, string>;

/**
 * Requests and limits with what is missing filled in. A default gives way to what was written: a default
 * limit rises to a higher request, a default request falls to a lower limit. What has no default (a
 * device, say) gets the same on both sides.
 */
export function resourcesOf(given: Resources = {}, field: string, report: Report): { requests: Texts; limits: Texts } {
  const requests = textsOf(given.requests, `${field}.requests`, report);
  const limits = textsOf(given.limits, `${field}.limits`, report);
  for (const name of ['cpu', 'memory'] as const) {
    requests[name] ??= lesser(DEFAULTS.requests[name], limits[name]);
    limits[name] ??= greater(DEFAULTS.limits[name], requests[name]);
  }
  for (const [name, request] of Object.entries(requests)) if (isDevice(name)) limits[name] ??= request;
  for (const [name, limit] of Object.entries(limits)) {
    const request = (requests[name] ??= limit);
    const at = `${field}.requests.${name}`;
    if (isAbove(request, limit))
      report(
        'WORKLOAD_RESOURCES',
        at,
        `is ${request}, above its limit of ${limit}; lower the request or raise the limit`,
      );
    else if (isDevice(name) && isAbove(limit, request))
      report('WORKLOAD_RESOURCES', at, `is ${request} with a limit of ${limit}; devices are not shared: leave it out`);
  }
  return { requests, limits };
}

/** Devices are not overcommitted: the API wants request and limit to be equal. */
const isDevice = (name: string): boolean => name.includes('/') || name.startsWith('hugepages-');

function textsOf(amounts: Amounts = {}, field: string, report: Report): Texts {
  const given = Object.entries(amounts).flatMap(([name, amount]) =>
    amount === undefined ? [] : [[name, String(amount)] as const],
  );
  for (const [name, text] of given) checkQuantity(text, `${field}.${name}`, report);
  return Object.fromEntries(given);
}

export function checkQuantity(text: string, field: string, report: Report): void {
  const amount = quantityNanos(text);
  // A server takes `m` for nothing, which is not what its author meant.
  if (amount === undefined || !/\d/.test(text))
    report('WORKLOAD_QUANTITY', field, `is ${quote(text)}, which is no quantity; write 500m, 0.5, 128Mi or 1Gi`);
  else if (amount < 0n) report('WORKLOAD_QUANTITY', field, `is ${quote(text)}; it cannot be below zero`);
}

const greater = (a: string, b: string | undefined): string => (b !== undefined && isAbove(b, a) ? b : a);
const lesser = (a: string, b: string | undefined): string => (b !== undefined && isAbove(a, b) ? b : a);

function isAbove(a: string, b: string): boolean {
  return (quantityNanos(a) ?? 0n) > (quantityNanos(b) ?? 0n);
}
