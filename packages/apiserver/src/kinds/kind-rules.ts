import { withDefaults } from '../defaults/index.ts';
import type { JsonObject, KubeObject } from '../objects/index.ts';
import { apiVersion, type Resource } from '../resources/index.ts';
import { builtInType, type Type } from '../schemas/index.ts';
import type { FieldError } from '../status/index.ts';
import type { Store } from '../store/index.ts';
import { kindErrors } from './checks.ts';
import { definitionRules } from './custom-resource-definition.ts';
import { daemonSetRules } from './daemon-set.ts';
import { emptyAsNull } from './empty-list.ts';
import { endpointSliceRules } from './endpoint-slice.ts';
import { jobRules } from './job.ts';
import { namespaceRules } from './namespace.ts';
import { podRules } from './pod.ts';
import { podWarnings } from './pod-warnings.ts';
import { secretRules } from './secret.ts';
import { serviceRules } from './service.ts';
import { claimRules, volumeRules } from './volume.ts';

/** What a kind may look at beside the object itself. */
export interface World {
  readonly store: Store;
  readonly random: () => number;
  readonly namespace: string;
  readonly dryRun: boolean;
}

/** What one kind does beyond the rules that all kinds share. Every hook is optional and pure. */
export interface KindRules {
  /** What holds for every stored object of the kind, whichever way it was written. */
  canonicalize?(object: KubeObject): KubeObject;
  /** What a client is taken to have sent too; it owns that like the rest (K-78). */
  default?(object: KubeObject, old?: KubeObject): KubeObject;
  /** The object with what the server gives out to it: addresses, ports. Claims hold until it is stored. */
  allocate?(object: KubeObject, old: KubeObject | undefined, world: World): KubeObject;
  /** The object as it is first stored. */
  prepareCreate?(object: KubeObject): KubeObject;
  /** The object as it is stored after a change of its main resource. */
  prepareUpdate?(object: KubeObject, old: KubeObject): KubeObject;
  /** The object as it is stored after a change of its status at `time`. */
  prepareStatus?(object: KubeObject, old: KubeObject, time: string): KubeObject;
  /** What is wrong with an object; `old` is what it replaces, `subresource` the way in which it came. */
  validate?(object: KubeObject, old?: KubeObject, subresource?: string): FieldError[];
  /** What may not change. */
  validateUpdate?(object: KubeObject, old: KubeObject): FieldError[];
  /** What the writer should know although it is no error (K-15). */
  warnings?(object: KubeObject, old?: KubeObject): readonly string[];
  /**
   * How many seconds a deletion may take, for kinds that end in their own time; undefined for kinds
   * that go at once. `asked` is what the request wants.
   */
  gracePeriodSeconds?(object: KubeObject, asked: number | undefined): number;
  /** The object with the mark of its deletion, for kinds that do not end in the common way. */
  markDeletion?(object: KubeObject, deletionTimestamp: string): KubeObject;
  /** Whether something beside finalizers and a grace period keeps the object in deletion. */
  isHeld?(object: KubeObject): boolean;
}

const RULES: Readonly<Record<string, KindRules>> = {
  namespaces: namespaceRules,
  pods: podRules,
  secrets: secretRules,
  services: serviceRules,
  persistentvolumeclaims: claimRules,
  persistentvolumes: volumeRules,
  'daemonsets.apps': daemonSetRules,
  'jobs.batch': jobRules,
  'endpointslices.discovery.k8s.io': endpointSliceRules,
  'roles.rbac.authorization.k8s.io': { canonicalize: emptyAsNull('rules') },
  'clusterroles.rbac.authorization.k8s.io': { canonicalize: emptyAsNull('rules') },
  'customresourcedefinitions.apiextensions.k8s.io': definitionRules,
};

const NO_RULES: KindRules = {};
/** Shared by all clusters of the process: rules of built-in kinds never change. */
const complete = new Map<string, KindRules>();

export function kindRules(resource: Resource): KindRules {
  if (resource.custom) return NO_RULES;
  let rules = complete.get(resource.collection);
  if (!rules) complete.set(resource.collection, (rules = completeRules(resource)));
  return rules;
}

/** What a kind has of its own, with the defaults of its type and the checks of its family. */
function completeRules(resource: Resource): KindRules {
  const own = RULES[resource.collection] ?? NO_RULES;
  const type = storedType(resource);
  return {
    ...own,
    default: (object, old) => {
      const named = own.default?.(object, old) ?? object;
      return type ? (withDefaults(named as unknown as JsonObject, type) as unknown as KubeObject) : named;
    },
    warnings: (object, old) => [
      ...(own.warnings?.(object, old) ?? []),
      ...podWarnings(resource.collection, object, old),
    ],
    validate: (object, old, subresource) => [
      ...(own.validate?.(object, old, subresource) ?? []),
      ...kindErrors(resource.collection, object, old, subresource),
    ],
  };
}

/** The type in which the objects of a kind are stored: that of its preferred version. */
function storedType({ collection, group, kind, versions }: Resource): Type | undefined {
  if (collection === 'events') return builtInType('v1', 'Event');
  const preferred = versions[0];
  return preferred && builtInType(apiVersion(group, preferred.version), kind);
}
