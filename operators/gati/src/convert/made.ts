import type { CustomResource } from '@gati-framework/contracts/deployment';
import type { JsonObject } from '@slipway/crd/schema';
import { WorkloadError } from '@slipway/workloads';
import { builtInObjects } from '../manifests/index.ts';
import { handlerSelector } from '../names/index.ts';
import { ManifestGenerator } from '../standalone/index.ts';
import type { GatiHandlerSpec } from '../types/index.ts';

/** What the operator makes of a resource that has all of the weight. */
export interface Made {
  readonly objects: Readonly<Partial<Record<MadeKind, JsonObject>>>;
  /** Why nothing can be made of it. */
  readonly problems: readonly string[];
}

export type MadeKind =
  | 'Deployment'
  | 'Service'
  /** The Service of a handler that stays while versions change. */
  | 'StableService'
  | 'ConfigMap'
  | 'HorizontalPodAutoscaler'
  | 'ScaledObject'
  | 'PodDisruptionBudget'
  | 'NetworkPolicy';

const KINDS = [
  'Deployment',
  'Service',
  'ConfigMap',
  'HorizontalPodAutoscaler',
  'ScaledObject',
  'PodDisruptionBudget',
  'NetworkPolicy',
] as const;

const generator = new ManifestGenerator();

export function madeOf(resource: JsonObject): Made {
  const given = resource as unknown as CustomResource;
  try {
    const objects = KINDS.map((kind) => [kind, generator[`generate${kind}`](given)] as const);
    const all = resource['kind'] === 'GatiHandler' ? [...objects, ['StableService', stableOf(given)]] : objects;
    return { objects: Object.fromEntries(all.filter(([, object]) => object !== null)), problems: [] };
  } catch (error) {
    if (!(error instanceof WorkloadError)) throw error;
    return { objects: {}, problems: error.problems.map(({ field, message }) => `${field} ${message}`) };
  }
}

function stableOf({ metadata, spec }: CustomResource): unknown {
  const { port, service } = spec as GatiHandlerSpec;
  const selector = handlerSelector(metadata.name);
  return builtInObjects.handler({ handler: metadata, selector, port, service }).at(0) ?? null;
}
