import type { JsonObject } from '@slipway/crd/schema';
import { LABELS, MANAGER } from '../names/index.ts';
import { containsAll, isEmpty, objectAt, textAt, textsAt } from './fields.ts';

/** A Deployment and what belongs to it. */
export interface Group {
  readonly deployment: JsonObject;
  /** Of the pods, in the order in which they came. */
  readonly services: readonly JsonObject[];
  readonly scaler?: JsonObject;
  readonly budget?: JsonObject;
  readonly policy?: JsonObject;
  /** Of the namespace: values that variables take from them. */
  readonly configMaps: readonly JsonObject[];
}

export interface Grouping {
  readonly groups: readonly Group[];
  /** Objects that belong to no Deployment. */
  readonly others: readonly JsonObject[];
}

/** Which Services, scalers, budgets and policies are whose. */
export function groupsIn(objects: readonly JsonObject[]): Grouping {
  const deployments = objects.filter(({ kind }) => kind === 'Deployment');
  const taken = new Set<JsonObject>(deployments);
  const groups = deployments.map((deployment): Group => {
    const near = objects.filter((object) => namespaceOf(object) === namespaceOf(deployment));
    const take = (kind: string, belongs: (object: JsonObject) => boolean): JsonObject[] => {
      const found = near.filter((object) => object['kind'] === kind && !taken.has(object) && belongs(object));
      for (const object of found) taken.add(object);
      return found;
    };
    const podLabels = textsAt(deployment, 'spec', 'template', 'metadata', 'labels');
    const selects =
      (...path: readonly string[]) =>
      (object: JsonObject): boolean => {
        const wanted = objectAt(object, ...path);
        return !isEmpty(wanted) && containsAll(podLabels, textsAt(wanted));
      };
    const services = take('Service', (object) => selects('spec', 'selector')(object) || isStableOf(object, podLabels));
    const [scaler] = [
      ...take('HorizontalPodAutoscaler', (object) => scales(object, deployment)),
      ...take('ScaledObject', (object) => scales(object, deployment)),
    ];
    const [budget] = take('PodDisruptionBudget', selects('spec', 'selector', 'matchLabels'));
    const [policy] = take('NetworkPolicy', selects('spec', 'podSelector', 'matchLabels'));
    return {
      deployment,
      services,
      ...(scaler && { scaler }),
      ...(budget && { budget }),
      ...(policy && { policy }),
      configMaps: near.filter(({ kind }) => kind === 'ConfigMap'),
    };
  });
  return { groups, others: objects.filter((object) => !taken.has(object)) };
}

/** Whatever pods a handler's stable Service selects at the moment, it is that of all of its versions. */
function isStableOf(service: JsonObject, podLabels: Readonly<Record<string, string>>): boolean {
  const handler = textAt(service, 'metadata', 'labels', LABELS.handler);
  return isGenerated(service) && handler !== undefined && handler === podLabels[LABELS.handler];
}

function scales(scaler: JsonObject, deployment: JsonObject): boolean {
  const { kind, name } = objectAt(scaler, 'spec', 'scaleTargetRef');
  return (kind ?? 'Deployment') === 'Deployment' && name === nameOf(deployment);
}

/** Whether the operator made it. */
export const isGenerated = (object: JsonObject): boolean =>
  textAt(object, 'metadata', 'labels', LABELS.managedBy) === MANAGER;

export const kindOf = (object: JsonObject): string => textAt(object, 'kind') ?? '';

export const nameOf = (object: JsonObject): string => textAt(object, 'metadata', 'name') ?? '';

export const namespaceOf = (object: JsonObject): string => textAt(object, 'metadata', 'namespace') ?? '';
