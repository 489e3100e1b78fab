import type * as core from 'kubernetes-types/core/v1.js';
import { canonical, type Draft } from '../manifests/index.ts';
import type { Labels, Pod, Scheduling, TopologySpread } from '../model/index.ts';
import { checkLabels, checkTwins, checkWhole, MANY, quote, type Report } from '../report/index.ts';
import { type Needs, needsOf } from './hardware.ts';

/** Nodes that are lost: the taints that evict pods from them. */
const LOST = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

type PlacementFields = Pick<
  core.PodSpec,
  'nodeSelector' | 'affinity' | 'tolerations' | 'runtimeClassName' | 'priorityClassName' | 'topologySpreadConstraints'
>;

/** Where the pods may run: what the author says, then what devices need. Nothing is set that nobody asked for. */
export function placementOf(pod: Pod, selector: Labels, field: string, report: Report): Draft<PlacementFields> {
  const { scheduling = {} } = pod;
  const needs = needsOfPod(pod);
  checkPlacement(pod, field, report);
  const nodeSelector = joined(scheduling.nodeSelector, needs, field, report);
  return {
    nodeSelector: Object.keys(nodeSelector).length > 0 ? nodeSelector : undefined,
    affinity: affinityOf(scheduling.affinity, needs),
    tolerations: tolerationsOf(scheduling, needs),
    runtimeClassName: runtimeClassOf(scheduling, needs, field, report),
    priorityClassName: scheduling.priorityClassName,
    topologySpreadConstraints: scheduling.topologySpread?.map((spread) => spreadOf(spread, selector)),
  };
}

/** Devices and such that the first container gets. */
export function deviceResources(pod: Pod): Labels {
  return Object.assign({}, ...needsOfPod(pod).map(({ resources }) => resources)) as Labels;
}

function needsOfPod({ hardware = {}, scheduling = {} }: Pod): readonly Needs[] {
  const terms = scheduling.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const declared = new Set([
    ...Object.keys(scheduling.nodeSelector ?? {}),
    ...(terms ?? []).flatMap(({ matchExpressions = [] }) => matchExpressions.map(({ key }) => key)),
  ]);
  return needsOf(hardware, (key) => declared.has(key));
}

function joined(given: Labels = {}, needs: readonly Needs[], field: string, report: Report): Labels {
  const selector: Record<string, string> = { ...given };
  for (const [key, value] of needs.flatMap(({ nodeSelector }) => Object.entries(nodeSelector))) {
    const other = (selector[key] ??= value);
    if (other !== value)
      report(
        'WORKLOAD_PLACEMENT',
        `${field}.scheduling.nodeSelector[${key}]`,
        `is ${quote(other)} and ${quote(value)} at once; no node has both: leave one out`,
      );
  }
  return selector;
}

/** The terms of the author are alternatives, so what devices need goes into each of them. */
function affinityOf(given: core.Affinity | undefined, needs: readonly Needs[]): Draft<core.Affinity> | undefined {
  const needed = needs.flatMap(({ nodeAffinity }) =>
    nodeAffinity ? [{ key: nodeAffinity.key, operator: 'In' as const, values: [...nodeAffinity.values] }] : [],
  );
  if (needed.length === 0) return given;
  const terms = given?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [{}];
  return {
    ...given,
    nodeAffinity: {
      ...given?.nodeAffinity,
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: terms.map((term) => ({
          ...term,
          matchExpressions: [...(term.matchExpressions ?? []), ...needed],
        })),
      },
    },
  };
}

function tolerationsOf(scheduling: Scheduling, needs: readonly Needs[]): core.Toleration[] | undefined {
  const { tolerations = [], nodeFailureTolerationSeconds } = scheduling;
  const ofDevices = needs
    .flatMap((need) => need.tolerations)
    .filter(({ key, effect }) => !tolerations.some((given) => tolerates(given, key, effect)));
  const ofLostNodes =
    nodeFailureTolerationSeconds === undefined
      ? []
      : LOST.map((key) => ({
          key,
          operator: 'Exists' as const,
          effect: 'NoExecute' as const,
          tolerationSeconds: nodeFailureTolerationSeconds,
        }));
  const all = [...tolerations, ...ofDevices, ...ofLostNodes];
  const texts = all.map((toleration) => JSON.stringify(canonical(toleration)));
  const unique = all.filter((_, index) => texts.indexOf(texts[index] ?? '') === index);
  return unique.length > 0 ? unique : undefined;
}

const tolerates = (given: core.Toleration, key: string | undefined, effect: string | undefined): boolean =>
  given.key === key && (given.effect === undefined || given.effect === effect);

function runtimeClassOf(
  { runtimeClassName }: Scheduling,
  needs: readonly Needs[],
  field: string,
  report: Report,
): string | undefined {
  const needed = needs.find((need) => need.runtimeClassName !== undefined)?.runtimeClassName;
  if (runtimeClassName !== undefined && needed !== undefined && runtimeClassName !== needed)
    report(
      'WORKLOAD_PLACEMENT',
      `${field}.scheduling.runtimeClassName`,
      `is ${quote(runtimeClassName)}, but the hardware needs ${quote(needed)}; leave it out`,
    );
  return runtimeClassName ?? needed;
}

function spreadOf(spread: TopologySpread, selector: Labels): Draft<core.TopologySpreadConstraint> {
  return {
    topologyKey: spread.topologyKey,
    maxSkew: spread.maxSkew ?? 1,
    whenUnsatisfiable: spread.whenUnsatisfiable ?? 'ScheduleAnyway',
    labelSelector: { matchLabels: spread.selector ?? selector },
  };
}

function checkPlacement({ scheduling = {}, hardware = {} }: Pod, field: string, report: Report): void {
  const tell = (at: string, message: string): void => report('WORKLOAD_PLACEMENT', `${field}.${at}`, message);
  checkLabels(scheduling.nodeSelector, `${field}.scheduling.nodeSelector`, report);
  checkLabels(hardware.nodeLabels, `${field}.hardware.nodeLabels`, report);
  checkWhole(scheduling.nodeFailureTolerationSeconds, [0, MANY], 'scheduling.nodeFailureTolerationSeconds', tell);
  scheduling.topologySpread?.forEach(({ maxSkew }, index) => {
    checkWhole(maxSkew, [1, MANY], `scheduling.topologySpread[${index}].maxSkew`, tell);
  });
  const spreads = (scheduling.topologySpread ?? []).map(
    (one) => `${one.topologyKey} ${one.whenUnsatisfiable ?? 'ScheduleAnyway'}`,
  );
  checkTwins(spreads, (index) => {
    tell(`scheduling.topologySpread[${index}]`, 'spreads over the same as another; leave one out');
  });
  const { gpu } = hardware;
  checkWhole(gpu?.count, [0, MANY], 'hardware.gpu.count', tell);
  if (gpu?.type !== undefined && gpu.count === 0) tell('hardware.gpu.count', 'is 0 with a type; ask for at least one');
}
