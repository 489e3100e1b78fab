import { refOf } from '@slipway/apimachinery/references';
import type { AnyKind, AnyObject, Cluster, DeepReadonly, ObjectRef } from '@slipway/kube';
import { labelValueOf } from '@slipway/workloads/names';
import { type CacheIndex, findByIndex, hasSynced, type ReadModule } from '../cluster/index.ts';
import { LABELS } from '../names/index.ts';
import { GatiModuleKind } from '../types/index.ts';
import { runtimeClassOf } from './observation.ts';

type Module = DeepReadonly<ReadModule>;

/** The name that labels hold of a module: that of a long one is a hash. */
const byLabelValue: CacheIndex<Module> = {
  name: 'label value',
  valuesOf: ({ metadata: { name } }) => [labelValueOf(name)],
};

const byRuntimeClass: CacheIndex<Module> = {
  name: 'runtime class',
  valuesOf: (module) => [runtimeClassOf(module) ?? []].flat(),
};

/** The module that an object was made for. */
export function modulesOf({ metadata }: DeepReadonly<AnyObject>, cluster: Cluster): ObjectRef[] {
  const { namespace = '', labels } = metadata ?? {};
  const value = labels?.[LABELS.module];
  if (value === undefined) return [];
  const [module] = found(cluster, namespace, byLabelValue, value).filter((one) => one.metadata.namespace === namespace);
  return [module ? refOf(module) : { namespace, name: value }];
}

/** The modules of all watched namespaces that run by this RuntimeClass; `watched` is one of these, where not all are. */
export function modulesUsing(runtimeClass: string, cluster: Cluster, watched: string | undefined): ObjectRef[] {
  return found(cluster, watched, byRuntimeClass, runtimeClass).map(refOf);
}

function found(
  cluster: Cluster,
  namespace: string | undefined,
  index: CacheIndex<Module>,
  value: string,
): readonly Module[] {
  const kind = GatiModuleKind as AnyKind;
  return hasSynced(cluster, kind, namespace) ? (findByIndex(cluster, kind, namespace, index, [value]) ?? []) : [];
}
