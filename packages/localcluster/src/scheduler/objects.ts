import type { DeepReadonly, ObjectOf } from '@slipway/kube';
import type {
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  StorageClass,
} from '@slipway/kube/kinds';

export type PodObject = DeepReadonly<ObjectOf<typeof Pod>>;
export type NodeObject = DeepReadonly<ObjectOf<typeof Node>>;
export type Budget = DeepReadonly<ObjectOf<typeof PodDisruptionBudget>>;
export type Claim = DeepReadonly<ObjectOf<typeof PersistentVolumeClaim>>;
export type Volume = DeepReadonly<ObjectOf<typeof PersistentVolume>>;
export type VolumeClass = DeepReadonly<ObjectOf<typeof StorageClass>>;
export type PodSpec = NonNullable<PodObject['spec']>;
export type Labels = Readonly<Record<string, string>>;
