import type { PatchOperation } from '@gati-framework/contracts/deployment';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import { ANNOTATIONS, versionObjectName } from '../names/index.ts';
import { type Child, isOperatorAuthored, type RecordWrite, recordsOf } from './index.ts';

/** As much of a cluster as records need: a store that gives uids and times, and an operator that can die. */
class RecordsModel {
  readonly versions = new Map<string, ReadVersion>();
  readonly children: { child: Child; bornOf: string }[] = [];
  handler: ReadHandler | undefined;
  #serial = 0;

  declare(version: string, image: string): void {
    const spec = { handlerPath: '/', version, replicas: 1, image, port: 80 };
    this.handler = { metadata: { name: 'h', namespace: 'n', uid: 'handler' }, spec };
  }

  create(record: ReadVersion): void {
    this.#serial += 1;
    // Three objects fit into a second, so that times meet.
    const creationTimestamp = `2026-01-01T00:00:${String(Math.floor(this.#serial / 3)).padStart(2, '0')}Z`;
    const metadata = { ...record.metadata, uid: `uid-${this.#serial}`, creationTimestamp };
    expect(this.versions.has(metadata.name ?? '')).toBe(false);
    this.versions.set(metadata.name ?? '', structuredClone({ ...record, metadata }));
  }

  /** At most so many writes; then the operator is gone, and what it was about to do with it. */
  operate(writes: number): void {
    for (let left = writes; left > 0; left -= 1) {
      const [write] = this.#decide().writes;
      if (write !== undefined) this.#carryOut(write);
      else if (!this.#deploy()) return;
    }
  }

  #decide() {
    const { handler } = this;
    if (handler === undefined) return { writes: [], versions: [] };
    const children = this.children.map(({ child }) => child);
    const generator = { revision: '1', resolve: <T>(template: T): T => template };
    return recordsOf({ handler, versions: [...this.versions.values()], children, generator });
  }

  #carryOut(write: RecordWrite): void {
    if (write.kind === 'create') this.create(write.record);
    else if (write.kind === 'patch') patch(this.versions.get(write.name) as ReadVersion, write.operations);
    else if (write.kind === 'status') (this.versions.get(write.name) as ReadVersion).status = write.status;
    else if (write.kind === 'delete') {
      expect(this.children.filter(({ child }) => child.ownerUid === write.uid)).toEqual([]);
      this.versions.delete(write.name);
    } else {
      const at = this.children.findIndex(({ child }) => child.ref === write.child);
      const entry = this.children[at] as RecordsModel['children'][number];
      this.children[at] = { ...entry, child: { ref: write.child, ownerUid: write.to.uid } };
    }
  }

  /** Makes the Deployment and the status of a version that counts and has neither yet. */
  #deploy(): boolean {
    for (const { metadata, spec } of this.#decide().versions) {
      const name = versionObjectName('h', spec.versionId);
      const present = this.children.find(({ child }) => child.ref.name === name);
      if (spec.template === undefined || present !== undefined) continue;
      const ref = { kind: 'Deployment', namespace: 'n', name };
      this.children.push({ child: { ref, ownerUid: metadata.uid ?? '' }, bornOf: spec.template.image });
      (this.versions.get(metadata.name ?? '') as ReadVersion).status = { stage: 'Waiting' };
      return true;
    }
    return false;
  }

  /** What a person sees, without times and uids. */
  settled() {
    this.operate(200);
    const { handler } = this;
    if (handler === undefined) return undefined;
    const { versions, ...records } = recordsOf({
      handler,
      versions: [...this.versions.values()],
      children: this.children.map(({ child }) => child),
      generator: { revision: '1', resolve: (template) => template },
    });
    expect(records.writes).toEqual([]);
    expect(records.replaced).toEqual([]);
    return {
      targetId: records.targetId,
      target: records.target?.metadata.name,
      versions: versions.map(({ metadata, spec, status }) => ({
        name: metadata.name,
        id: spec.versionId,
        image: spec.template?.image,
        hash: metadata.annotations?.[ANNOTATIONS.templateHash],
        stage: status?.stage,
        pods: this.children.filter(({ child }) => child.ownerUid === metadata.uid).map(({ bornOf }) => bornOf),
      })),
    };
  }
}

function patch(object: ReadVersion, operations: readonly PatchOperation[]): void {
  for (const operation of operations) {
    const steps = operation.path
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/'));
    const last = steps.pop() as string;
    const parent = steps.reduce(
      (at, step) => at[step] as Record<string, unknown>,
      object as unknown as Record<string, unknown>,
    );
    if (operation.op === 'add') parent[last] = structuredClone(operation.value);
    else if (operation.op === 'remove') delete parent[last];
    else if (operation.op === 'test') expect(parent[last]).toEqual(operation.value);
  }
}

const bare = (name: string, versionId: string): ReadVersion => ({
  metadata: { name, namespace: 'n' },
  spec: { versionId, breaking: false, routingWeight: 100 },
});

type Step = (world: RecordsModel) => void;
const operating = fc.integer({ min: 0, max: 6 }).map(
  (writes): Step =>
    (world) =>
      world.operate(writes),
);

it('G-35: the user’s record before, between or after everything the operator does: the same end, the same pods', () => {
  const moments = Array.from({ length: 9 }, (_, writes) => writes);
  for (const [early, late] of moments.flatMap((one) => moments.map((other) => [one, other] as const))) {
    const world = new RecordsModel();
    if (early === 0) world.create(bare('h-v1', 'v1'));
    world.declare('v1', 'a');
    world.operate(early);
    if (early > 0) world.create(bare('h-v1', 'v1'));
    world.operate(late);
    expect(world.settled()).toMatchObject({
      target: 'h-v1',
      versions: [{ name: 'h-v1', id: 'v1', image: 'a', stage: 'Waiting', pods: ['a'] }],
    });
    expect(world.children).toHaveLength(1);
  }
});

it('G-32 G-40 G-41: whatever people do and wherever the operator dies, one record counts for each version, with its own pods', () => {
  const step = fc.oneof(
    operating,
    fc.tuple(fc.constantFrom('v1', 'v2'), fc.constantFrom('a', 'b')).map(
      ([version, image]): Step =>
        (world) =>
          world.declare(version, image),
    ),
    fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.constantFrom('v1', 'v2')).map(
      ([name, id]): Step =>
        (world) => {
          if (!world.versions.has(name)) world.create(bare(name, id));
        },
    ),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const world = new RecordsModel();
      for (const act of steps) act(world);
      const end = world.settled();
      const { handler } = world;
      if (end === undefined || handler === undefined) return;
      expect(new Set(end.versions.map(({ id }) => id)).size).toBe(end.versions.length);
      const target = end.versions.find(({ id }) => id === end.targetId);
      expect(target).toMatchObject({ name: end.target, image: handler.spec.image, pods: [handler.spec.image] });
      // No version runs what another was made for, and nothing is left of records that lost.
      for (const { image, pods } of end.versions) expect(pods).toEqual(image === undefined ? [] : [image]);
      expect(end.versions.flatMap(({ pods }) => pods)).toHaveLength(world.children.length);
      // What people wrote stays.
      const own = [...world.versions.values()].filter((version) => isOperatorAuthored(version, handler));
      for (const { spec } of own) {
        const users = [...world.versions.values()].filter(
          (one) => !own.includes(one) && one.spec.versionId === spec.versionId,
        );
        expect(users).toEqual([]);
      }
    }),
    { numRuns: 1000 },
  );
});
