import type { DeploymentResource, Ref, TargetStatus } from '@gati-framework/contracts/deployment';
import { describeRef } from '../resources/index.ts';

export interface Health {
  readonly health: TargetStatus['health'];
  /** Why it is not healthy. */
  readonly message?: string;
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const HEALTHY: Health = { health: 'Healthy' };
const progressing = (message: string): Health => ({ health: 'Progressing', message });
const degraded = (message: string): Health => ({ health: 'Degraded', message });

/** How an object stands. One whose controller has not looked at its newest spec is in progress, whatever it says. */
export function healthOf(resource: DeploymentResource): Health {
  const spec = (resource.spec ?? {}) as Fields;
  const status = (resource.status ?? {}) as Fields;
  if (resource.metadata.deletionTimestamp !== undefined) return progressing('is being deleted');
  const { observedGeneration } = status;
  if (typeof observedGeneration === 'number' && observedGeneration < (resource.metadata.generation ?? 0)) {
    return progressing('its controller has not seen its newest spec');
  }
  const conditions = (Array.isArray(status['conditions']) ? status['conditions'] : []) as readonly Condition[];
  return (JUDGES[resource.kind] ?? byConditions)(spec, status, conditions);
}

type Judge = (spec: Fields, status: Fields, conditions: readonly Condition[]) => Health;

const JUDGES: Readonly<Record<string, Judge>> = {
  Deployment(spec, status, conditions) {
    const late = conditions.find(({ type, reason }) => type === 'Progressing' && reason === 'ProgressDeadlineExceeded');
    if (late) return degraded(late.message ?? 'its rollout exceeded its deadline');
    return replicas(wanted(spec), status, ['updatedReplicas', 'availableReplicas']);
  },
  StatefulSet: (spec, status) => replicas(wanted(spec), status, ['updatedReplicas', 'readyReplicas']),
  DaemonSet: (_spec, status) =>
    replicas(count(status['desiredNumberScheduled']), status, ['updatedNumberScheduled', 'numberAvailable']),
  Job(_spec, _status, conditions) {
    const failed = conditions.find(({ type, status }) => type === 'Failed' && status === 'True');
    if (failed) return degraded(failed.message ?? 'it failed');
    return isTrue(conditions, 'Complete') ? HEALTHY : progressing('it runs');
  },
  PersistentVolumeClaim: (_spec, status) => (status['phase'] === 'Bound' ? HEALTHY : progressing('it is not bound')),
  Pod(_spec, status, conditions) {
    if (status['phase'] === 'Failed') return degraded('it failed');
    return status['phase'] === 'Succeeded' || isTrue(conditions, 'Ready') ? HEALTHY : progressing('it is not ready');
  },
};

/** Of kinds that have no judge: what `Ready` or `Available` says; an object without either is what it is. */
function byConditions(_spec: Fields, _status: Fields, conditions: readonly Condition[]): Health {
  const failed = conditions.find(
    ({ type, status }) => ['Failed', 'Degraded', 'Stalled'].includes(type) && status === 'True',
  );
  if (failed) return degraded(failed.message ?? failed.reason ?? failed.type);
  const ready = conditions.find(({ type }) => type === 'Ready' || type === 'Available');
  if (!ready || ready.status === 'True') return HEALTHY;
  return progressing(ready.message || ready.reason || `${ready.type} is ${ready.status}`);
}

function replicas(want: number, status: Fields, fields: readonly string[]): Health {
  // Before its controller has written anything there is nothing to count.
  if (status['observedGeneration'] === undefined) return progressing('its controller has not looked at it');
  const behind = fields.find((field) => count(status[field]) < want);
  return behind === undefined ? HEALTHY : progressing(`${behind} is ${count(status[behind])} of ${want}`);
}

const wanted = (spec: Fields): number => (spec['replicas'] === undefined ? 1 : count(spec['replicas']));
const count = (value: unknown): number => (typeof value === 'number' ? value : 0);
const isTrue = (conditions: readonly Condition[], type: string): boolean =>
  conditions.some((condition) => condition.type === type && condition.status === 'True');

/** Of an object that should be there, with its name in the message. */
export function healthOfMember(ref: Ref, resource: DeploymentResource | null): Health {
  if (!resource) return { health: 'Missing', message: `${describeRef(ref)} is not there` };
  const { health, message } = healthOf(resource);
  return message === undefined ? { health } : { health, message: `${describeRef(ref)}: ${message}` };
}

const ORDER: readonly TargetStatus['health'][] = ['Missing', 'Degraded', 'Progressing', 'Healthy'];

/** The health of a set is that of its worst member. */
export function worstHealth(members: readonly Health[]): Health {
  return members.toSorted((a, b) => ORDER.indexOf(a.health) - ORDER.indexOf(b.health))[0] ?? HEALTHY;
}
