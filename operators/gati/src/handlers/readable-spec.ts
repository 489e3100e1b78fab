import { isDuration } from '@slipway/apimachinery/durations';
import { isAnnotationKey } from '@slipway/apimachinery/names';
import type { ReadHandler } from '../cluster/index.ts';
import type { GatiHandlerSpec } from '../types/index.ts';

/** A handler as it can be acted on, and what of its spec cannot be, one sentence each. */
export interface Readable {
  readonly handler: ReadHandler;
  readonly problems: readonly string[];
}

/** Fields that hold a length of time, wherever they are. */
const DURATIONS: ReadonlySet<string> = new Set([
  'deadline',
  'deleteDelay',
  'drainDeadline',
  'failedRetention',
  'gracePeriod',
  'interval',
  'pause',
  'progressDeadline',
  'rollbackWindow',
]);
/** The largest whole number that the API keeps in most of its fields. */
const MANY = 2 ** 31 - 1;
/**
 * Three times as many are the most that a scaler gets unless configured otherwise, and that has to be a number of the
 * API.
 */
export const MOST_REPLICAS = Math.floor(MANY / 3);

/**
 * Values that the schema of today, or the API of what is made of them, would refuse. Objects that were stored under an
 * older schema have them, and no schema looks at keys of maps. Such a value is left out, so that cleanup and a rollout
 * under way do not end with it; the spec as a whole is refused by name (G-14).
 */
export function readableHandler(handler: ReadHandler): Readable {
  const problems: string[] = [];
  const { traffic, decommission, rollout, ...rest } = handler.spec;
  const timed = withoutBadTimes({ traffic, decommission, rollout }, 'spec', problems) as Partial<GatiHandlerSpec>;
  const spec = withoutBadValues({ ...rest, ...defined(timed) }, problems);
  return problems.length === 0 ? { handler, problems } : { handler: { ...handler, spec }, problems };
}

function withoutBadTimes(value: unknown, at: string, problems: string[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withoutBadTimes(item, `${at}[${index}]`, problems));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name, field]) => {
    const isBad = DURATIONS.has(name) && typeof field === 'string' && !isTime(name, field);
    if (isBad) problems.push(`${at}.${name} is "${field}": write a length of time such as 90s, 5m or 1h30m.`);
    return !isBad;
  });
  return Object.fromEntries(entries.map(([name, field]) => [name, withoutBadTimes(field, `${at}.${name}`, problems)]));
}

const isTime = (name: string, value: string): boolean => isDuration(value) || (name === 'pause' && value === 'manual');

function withoutBadValues(spec: GatiHandlerSpec, problems: string[]): GatiHandlerSpec {
  const { handlerPath, replicas, traffic, service, routing, scaling } = spec;
  const path = (field: string, value: string | undefined): boolean => {
    const isBad = value !== undefined && !value.startsWith('/');
    if (isBad) problems.push(`spec.${field} is "${value}": it is a path of URLs, so begin it with "/".`);
    return isBad;
  };
  const { metricsPath, ...scraped } = traffic ?? {};
  const { pathMatch, ...routed } = routing ?? {};
  const badKeys = Object.keys(service?.annotations ?? {}).filter((key) => !isAnnotationKey(key));
  for (const key of badKeys)
    problems.push(`spec.service.annotations has the key "${key}": write "name" or "example.com/name".`);
  if (replicas > MOST_REPLICAS) problems.push(`spec.replicas is ${replicas}: give at most ${MOST_REPLICAS}.`);
  for (const field of ['minReplicas', 'maxReplicas'] as const)
    if ((scaling?.[field] ?? 0) > MANY) problems.push(`spec.scaling.${field} is more than ${MANY}: give less.`);
  const isBadMatch = pathMatch?.type !== 'RegularExpression' && path('routing.pathMatch.value', pathMatch?.value);
  return {
    ...spec,
    handlerPath: path('handlerPath', handlerPath) ? `/${handlerPath}` : handlerPath,
    replicas: Math.min(replicas, MOST_REPLICAS),
    ...(traffic && path('traffic.metricsPath', metricsPath) && { traffic: scraped }),
    ...(scaling && { scaling: withinBounds(scaling) }),
    ...(isBadMatch && { routing: routed }),
    ...(service?.annotations && badKeys.length > 0 && { service: withoutKeys(service, badKeys) }),
  };
}

function withinBounds(scaling: NonNullable<GatiHandlerSpec['scaling']>): NonNullable<GatiHandlerSpec['scaling']> {
  const { minReplicas, maxReplicas } = scaling;
  return {
    ...scaling,
    ...(minReplicas !== undefined && { minReplicas: Math.min(minReplicas, MANY) }),
    ...(maxReplicas !== undefined && { maxReplicas: Math.min(maxReplicas, MANY) }),
  };
}

function withoutKeys(
  service: NonNullable<GatiHandlerSpec['service']>,
  keys: readonly string[],
): NonNullable<GatiHandlerSpec['service']> {
  const entries = Object.entries(service.annotations ?? {}).filter(([key]) => !keys.includes(key));
  return { ...service, annotations: Object.fromEntries(entries) };
}

function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
