/**
 * @module
 * One Kubernetes cluster: connect to it, say what a kind is, read caches, apply. Parts to be used alone have
 * entries of their own, and so have the built-in kinds.
 */

export { type Clock, realClock, type Timer } from '@slipway/apimachinery/clock';
export type { ObjectRef } from '@slipway/apimachinery/references';
export type { Applier } from './apply/index.ts';
export type { Cache, CacheEvent, CacheOptions } from './cache/index.ts';
export { type Client, type Cluster, type ConnectOptions, connect } from './cluster/index.ts';
export { type InstallableDefinition, type InstallDefinitionOptions, installDefinition } from './definitions/index.ts';
export { isKubeError, KubeError, type KubeErrorCode } from './errors.ts';
export {
  type AnyKind,
  type AnyObject,
  type CustomObject,
  type DeepReadonly,
  defineKind,
  type Kind,
  type MetadataObject,
  type ObjectMeta,
  type ObjectOf,
  type OwnerReference,
} from './kinds/index.ts';
export { createLogger, type Logger, silentLogger } from './log/index.ts';
