import type { DeepReadonly, Stored } from '../kinds/index.ts';

/** A change of a cache, delivered after the cache has changed. */
export type CacheEvent<Obj> =
  | {
      readonly type: 'added';
      readonly old: undefined;
      readonly object: Stored<DeepReadonly<Obj>>;
      /** Nothing happened on the server: the object is from the first sync, or was there before the handler. */
      readonly replay: boolean;
    }
  | {
      readonly type: 'updated';
      readonly old: Stored<DeepReadonly<Obj>>;
      readonly object: Stored<DeepReadonly<Obj>>;
      /** A resync: `old` and `object` are the same. */
      readonly replay: boolean;
    }
  | {
      readonly type: 'deleted';
      readonly old: Stored<DeepReadonly<Obj>>;
      /** The last state of the object, or with `finalStateUnknown` the last that was seen. */
      readonly object: Stored<DeepReadonly<Obj>>;
      /** The deletion itself was not seen, only that the object is gone. */
      readonly finalStateUnknown: boolean;
      readonly replay: false;
    };

/** Runs synchronously, in the order of the events. What it throws is logged and has no other effect. */
export type CacheEventHandler<Obj> = (event: CacheEvent<Obj>) => void;

export function added<Obj>(object: Stored<DeepReadonly<Obj>>, replay = false): CacheEvent<Obj> {
  return { type: 'added', old: undefined, object, replay };
}

export function updated<Obj>(
  old: Stored<DeepReadonly<Obj>>,
  object: Stored<DeepReadonly<Obj>>,
  replay = false,
): CacheEvent<Obj> {
  return { type: 'updated', old, object, replay };
}

export function deleted<Obj>(
  old: Stored<DeepReadonly<Obj>>,
  object: Stored<DeepReadonly<Obj>>,
  finalStateUnknown: boolean,
): CacheEvent<Obj> {
  return { type: 'deleted', old, object, finalStateUnknown, replay: false };
}
