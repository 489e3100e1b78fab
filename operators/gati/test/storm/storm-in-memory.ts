import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { faultSeed, seededRandom } from '@slipway/kube/testing';
import { expect } from 'vitest';
import { FINALIZERS } from '../../src/names/index.ts';
import { FakeCluster, HANDLER, NAMESPACE } from '../crashes/fake-world.ts';
import { unsettled } from './aftermath.ts';
import { mergePatched } from './merge-patch.ts';
import { CHILDREN, STATUSES } from './other-writer.ts';
import { type Act, BAD_IMAGE, LAST_WORD, People } from './people.ts';

const MOST_BLOWS = 70;
const MINUTE = 60_000;
/** What may still be watched when all is settled. */
const QUIET_MS = 2 * MINUTE;

/**
 * The storm over one handler of a cluster in memory: people, another writer and operators that die, in an order that
 * the seed says. Hundreds of them take as long as one on a real server.
 */
class StormInMemory {
  readonly #world: FakeCluster;
  readonly #random: () => number;
  readonly #people: People;

  constructor(world: FakeCluster, random: () => number) {
    this.#world = world;
    this.#random = random;
    this.#people = new People([{ namespace: NAMESPACE, name: HANDLER }], random, '30s');
    world.badImages.add(BAD_IMAGE);
  }

  async rage(): Promise<void> {
    for (let blows = 10 + this.#below(MOST_BLOWS - 10); blows > 0; blows--) {
      await this.#strike();
      if (this.#random() < 0.7) await this.#world.writesWithin(this.#below(this.#below(5) === 0 ? MINUTE : 4_000));
    }
  }

  /** Has people say their last word, and waits until it is so. Rejects with what it waited for. */
  async settle(): Promise<void> {
    await this.#merge('GatiHandler', HANDLER, LAST_WORD);
    let cause: string | undefined;
    const look = async (): Promise<boolean> => {
      const handler = await this.#world.handler();
      if (!handler || handler.metadata.deletionTimestamp !== undefined) return true;
      const versions = [...(await this.#world.versions()).values()];
      cause = unsettled(handler, versions, this.#world.clock.wall() + QUIET_MS);
      return cause === undefined;
    };
    await this.#world.until('the last word', look).catch((error: unknown) => {
      throw new Error(cause, { cause: error });
    });
  }

  async #strike(): Promise<void> {
    const chance = this.#random();
    if (chance < 0.6) return this.#carryOut(this.#people.next());
    if (chance < 0.75) return this.#deleteOne(this.#one(CHILDREN)?.kind ?? '');
    if (chance < 0.95) return this.#writeStatus();
    this.#world.restart();
  }

  async #carryOut(act: Act): Promise<void> {
    const { target } = this.#world;
    if (act.verb === 'change') return this.#merge('GatiHandler', HANDLER, act.merge);
    if (act.verb === 'delete') return target.delete('GatiHandler', NAMESPACE, HANDLER);
    // One of the name that is still on its way out is in the way, as on a server.
    if (await this.#world.handler()) return;
    target.place({ kind: 'GatiHandler', metadata: { ...act.ref, finalizers: [FINALIZERS.handler] }, spec: act.spec });
  }

  async #deleteOne(kind: string): Promise<void> {
    const { target } = this.#world;
    const { metadata } = this.#one(await target.list(kind, NAMESPACE)) ?? {};
    if (metadata?.name !== undefined) await target.delete(kind, NAMESPACE, metadata.name);
  }

  async #writeStatus(): Promise<void> {
    const [kind, statuses] = this.#one([...STATUSES]) ?? [];
    if (!kind || !statuses) return;
    const { metadata } = this.#one(await this.#world.target.list(kind.kind, NAMESPACE)) ?? {};
    const status = this.#one(statuses);
    if (metadata?.name !== undefined) await this.#merge(kind.kind, metadata.name, { status });
  }

  /** As a merge patch does it; nothing where there is no such object any more. */
  async #merge(kind: string, name: string, patch: object): Promise<void> {
    const { target } = this.#world;
    const found = await target.get(kind, NAMESPACE, name);
    if (!found) return;
    const { metadata, spec, status } = mergePatched(found, patch) as DeploymentResource;
    await target.patch({ kind, namespace: NAMESPACE, name }, [
      { op: 'add', path: '/metadata/annotations', value: metadata.annotations ?? {} },
      { op: 'add', path: '/spec', value: spec },
      ...(status === undefined ? [] : ([{ op: 'add', path: '/status', value: status }] as const)),
    ]);
  }

  #one<T>(choices: readonly T[]): T | undefined {
    return choices[this.#below(choices.length)];
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

/** One storm, and the calm after it. Rejects with what did not become as people asked for last. */
async function expectCalmInMemory(seed: bigint): Promise<void> {
  const storm = new StormInMemory(await FakeCluster.make(), seededRandom(seed));
  await storm.rage();
  await storm.settle();
}

/** Storms of these seeds, one after the other. Rejects with all that did not end in calm. */
export async function expectCalmInMemoryOf(seeds: readonly bigint[]): Promise<void> {
  const failed: string[] = [];
  for (const seed of seeds)
    await expectCalmInMemory(seed).catch((error: Error) => {
      console.log(`seed ${seed}: ${error.message}`, error.cause);
      failed.push(`seed ${seed}: ${error.message}`);
    });
  expect(failed).toEqual([]);
}

/** So many seeds that follow each other, from one that the run chose and prints. */
export function seedsOfRun(count: number): bigint[] {
  const first = faultSeed();
  console.log(`storms in memory (SLIPWAY_FAULT_SEED=${first})`);
  return Array.from({ length: count }, (_, index) => first + BigInt(index));
}
