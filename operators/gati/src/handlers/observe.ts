import type { Instant, Known, Ref } from '@gati-framework/contracts/deployment';
import type { Measurement } from '@slipway/delivery';
import {
  type ClusterPort,
  type ClusterReads,
  type CompetingReads,
  competingWithoutIndex,
  type ReadHandler,
  type ReadVersion,
  type Seen,
} from '../cluster/index.ts';
import type { Judges } from '../compatibility/index.ts';
import { type DrainSample, foreignReason } from '../decommission/index.ts';
import { ANNOTATIONS, handlerSelector, LABELS, versionKey, versionObjectName } from '../names/index.ts';
import { isOperatorAuthored, type Link } from '../records/index.ts';
import { rolloutIn } from '../rollouts/index.ts';
import { type PresentScaler, scalerFailure } from '../scaling/index.ts';
import { baseOf } from './base.ts';
import { judged, type Unjudged } from './judge.ts';
import type { HandlerObservation } from './observation.ts';
import { observeRoute, sharedPath } from './observe-route.ts';

export interface ObserveInput {
  readonly port: ClusterPort;
  readonly competing: CompetingReads;
  readonly handler: ReadHandler;
  /** Records that count, oldest first. */
  readonly records: readonly ReadVersion[];
  readonly disagreements: HandlerObservation['disagreements'];
  readonly links: ReadonlyMap<string, Link>;
  readonly targetId: string;
  readonly templateHash: string;
  readonly judges: Judges;
  readonly sampleOf: (record: ReadVersion) => DrainSample | undefined;
  readonly gates: Readonly<Record<string, Known<readonly Measurement[]>>>;
  readonly isLive: boolean;
  readonly since: Instant;
  readonly now: Instant;
}

/** Reads everything that a decision about a handler needs. */
export async function observe(input: ObserveInput): Promise<HandlerObservation> {
  const { port, handler, records, isLive } = input;
  const reads: ClusterReads = isLive ? port.live : port;
  const { name, namespace } = handler.metadata;
  const pods = await reads.list('Pod', namespace, { ...handlerSelector(name) });
  const seen = await Promise.all(records.map((record) => versionObservation(input, reads, record, pods)));
  const versions = await judged(input, seen);
  const shared = await sharedPath(input.competing, handler);
  const base = baseOf(handler, versions, rolloutIn(handler.status));
  return {
    handler,
    versions,
    target: versions.find(({ id }) => id === input.targetId),
    disagreements: [...input.disagreements, ...(shared ? [shared] : [])],
    route: await observeRoute(reads, port, input.competing, handler, versions, base, input.now),
    gates: input.gates,
    isKedaInstalled: port.serves('ScaledObject'),
    canMonitor: port.serves('ServiceMonitor'),
    isLive,
    refusals: {},
    since: input.since,
    now: input.now,
  };
}

