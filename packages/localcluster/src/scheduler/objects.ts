import type { DeepReadonly, ObjectOf } from '@slipway/kube';
import type {
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  StorageClass,
  Stored,
} from '@slipway/kube/kinds';

export type PodObject = Stored<DeepReadonly<ObjectOf<typeof Pod>>>;
export type NodeObject = Stored<DeepReadonly<ObjectOf<typeof Node>>>;
export type Budget = Stored<DeepReadonly<ObjectOf<typeof PodDisruptionBudget>>>;
export type Claim = Stored<DeepReadonly<ObjectOf<typeof PersistentVolumeClaim>>>;
export type Volume = Stored<DeepReadonly<ObjectOf<typeof PersistentVolume>>>;
export type VolumeClass = Stored<DeepReadonly<ObjectOf<typeof StorageClass>>>;
export type PodSpec = NonNullable<PodObject['spec']>;
export type Labels = Readonly<Record<string, string>>;
