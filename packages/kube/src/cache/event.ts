import type { DeepReadonly } from '../kinds/index.ts';

/** A change of a cache, delivered after the cache has changed. */
export type CacheEvent<Obj> =
  | {
      readonly type: 'added';
      readonly old: undefined;
      readonly object: DeepReadonly<Obj>;
      /** Nothing happened on the server: the object is from the first sync, or was there before the handler. */
      readonly replay: boolean;
    }
  | {
      readonly type: 'updated';
      readonly old: DeepReadonly<Obj>;
      readonly object: DeepReadonly<Obj>;
      /** A resync: `old` and `object` are the same. */
      readonly replay: boolean;
    }
  | {
      readonly type: 'deleted';
      readonly old: DeepReadonly<Obj>;
      /** The last state of the object, or with `finalStateUnknown` the last that was seen. */
      readonly object: DeepReadonly<Obj>;
      /** The deletion itself was not seen, only that the object is gone. */
      readonly finalStateUnknown: boolean;
      readonly replay: false;
    };

/** Runs synchronously, in the order of the events. What it throws is logged and has no other effect. */
export type CacheEventHandler<Obj> = (event: CacheEvent<Obj>) => void;

export function added<Obj>(object: DeepReadonly<Obj>, replay = false): CacheEvent<Obj> {
  return { type: 'added', old: undefined, object, replay };
}

export function updated<Obj>(old: DeepReadonly<Obj>, object: DeepReadonly<Obj>, replay = false): CacheEvent<Obj> {
  return { type: 'updated', old, object, replay };
}

export function deleted<Obj>(
  old: DeepReadonly<Obj>,
  object: DeepReadonly<Obj>,
  finalStateUnknown: boolean,
): CacheEvent<Obj> {
  return { type: 'deleted', old, object, finalStateUnknown, replay: false };
}
