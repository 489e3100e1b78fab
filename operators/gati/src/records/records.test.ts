import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import { ANNOTATIONS, FINALIZERS, LABELS, recordName, versionLabels, versionObjectName } from '../names/index.ts';
import { templateHashOf, templateOf } from '../templates/index.ts';
import { type Child, declarationsOf, isOperatorAuthored, type RecordInput, type Records, recordsOf } from './index.ts';

const generator: RecordInput['generator'] = {
  revision: '7',
  resolve: (template) => ({ ...template, terminationGracePeriodSeconds: 30 }),
};
const handler = (more: Partial<ReadHandler['spec']> = {}): ReadHandler => ({
  metadata: { name: 'users', namespace: 'shop', uid: 'handler-uid' },
  spec: { handlerPath: '/users', version: 'v1', replicas: 2, image: 'users:1', port: 3000, ...more },
});
const user = (name: string, at: number, more: Partial<ReadVersion['spec']> = {}): ReadVersion => ({
  metadata: { name, namespace: 'shop', uid: `${name}-uid`, creationTimestamp: second(at) },
  spec: { versionId: 'v1', breaking: false, routingWeight: 100, ...more },
});
const second = (at: number): string => `2026-01-01T00:00:${String(at).padStart(2, '0')}Z`;

function decide(of: ReadHandler, versions: readonly ReadVersion[], children: readonly Child[] = []): Records {
  return recordsOf({ handler: of, versions, children, generator });
}

/** The record that the operator makes, as the server stores it. */
function made(of: ReadHandler, at: number, versions: readonly ReadVersion[] = []): ReadVersion {
  const write = decide(of, versions).writes.find(({ kind }) => kind === 'create');
  if (write?.kind !== 'create') throw new Error('nothing is made');
  const { metadata } = write.record;
  return { ...write.record, metadata: { ...metadata, uid: `${metadata.name}-uid`, creationTimestamp: second(at) } };
}

const child = (versionId: string, ownerUid: string): Child => ({
  ref: { kind: 'Deployment', namespace: 'shop', name: versionObjectName('users', versionId) },
  ownerUid,
});

