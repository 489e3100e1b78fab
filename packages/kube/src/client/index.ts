/**
 * @module
 * The verbs of the Kubernetes API for any kind: live reads, writes, subresources.
 *
 * Every call is one request (and its safe repeats); nothing is remembered between calls. What is
 * read often is read from a cache instead.
 */
export type { JsonPatchOperation } from '@slipway/apimachinery/json-patch';
export { type ObjectRef, refOf } from '@slipway/apimachinery/references';
export { createLiveReader, type ListOptions, type LiveReader, type Page } from './live.ts';
export {
  type CallOptions,
  type DeleteOptions,
  describeObject,
  isNotFoundOf,
  type Patch,
  type WriteOptions,
} from './request.ts';
export {
  type ApplyOptions,
  createWriter,
  type DeleteManyOptions,
  type Subresource,
  type Writer,
} from './writes.ts';
