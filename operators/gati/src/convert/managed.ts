import type { JsonObject } from '@slipway/crd/schema';
import { LABELS } from '../names/index.ts';
import { objectsAt, textAt } from './fields.ts';
import { isGenerated, kindOf } from './group.ts';
import type { Finding } from './model.ts';

interface Unmanaged {
  readonly objects: readonly JsonObject[];
  /** The Deployments that were left out; what else is managed goes with them. */
  readonly skipped: readonly Finding[];
}

/**
 * Objects of a cluster without those that an operator there makes: a second resource for one of them, applied, would
 * overwrite the first.
 */
export function withoutManaged(objects: readonly JsonObject[]): Unmanaged {
  const managed = objects.filter((object) => makerOf(object) !== undefined);
  return {
    objects: objects.filter((object) => !managed.includes(object)),
    skipped: managed
      .filter((object) => kindOf(object) === 'Deployment')
      .map((object) => ({
        sort: 'skipped',
        object,
        path: [],
        valueKind: 'map',
        why: `the operator makes it for ${makerOf(object)}`,
        wayOut: 'nothing to do; to change it, change that',
      })),
  };
}

/** Whom the operator makes an object for; undefined of what is not the operator's. */
function makerOf(object: JsonObject): string | undefined {
  const owner = objectsAt(object, 'metadata', 'ownerReferences').find((reference) =>
    textAt(reference, 'apiVersion')?.startsWith('gati.dev/'),
  );
  if (owner) return `${kindOf(owner)} ${textAt(owner, 'name')}`;
  const label = (name: string): string | undefined => textAt(object, 'metadata', 'labels', name);
  const [handler, module] = [label(LABELS.handler), label(LABELS.module)];
  if (handler !== undefined) return `GatiHandler ${handler}`;
  if (module !== undefined) return `GatiModule ${module}`;
  return isGenerated(object) ? 'itself' : undefined;
}