describe('records of a handler', () => {
  it('G-32 G-22: a version that nobody has written is created: owned, labelled, with a snapshot', () => {
    const of = handler({ timescape: { breaking: true }, tags: ['stable'], scaling: { cpu: 70, maxReplicas: 9 } });
    const { targetId, target, writes } = decide(of, []);
    expect({ targetId, target }).toEqual({ targetId: 'v1', target: undefined });
    expect(writes).toEqual([
      {
        kind: 'create',
        record: {
          apiVersion: 'gati.dev/v1alpha1',
          kind: 'GatiVersion',
          metadata: {
            name: recordName('users', 'v1'),
            namespace: 'shop',
            labels: versionLabels('users', 'v1'),
            annotations: {
              [ANNOTATIONS.version]: 'v1',
              [ANNOTATIONS.handlerPath]: '/users',
              [ANNOTATIONS.templateHash]: templateHashOf(of.spec),
              [ANNOTATIONS.generator]: '7',
            },
            finalizers: [FINALIZERS.version],
            ownerReferences: [
              {
                apiVersion: 'gati.dev/v1alpha1',
                kind: 'GatiHandler',
                name: 'users',
                uid: 'handler-uid',
                controller: true,
                blockOwnerDeletion: true,
              },
            ],
          },
          spec: {
            versionId: 'v1',
            breaking: true,
            routingWeight: 0,
            handlerRef: { name: 'users' },
            tags: ['stable'],
            template: { ...templateOf(of.spec), terminationGracePeriodSeconds: 30 },
            scaling: { cpu: 70 },
          },
        },
      },
    ]);
    expect(isOperatorAuthored(made(of, 1), of)).toBe(true);
    expect(decide(of, [made(of, 1)]).writes).toEqual([]);
  });

  it('G-32: edit and revert make two records and no third', () => {
    const [before, after] = [handler(), handler({ env: { A: '1' } })];
    const first = made(before, 1);
    const second = made(after, 2, [first]);
    expect(second.spec.versionId).toBe(`v1+${templateHashOf(after.spec).slice(0, 6)}`);
    expect(decide(before, [first, second])).toMatchObject({ targetId: 'v1', writes: [] });
    expect(decide(after, [second, first])).toMatchObject({ targetId: second.spec.versionId, writes: [] });
    expect(decide(handler({ version: 'v2' }), [first, second]).targetId).toBe('v2');
  });

  it('G-35 G-157: a user’s bare record is the version, and is filled in once, over nothing that was not seen', () => {
    const of = handler({ scaling: { cpu: 70 } });
    const { metadata, ...rest } = user('users-v1', 1);
    const bare = { ...rest, metadata: { ...metadata, resourceVersion: '7' } };
    const { target, writes } = decide(of, [bare]);
    expect(target).toBe(bare);
    const hash = templateHashOf(of.spec);
    expect(writes).toEqual([
      {
        kind: 'patch',
        name: 'users-v1',
        operations: [
          { op: 'test', path: '/metadata/uid', value: 'users-v1-uid' },
          { op: 'test', path: '/metadata/resourceVersion', value: '7' },
          { op: 'add', path: '/metadata/annotations', value: {} },
          { op: 'add', path: '/metadata/annotations/gati.dev~1template-hash', value: hash },
          { op: 'add', path: '/metadata/annotations/gati.dev~1generator', value: '7' },
          { op: 'add', path: '/spec/template', value: generator.resolve(templateOf(of.spec)) },
          { op: 'add', path: '/spec/scaling', value: { cpu: 70 } },
        ],
      },
    ]);
  });

  it('G-35 G-39: one that says what runs is the version too, and keeps its own', () => {
    const template = { handlerPath: '/users', image: 'mine:1', port: 80 };
    for (const spec of [{ template }, { deploymentName: 'mine', serviceName: 'mine' }]) {
      const { target, writes } = decide(handler(), [user('mine', 1, spec)]);
      expect(target?.metadata.name).toBe('mine');
      expect(JSON.stringify(writes)).toContain('template-hash');
      expect(JSON.stringify(writes)).not.toContain('/spec/template');
      expect(writes.filter(({ kind }) => kind !== 'patch')).toEqual([]);
    }
  });

  it('G-35: where the operator was first, the user’s record takes over template, status, children, place', () => {
    const of = handler();
    const own = { ...made(of, 1), status: { stage: 'Current', effectiveWeight: 100, observedGeneration: 4 } as const };
    const bare = user('users-v1', 2);
    const { target, versions, replaced, conflicted, writes } = decide(
      of,
      [own, bare],
      [child('v1', own.metadata.uid ?? ''), child('v2', 'other')],
    );
    expect({ target, versions, conflicted }).toEqual({ target: bare, versions: [bare], conflicted: [] });
    expect(replaced).toEqual([{ record: own, winner: 'users-v1' }]);
    expect(writes.map(({ kind }) => kind)).toEqual(['status', 'patch', 'move', 'delete']);
    expect(writes[1]).toMatchObject({
      operations: expect.arrayContaining([{ op: 'add', path: '/spec/template', value: own.spec.template }]),
    });
    expect(writes[0]).toEqual({ kind: 'status', name: 'users-v1', status: { stage: 'Current', effectiveWeight: 100 } });
    expect(writes[2]).toMatchObject({ child: { name: versionObjectName('users', 'v1') }, to: { uid: 'users-v1-uid' } });
    expect(writes[3]).toEqual({ kind: 'delete', name: own.metadata.name, uid: own.metadata.uid });
  });

  it.each([
    ['the older', 1, 2, 'b'],
    ['the older', 2, 1, 'a'],
    ['of the same second the lesser name', 1, 1, 'a'],
  ])('G-40: of two that say what runs, %s counts', (_title, atB, atA, winner) => {
    const template = { handlerPath: '/users', image: 'mine:1', port: 80 };
    const [a, b] = [user('a', atA, { template }), user('b', atB, { template })];
    for (const order of [
      [a, b],
      [b, a],
    ]) {
      const { versions, conflicted, target } = decide(handler(), order);
      expect(versions.map(({ metadata }) => metadata.name)).toEqual([winner]);
      expect(target?.metadata.name).toBe(winner);
      expect(conflicted).toEqual([{ record: winner === 'a' ? b : a, winner }]);
    }
  });

  it('G-40: a bare record that wins by its name alone goes on with what has run until now', () => {
    const template = { handlerPath: '/users', image: 'mine:1', port: 80 };
    const [bare, younger] = [user('a', 1, { versionId: 'v0' }), user('b', 2, { versionId: 'v0', template })];
    expect(decide(handler(), [bare, younger]).writes.map(({ kind }) => kind)).toEqual(['create']);
    const served: ReadVersion = user('b', 1, { versionId: 'v0', template });
    served.metadata.annotations = { [ANNOTATIONS.generator]: '6' };
    served.status = { stage: 'Current' };
    const { versions, conflicted, writes } = decide(handler(), [bare, served], [child('v0', 'b-uid')]);
    expect(versions).toEqual([bare]);
    expect(conflicted).toEqual([{ record: served, winner: 'a' }]);
    expect(writes.map(({ kind }) => kind)).toEqual(['status', 'patch', 'move', 'create']);
    expect(writes[1]).toMatchObject({
      operations: expect.arrayContaining([{ op: 'add', path: '/spec/template', value: template }]),
    });
  });

  it('G-40: a record that says what runs does not take over what the operator made before', () => {
    const of = handler();
    const template = { handlerPath: '/users', image: 'mine:1', port: 80 };
    const own = made(of, 1);
    const { target, conflicted } = decide(of, [user('mine', 2, { template }), own]);
    expect(target).toBe(own);
    expect(conflicted.map(({ record }) => record.metadata.name)).toEqual(['mine']);
  });

  it('G-31: facts that make no version are kept up to date on the operator’s own record of the target', () => {
    const own = made(handler({ tags: ['old'], transformers: ['v0->v1'] }), 1);
    const { writes } = decide(handler({ tags: ['stable'] }), [own]);
    expect(writes).toEqual([
      {
        kind: 'patch',
        name: own.metadata.name,
        operations: [
          { op: 'test', path: '/metadata/uid', value: own.metadata.uid },
          { op: 'remove', path: '/spec/transformers' },
          { op: 'add', path: '/spec/tags', value: ['stable'] },
        ],
      },
    ]);
    expect(decide(handler({ version: 'v2' }), [own]).writes.map(({ kind }) => kind)).toEqual(['create']);
  });

  it('a handler that is being deleted writes no record', () => {
    const of = handler();
    expect(decide({ ...of, metadata: { ...of.metadata, deletionTimestamp: second(9) } }, []).writes).toEqual([]);
  });

  it('G-41: where handler and version disagree, both values are reported and which counts', () => {
    const record = user('users-v1', 1, { breaking: false, transformers: ['v0->v1'], tags: ['mine'] });
    const of = handler({
      timescape: { breaking: true },
      transformers: ['a->b'],
      tags: ['theirs'],
      schema: { statusCode: 200 },
    });
    const { disagreements, ...facts } = declarationsOf(of, record);
    expect(facts).toEqual({ breaking: true, transformers: ['v0->v1'], tags: ['mine'], schema: { statusCode: 200 } });
    expect(disagreements.map(({ message }) => message)).toEqual([
      'breaking of v1: the handler says true, GatiVersion users-v1 says false; true counts.',
      'transformers of v1: the handler says ["a->b"], GatiVersion users-v1 says ["v0->v1"]; the GatiVersion counts.',
    ]);
    expect(declarationsOf(handler(), record).disagreements).toEqual([]);
  });

  it('G-41: the outcome is the same for every order of versions and children', () => {
    const template = { handlerPath: '/users', image: 'mine:1', port: 80 };
    const of = handler();
    const own = made(of, 3);
    const edited = made(handler({ env: { A: '1' } }), 4, [own]);
    const pool = [
      own,
      edited,
      user('bare', 5),
      user('barer', 5),
      user('full', 2, { template }),
      user('next', 6, { versionId: 'v2' }),
      user('other', 6, { versionId: edited.spec.versionId }),
    ];
    const children = pool.map(({ metadata, spec }, at) => {
      const { ref, ownerUid } = child(spec.versionId, metadata.uid ?? '');
      return { ref: { ...ref, kind: `Kind${at}` }, ownerUid };
    });
    const handlers = fc.constantFrom(
      of,
      handler({ env: { A: '1' } }),
      handler({ version: 'v2' }),
      handler({ version: 'v3' }),
    );
    fc.assert(
      fc.property(
        handlers,
        fc
          .subarray(pool)
          .chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
        fc.shuffledSubarray(children, { minLength: children.length }),
        (which, [some, shuffled], order) => {
          expect(decide(which, shuffled, order)).toEqual(decide(which, some, children));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('labels tell the operator’s records from a user’s only together with the owner', () => {
    const lookalike = user('users-v1', 1);
    lookalike.metadata.labels = { [LABELS.managedBy]: 'gati-operator' };
    expect(isOperatorAuthored(lookalike, handler())).toBe(false);
  });
});