async function versionObservation(
  { handler, port, competing, links, templateHash, targetId, sampleOf, isLive }: ObserveInput,
  reads: ClusterReads,
  record: ReadVersion,
  pods: readonly Seen[],
): Promise<Unjudged> {
  const { name, namespace } = handler.metadata;
  const { versionId, template, deploymentName, serviceName } = record.spec;
  const isOwn = template !== undefined || deploymentName === undefined;
  const objectName = versionObjectName(name, versionId);
  const named = isOwn ? objectName : (deploymentName ?? objectName);
  const key = versionKey(name, versionId);
  const [deployment, hpa, scaledObject, budget, service, config] = await Promise.all([
    reads.get('Deployment', namespace, named),
    isOwn ? reads.get('HorizontalPodAutoscaler', namespace, objectName) : null,
    isOwn && port.serves('ScaledObject') ? reads.get('ScaledObject', namespace, objectName) : null,
    isOwn ? reads.get('PodDisruptionBudget', namespace, objectName) : null,
    reads.get('Service', namespace, isOwn ? objectName : (serviceName ?? objectName)),
    isOwn ? reads.get('ConfigMap', namespace, objectName) : null,
  ]);
  const hash = record.metadata.annotations?.[ANNOTATIONS.templateHash];
  const sample = sampleOf(record);
  const link = links.get(record.metadata.name);
  const foreign = isOwn
    ? undefined
    : await foreignBy(isLive ? competingWithoutIndex(reads) : competing, record, [deployment, service]);
  return {
    id: versionId,
    record,
    createdAt: Date.parse(record.metadata.creationTimestamp ?? '') || 0,
    isOperatorAuthored: isOperatorAuthored(record, handler),
    templateHash: hash ?? (versionId === targetId ? templateHash : versionId),
    deploymentName: named,
    serviceName: isOwn ? objectName : (serviceName ?? objectName),
    servicePort: template?.port ?? portOf(service) ?? handler.spec.port,
    workload: {
      deployment,
      pods: isOwn
        ? pods.filter(({ metadata }) => metadata.labels?.[LABELS.versionKey] === key)
        : await podsOf(reads, deployment),
    },
    scalers: [...scalerOf('hpa', hpa), ...scalerOf('keda', scaledObject)],
    scalerRefs: refsOf([scaledObject, hpa]),
    otherRefs: refsOf([budget, service, config]),
    link: { reason: link?.reason ?? 'Linked', message: `It is a version of GatiHandler ${name}.` },
    ...(sample && { sample }),
    isReferring: !isOwn,
    ...(foreign !== undefined && { foreign }),
  };
}

/** Records of other handlers may name the same workload. */
async function foreignBy(
  competing: CompetingReads,
  record: ReadVersion,
  objects: readonly (Seen | null)[],
): Promise<string | undefined> {
  const { deploymentName = '', serviceName = '' } = record.spec;
  return foreignReason(
    record,
    await competing.naming(record.metadata.namespace, [deploymentName, serviceName]),
    objects.map((object) => object ?? undefined),
  );
}

/** The pods of a Deployment that another client made, by its own selector; without labels to go by, none are known. */
async function podsOf(reads: ClusterReads, deployment: Seen | null): Promise<Seen[]> {
  const { matchLabels } =
    (deployment?.spec as { selector?: { matchLabels?: Record<string, string> } } | undefined)?.selector ?? {};
  return deployment && matchLabels ? reads.list('Pod', deployment.metadata.namespace, matchLabels) : [];
}

function portOf(service: Seen | null): number | undefined {
  return (service?.spec as { ports?: readonly { port: number }[] } | undefined)?.ports?.[0]?.port;
}

function scalerOf(kind: PresentScaler['kind'], object: Seen | null): PresentScaler[] {
  if (!object) return [];
  const failure = scalerFailure(kind, object.status);
  return [{ kind, bounds: boundsOf(object), ...(failure !== undefined && { failure }) }];
}

interface Bounded {
  readonly minReplicas?: number;
  readonly maxReplicas?: number;
  readonly minReplicaCount?: number;
  readonly maxReplicaCount?: number;
}

/** As an HPA and as a ScaledObject say them; KEDA's own limit is 100. */
function boundsOf({ spec }: Seen): NonNullable<PresentScaler['bounds']> {
  const { minReplicas, maxReplicas, minReplicaCount, maxReplicaCount } = (spec ?? {}) as Bounded;
  return maxReplicas === undefined
    ? { min: minReplicaCount ?? 0, max: maxReplicaCount ?? 100 }
    : { min: minReplicas ?? 1, max: maxReplicas };
}

function refsOf(objects: readonly (Seen | null)[]): Ref[] {
  return objects.flatMap((object) => {
    if (!object) return [];
    const { namespace, name, uid } = object.metadata;
    return [{ kind: object.kind, namespace, name, ...(uid !== undefined && { uid }) }];
  });
}
