import type { AnyObject, DeepReadonly, ObjectRef } from '@slipway/kube';
import type { Stored } from '@slipway/kube/kinds';
import { ConfigMap } from '@slipway/kube/kinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Overlay, type SeenBy } from './index.ts';

type Kept = Stored<DeepReadonly<AnyObject>>;
const NAMES = ['a', 'b', 'c'];

/** A server that keeps its history, and a cache that has seen a part of it. */
class LaggingCluster implements SeenBy {
  readonly history: { name: string; object: Kept | undefined }[] = [];
  #seen = 0;

  /** Writes an object (or its absence) and returns it as the server answers. */
  write(name: string, object: { uid: string } | undefined): Kept | undefined {
    const version = String(this.history.length + 1);
    const stored = object && { metadata: { namespace: 'n', name, uid: object.uid, resourceVersion: version } };
    this.history.push({ name, object: stored });
    return stored;
  }

  catchUp(by: number): void {
    this.#seen = Math.min(this.history.length, this.#seen + by);
  }

  /** State of a name when the history had this many entries. */
  at(name: string, version: number): Kept | undefined {
    return this.history.slice(0, version).findLast((entry) => entry.name === name)?.object;
  }

  get seen(): number {
    return this.#seen;
  }
  get = ({ name }: ObjectRef): Kept | undefined => this.at(name, this.#seen);
  seenAtLeast = (version: string): boolean => this.#seen >= Number(version);
}

const step = fc.oneof(
  fc.record({
    do: fc.constantFrom('create', 'update', 'delete'),
    by: fc.constantFrom('us', 'them'),
    name: fc.constantFrom(...NAMES),
  }),
  fc.record({
    do: fc.constant('catchUp' as const),
    by: fc.constant('cache' as const),
    name: fc.constantFrom(...NAMES),
  }),
);

describe('the overlay against a world whose cache lags', () => {
  it('R-89 R-90: what a controller reads is never older than its own last write, and never invented', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = new LaggingCluster();
        const overlay = new Overlay();
        /** Version of the last own write of each name. */
        const own = new Map<string, number>();
        let uids = 0;
        for (const { do: action, by, name } of steps) {
          const now = world.history.length;
          const live = world.at(name, now);
          if (action === 'catchUp') world.catchUp(1);
          else if (action === 'create' ? live === undefined : live !== undefined) {
            const uid = action === 'create' ? `u${uids++}` : (live?.metadata.uid ?? '');
            // A controller deletes what it sees.
            const shown = overlay.get(ConfigMap, { namespace: 'n', name }, world.get({ name }), world);
            if (by === 'us' && action === 'delete' && shown?.metadata?.uid !== uid) continue;
            const written = world.write(name, action === 'delete' ? undefined : { uid });
            if (by === 'us') {
              if (written) overlay.wrote(ConfigMap, written);
              else overlay.deleted(ConfigMap, { namespace: 'n', name }, uid, world.get({ name }));
              own.set(name, world.history.length);
            }
          }
          for (const other of NAMES) {
            const read = overlay.get(ConfigMap, { namespace: 'n', name: other }, world.get({ name: other }), world);
            const least = Math.max(world.seen, own.get(other) ?? 0);
            expect(read).toEqual(world.at(other, least));
          }
          const listed = overlay.list(
            ConfigMap,
            NAMES.flatMap((other) => world.get({ name: other }) ?? []),
            world,
            () => true,
          );
          const expected = NAMES.flatMap((other) => world.at(other, Math.max(world.seen, own.get(other) ?? 0)) ?? []);
          expect(new Set(listed.map((object) => object.metadata.name))).toEqual(
            new Set(expected.map((object) => object.metadata.name)),
          );
        }
        world.catchUp(1000);
        overlay.settle(ConfigMap, world);
        expect(overlay.size).toBe(0);
      }),
      { numRuns: 5000 },
    );
  });
});
