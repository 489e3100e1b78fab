import type { ScalingQuery } from '@slipway/workloads';
import type { RequestRate, ScalingSpec, Triggers } from './model.ts';

const DEFAULT_CPU_PERCENT = 70;

/** The smallest share that a shared query is divided by: a version without weight asks for next to nothing of it. */
const SMALLEST_SHARE = 0.01;

/** Of the version's own pods, whose names end in the hash of their template and five random characters. */
const OWN_PODS_RATE =
  'sum(rate(gati_http_requests_total{namespace="$namespace",pod=~"$deployment-[a-z0-9]+-[a-z0-9]{5}"}[2m]))';

/** What an HPA looks at; also what stands in where KEDA cannot. */
export function utilisation({ scaling }: ScalingSpec): Triggers {
  const { cpu, memory } = scaling ?? {};
  const isAnyGiven = cpu !== undefined || memory !== undefined;
  return {
    ...(cpu !== undefined && { cpu }),
    ...(memory !== undefined && { memory }),
    ...(!isAnyGiven && { cpu: DEFAULT_CPU_PERCENT }),
    queries: [],
  };
}

/**
 * What a ScaledObject looks at: the rate, beside the targets that were given. A query may hold `$namespace`, `$handler`,
 * `$version` and `$deployment`; one with neither of the last two counts the requests of all versions.
 */
export function requestTriggers(spec: ScalingSpec, rate: RequestRate, serverAddress: string, share: number): Triggers {
  const { cpu, memory } = spec.scaling ?? {};
  const { query = OWN_PODS_RATE, target } = rate;
  const isShared = !/\$(version|deployment)\b/.test(query);
  const filled: ScalingQuery = {
    serverAddress,
    query: fillIn(query, spec.names),
    // So that all versions together ask for what one version alone would.
    target: isShared ? target / Math.max(share, SMALLEST_SHARE) : target,
  };
  return { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }), queries: [filled] };
}

function fillIn(query: string, names: ScalingSpec['names']): string {
  return query.replace(/\$(namespace|handler|version|deployment)\b/g, (_, name: keyof ScalingSpec['names']) =>
    // Inside a quoted PromQL string; a version may hold any character.
    names[name].replaceAll('\\', '\\\\').replaceAll('"', '\\"'),
  );
}
