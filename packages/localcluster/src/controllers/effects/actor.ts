import type { AnyKind, AnyObject, DeepReadonly, ObjectMeta, ObjectOf } from '@slipway/kube';
import { type DeleteOptions, refOf } from '@slipway/kube/client';
import type { Stored } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import type { Environment } from '../environment.ts';
import { compact, isSame } from '../objects/index.ts';

/** Whom the server notes as the owner of fields: the same as the real controllers. */
export const FIELD_MANAGER = 'kube-controller-manager';

/** The hands of a controller in one run. */
export interface Actor {
  create<K extends AnyKind>(kind: K, object: ObjectOf<K>): Promise<Stored<ObjectOf<K>>>;
  /** Replaces an object that was read. A change by someone else in between is `KUBE_CONFLICT`, and the run is repeated. */
  update<K extends AnyKind>(kind: K, object: DeepReadonly<ObjectOf<K>>): Promise<Stored<ObjectOf<K>>>;
  /** Deletes exactly what was read. */
  remove(
    kind: AnyKind,
    object: DeepReadonly<AnyObject>,
    how?: Pick<DeleteOptions, 'gracePeriodSeconds' | 'propagationPolicy'>,
  ): Promise<void>;
  /** A strategic merge patch. */
  patch<K extends AnyKind>(kind: K, object: DeepReadonly<AnyObject>, patch: object): Promise<Stored<ObjectOf<K>>>;
  /** Writes the status where it differs; `changed` has other things that go the same way. */
  status<K extends AnyKind>(
    kind: K,
    object: DeepReadonly<ObjectOf<K>>,
    status: object,
    changed?: { readonly metadata: DeepReadonly<ObjectMeta> },
  ): Promise<void>;
  event(object: DeepReadonly<AnyObject>, reason: string, note: string, type?: 'Normal' | 'Warning'): void;
}

/** The hands of a controller that `kubectl describe` calls `component`; its events are about objects of `about`. */
export function actor(
  { events }: Pick<Environment, 'events'>,
  component: string,
  about: AnyKind,
  { client, signal, statusOf }: Pick<ReconcileContext<AnyKind>, 'client' | 'signal' | 'statusOf'>,
): Actor {
  const options = { signal, fieldManager: FIELD_MANAGER };
  const recorder = events.recorder(component);
  return {
    create: (kind, object) => client.create(kind, object, options),
    // Objects from a cache are typed as read-only; what is sent is not changed.
    update: (kind, object) => client.update(kind, object as ObjectOf<typeof kind>, options),
    patch: (kind, object, strategic) => client.patch(kind, refOf(object), { strategic }, options),
    async remove(kind, object, how) {
      const { uid } = object.metadata ?? {};
      await client.delete(kind, refOf(object), {
        signal,
        ...(uid && { uid }),
        ...how,
      });
    },
    async status(kind, object, status, changed) {
      const wanted = compact(status);
      if (changed === undefined && isSame((object as { status?: unknown }).status, wanted)) return;
      await statusOf(kind, object).replace(wanted, changed);
    },
    event: (object, reason, note, type = 'Normal') =>
      recorder.record(about, object, { type, reason, action: reason, note }),
  };
}
