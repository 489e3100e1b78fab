import { expect, it } from 'vitest';
import { handlerText, SHORT_STEPS } from '../handler-text.ts';
import { conditionOf } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

const sharing = (versionId: string, weight: number, more = ''): string => `
apiVersion: gati.dev/v1alpha1
kind: GatiVersion
metadata:
  name: users-${versionId}
spec:
  versionId: ${versionId}
  breaking: false
  routingWeight: ${weight}
  handlerRef: { name: users }
  template: { handlerPath: /users, image: 'example/users:${versionId}', port: 8080 }
${more}`;

describeOperator('many versions at once', (start) => {
  it('G-37 G-59 G-62 G-66: two share the traffic, a third that breaks callers is reached by name only', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v2'));
    await rig.untilStable('users', 'v2');
    await rig.apply(sharing('v1', 30));
    await rig.untilHandler('users', 'both share', ({ status }) => status?.traffic?.achieved?.['v1'] !== undefined);
    const shared = await rig.untilRollout('users', 'v1', 'Succeeded');
    expect(shared.status?.traffic?.wanted).toEqual({ v1: 30, v2: 70 });

    await rig.edit('users', { version: 'v3', image: 'example/users:v3', timescape: { breaking: true } });
    const breaking = await rig.untilStage('v3', 'HeaderOnly');
    expect(conditionOf(breaking, 'Compatible')).toMatchObject({ status: 'False', reason: 'TransformersMissing' });
    expect(conditionOf(breaking, 'Released')).toMatchObject({ status: 'False', reason: 'HeaderOnly' });
    const handler = await rig.untilHandler(
      'users',
      'it says how v3 is reached',
      (seen) => conditionOf(seen, 'Routed')?.reason === 'HeadersNotSupported',
    );
    expect(handler.status?.traffic?.wanted).toEqual({ v1: 30, v2: 70 });
    expect(handler.status?.versions?.map(({ versionId, stage }) => [versionId, stage]).toSorted()).toEqual([
      ['v1', 'Serving'],
      ['v2', 'Current'],
      ['v3', 'HeaderOnly'],
    ]);

    // A person may cut over all the same.
    const annotations = { 'gati.dev/accept-breaking': 'v3' };
    await rig.annotate('users', annotations);
    await rig.untilRollout('users', 'v3', 'Succeeded');
    const after = await rig.handler('users');
    expect(after?.status?.traffic?.wanted).toMatchObject({ v1: 30, v2: 0, v3: 70 });
  });

  it('G-37 G-66: five live versions keep what they declare while a sixth takes the rest', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { replicas: 10, rollout: SHORT_STEPS }));
    await rig.untilStable('users', 'v1');
    for (const [index, weight] of [10, 20, 10, 20].entries()) await rig.apply(sharing(`s${index + 1}`, weight));
    const shares = { v1: 40, s1: 10, s2: 20, s3: 10, s4: 20 };
    await rig.untilHandler(
      'users',
      'five share',
      ({ status }) => JSON.stringify(sorted(status?.traffic?.achieved)) === JSON.stringify(sorted(shares)),
    );
    await rig.untilRollout('users', 's4', 'Succeeded');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    const { status } = await rig.untilRollout('users', 'v2', 'Succeeded');
    expect(status?.traffic?.wanted).toEqual({ ...shares, v1: 0, v2: 40 });
  });
});

const sorted = (weights: Readonly<Record<string, number>> = {}): [string, number][] =>
  Object.entries(weights).toSorted(([a], [b]) => (a < b ? -1 : 1));
