import type { DeploymentResource, Known, ObservedSplit, SplitPlan } from '@gati-framework/contracts/deployment';
import { manifestsOf, type RouteRule } from '@slipway/workloads';
import { resourcesOf } from '../manifests/index.ts';

/** Identity of the objects that a route is made of. */
export interface RouteIdentity {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly selector: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Backends that one rule can share traffic between. */
export const MOST_RECEIVERS = 16;

/**
 * The HTTPRoutes of a handler: for each live version a rule that its header leads to, then one that shares the rest.
 * Gateways take the most exact match first, so the order of rules and routes does not matter.
 */
export function gatewayRoutes(plan: SplitPlan, identity: RouteIdentity, bareIds: ReadonlyMap<string, string>) {
  const { gateway, match } = plan;
  if (!gateway) return [];
  const { path } = match;
  const rules: RouteRule[] = plan.versions.map(({ version, service }) => ({
    matches: match.headers.flatMap((name) =>
      namesOf(version.versionId, bareIds).map((value) => ({ path, headers: [{ name, value }] })),
    ),
    backends: [{ service: service.name, port: service.port }],
  }));
  const receivers = plan.versions.filter(({ weight }) => weight > 0);
  if (receivers.length > 0) {
    const backends = receivers.map(({ service, weight }) => ({ service: service.name, port: service.port, weight }));
    rules.push({ matches: [{ path }], backends });
  }
  if (rules.length === 0) return [];
  return resourcesOf(
    manifestsOf({
      ...identity,
      route: {
        gateways: [gateway],
        ...(match.hostnames && match.hostnames.length > 0 && { hostnames: match.hostnames }),
        rules: rules.filter(({ matches = [] }) => matches.length > 0),
      },
    }),
  );
}

/** The ids by which a version is asked for: its own, unless another build answers to it, and those it answers to. */
function namesOf(versionId: string, bareIds: ReadonlyMap<string, string>): string[] {
  const answered = [...bareIds].filter(([, build]) => build === versionId).map(([bare]) => bare);
  const own = (bareIds.get(versionId) ?? versionId) === versionId ? [versionId] : [];
  return [...new Set([...own, ...answered])];
}

interface RouteCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
}

interface ParentRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly sectionName?: string;
}

interface RouteParent {
  readonly parentRef?: ParentRef;
  readonly conditions?: readonly RouteCondition[];
}

/** What every parent has accepted; until then the blocker. */
export function observeRoutes(
  routes: readonly DeploymentResource[],
  versionOfService: ReadonlyMap<string, string>,
  now: number,
): Known<ObservedSplit> {
  if (routes.length === 0) return { unknown: 'there is no HTTPRoute yet' };
  const weights: Record<string, number> = {};
  for (const route of routes) {
    const blocker = parentBlocker(route);
    if (blocker !== undefined) return { unknown: blocker };
    for (const { backendRefs = [], matches = [] } of rulesOf(route)) {
      const isShared = matches.every(({ headers = [] }) => headers.length === 0);
      if (!isShared) continue;
      for (const { name, weight = 1 } of backendRefs) {
        const version = versionOfService.get(name);
        if (version === undefined) return { unknown: `the route leads to ${name}, which is no version's Service` };
        weights[version] = backendRefs.length === 1 ? 100 : weight;
      }
    }
  }
  const { generation } = routes[0]?.metadata ?? {};
  return { value: { weights, ...(generation !== undefined && { generation }) }, at: now };
}

function rulesOf(route: DeploymentResource): readonly {
  readonly matches?: readonly { readonly headers?: readonly unknown[] }[];
  readonly backendRefs?: readonly { readonly name: string; readonly weight?: number }[];
}[] {
  return (route.spec as { rules?: never[] }).rules ?? [];
}

function parentBlocker({ metadata, spec, status }: DeploymentResource): string | undefined {
  const wanted = (spec as { parentRefs?: readonly ParentRef[] }).parentRefs ?? [];
  const parents = (status as { parents?: readonly RouteParent[] } | undefined)?.parents ?? [];
  const keyOf = ({ name, namespace = metadata.namespace, sectionName = '' }: ParentRef): string =>
    `${namespace}/${name}/${sectionName}`;
  for (const ref of wanted) {
    const { name } = ref;
    const parent = parents.find(({ parentRef }) => parentRef && keyOf(parentRef) === keyOf(ref));
    for (const type of ['Accepted', 'ResolvedRefs']) {
      const condition = parent?.conditions?.find((one) => one.type === type);
      if (!condition) return `Gateway ${name} has not reported whether it takes HTTPRoute ${metadata.name}`;
      // What was reported of an older route, or of nobody knows which, means nothing of this one.
      if (condition.observedGeneration !== metadata.generation)
        return `Gateway ${name} has not looked at the last change of HTTPRoute ${metadata.name}`;
      if (condition.status !== 'True')
        return `Gateway ${name}: ${condition.reason ?? type} ${condition.message ?? ''}`.trim();
    }
  }
  return undefined;
}

/** What a Gateway says that refuses a route as it is now; undefined while none does. */
export function refusedRoute(routes: readonly DeploymentResource[]): string | undefined {
  for (const { metadata, status } of routes) {
    const { parents = [] } = (status ?? {}) as { parents?: readonly RouteParent[] };
    for (const { parentRef, conditions = [] } of parents) {
      const refused = conditions.find(
        ({ type, status: answer, observedGeneration }) =>
          (type === 'Accepted' || type === 'ResolvedRefs') &&
          answer === 'False' &&
          observedGeneration === metadata.generation,
      );
      if (refused)
        return `Gateway ${parentRef?.name ?? ''}: ${refused.reason ?? refused.type} ${refused.message ?? ''}`.trim();
    }
  }
  return undefined;
}
