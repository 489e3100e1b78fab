import { apiVersionOf } from '@slipway/apimachinery/references';
import { type AnyKind, type AnyObject, type DeepReadonly, type Stored } from '../kinds/index.ts';
import type { Logger } from '../log/index.ts';
import type { OwnedFieldSets } from './owned-fields.ts';
import { Settler } from './settle.ts';

/** A pure function from an object of the server to the one that is kept. It may change its argument and return it. */
export type Transform<Obj> = (object: Obj) => Obj;

export interface IntakeOptions<Obj> {
  readonly kind: AnyKind;
  readonly metadataOnly: boolean;
  readonly keepManagedFields: boolean;
  readonly transform?: Transform<Obj> | undefined;
  readonly ownedFields: OwnedFieldSets;
  readonly freeze: boolean;
  readonly logger: Logger;
}

/** What is done to every object on its way into a cache. */
export function intake<Obj extends AnyObject>(
  options: IntakeOptions<Obj>,
): (raw: AnyObject) => Stored<DeepReadonly<Obj>> {
  const { kind: knownKind, metadataOnly, keepManagedFields, transform, ownedFields, logger } = options;
  const settler = new Settler(options);
  // Items of a typed list have neither, and a metadata-only answer has its own: here every object has its kind's.
  const apiVersion = apiVersionOf(knownKind);
  const { kind } = knownKind;

  return (raw) => {
    // Rest instead of `delete`, which would turn the object into a slow and larger one.
    const { managedFields = [], ...rest } = raw.metadata ?? {};
    const metadata = keepManagedFields ? raw.metadata : rest;
    const whole = metadataOnly ? { apiVersion, kind, metadata } : { apiVersion, kind, ...raw, metadata };
    let object = whole as Obj;
    if (transform !== undefined) {
      try {
        object = transform(object);
      } catch (error) {
        // Kept as it came: an object that is missing would be worse than one that is too large.
        logger.error({ kind, namespace: rest.namespace, name: rest.name, error }, 'the transform of this kind failed');
      }
    }
    settler.settle(object);
    if (managedFields.length > 0) ownedFields.keep(object, managedFields);
    // It came from a server, and servers send no object without them.
    return object as Stored<DeepReadonly<Obj>>;
  };
}
