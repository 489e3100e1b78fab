import { groupVersionOf } from '@slipway/apimachinery/references';
import { loadEngine } from '../custom/index.ts';
import { ApiServerError } from '../errors.ts';
import type { KubeObject } from '../objects/index.ts';
import { createObject, type Kernel, type Target } from '../operations/index.ts';
import { notFound } from '../status/index.ts';
import { keyOf } from '../store/index.ts';

const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

/** An object as clients write it. */
export interface InitialObject extends KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
}

/** In the order given: a namespace before what is in it, a definition before objects of its kind. */
export async function seedObjects(kernel: Kernel, objects: readonly InitialObject[]): Promise<void> {
  for (const object of objects) {
    try {
      await seedObject(kernel, object);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new ApiServerError('APISERVER_START', `The server cannot begin with ${titleOf(object)}: ${why}`, {
        cause: error,
      });
    }
  }
}

async function seedObject(kernel: Kernel, { apiVersion, kind, ...object }: InitialObject): Promise<void> {
  const target = targetOf(kernel, apiVersion, kind, object.metadata.namespace);
  const { resource, namespace } = target;
  if (resource.namespaced) {
    if (namespace === undefined) throw new Error('metadata.namespace is missing, and the kind is namespaced.');
    if (!kernel.store.get('namespaces', keyOf(undefined, namespace))) {
      throw notFound({ group: '', plural: 'namespaces' }, namespace);
    }
  } else if (namespace !== undefined) throw new Error('metadata.namespace is set, and the kind is not namespaced.');

  if (resource.collection !== DEFINITIONS) {
    createObject(kernel, target, object);
    return;
  }
  await loadEngine();
  createObject(kernel, target, object);
  // Its names are granted after the write: the next object may be one of its kind.
  await Promise.resolve();
}

function targetOf({ registry }: Kernel, apiVersion: string, kind: string, namespace: string | undefined): Target {
  const { group, version } = groupVersionOf(apiVersion);
  for (const resource of registry.resources()) {
    const served = resource.versions.find((one) => one.version === version);
    if (served && resource.group === group && resource.kind === kind) return { resource, served, namespace };
  }
  throw new Error(`${apiVersion} has no such kind.`);
}

const titleOf = ({ kind, metadata: { name = '', namespace } }: InitialObject): string =>
  `${kind} "${namespace === undefined ? '' : `${namespace}/`}${name}"`;
