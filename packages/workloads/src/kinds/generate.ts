import { type Problem, WorkloadError } from '../errors.ts';
import {
  canonical,
  checkIdentity,
  type Draft,
  type Manifest,
  type ManifestKind,
  type ManifestOf,
} from '../manifests/index.ts';
import type { Workload } from '../model/index.ts';
import { openNotebook, type Report } from '../report/index.ts';
import { access } from './access.ts';
import { configMaps } from './config-map.ts';
import { deployments } from './deployment.ts';
import { disruptionBudgets } from './disruption-budget.ts';
import { httpRoutes } from './http-route.ts';
import { networkPolicies } from './network-policy.ts';
import { scalers } from './scaler.ts';
import { services } from './service.ts';
import { serviceMonitors } from './service-monitor.ts';
import { statefulSets } from './stateful-set.ts';

/** In the order in which they are applied: what pods need, pods, the way to them, what acts on them. */
const BUILDERS: readonly ((workload: Workload, report: Report) => Draft<Manifest>[])[] = [
  configMaps,
  access,
  deployments,
  statefulSets,
  services,
  scalers,
  disruptionBudgets,
  networkPolicies,
  httpRoutes,
  serviceMonitors,
];

/**
 * All manifests of a workload, in the order in which they are to be applied.
 *
 * **Guarantees**: a pure function. Equal descriptions give equal bytes (`JSON.stringify`), whatever the
 * order of their keys, so a caller may keep results by input. Every pod meets the restricted Pod
 * Security Standard unless `security.standard` names another.
 *
 * **Assumptions**: no other workload of the namespace has the same selector.
 *
 * **Errors**: `WorkloadError` with every problem of the description.
 */
export function manifestsOf(workload: Workload): Manifest[] {
  const { drafts, problems } = build(workload);
  if (problems.length > 0) throw new WorkloadError(`${workload.namespace}/${workload.name}`, problems);
  return drafts.map((draft) => canonical<Manifest>(draft));
}

/** The first manifest of one kind, or undefined where the description gives none. Throws like `manifestsOf`. */
export function manifestOf<Kind extends ManifestKind>(workload: Workload, kind: Kind): ManifestOf<Kind> | undefined {
  return manifestsOf(workload).find((manifest): manifest is ManifestOf<Kind> => manifest.kind === kind);
}

/** Everything that is wrong with a description; nothing is thrown. */
export function problemsOf(workload: Workload): readonly Problem[] {
  return build(workload).problems;
}

function build(workload: Workload): { drafts: Draft<Manifest>[]; problems: readonly Problem[] } {
  const { report, problems } = openNotebook();
  checkIdentity(workload, report);
  return { drafts: BUILDERS.flatMap((builder) => builder(workload, report)), problems };
}
