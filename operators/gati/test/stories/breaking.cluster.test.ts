import { expect, it } from 'vitest';
import { GatiHandlerKind } from '../../src/types/index.ts';
import { handlerText } from '../handler-text.ts';
import { conditionOf, type Rig } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

/** v1 serves, and v2, which breaks its callers, waits for a person. */
async function untilBroken(rig: Rig): Promise<string> {
  await rig.apply(handlerText('users', 'v1'));
  await rig.untilStable('users', 'v1');
  await rig.edit('users', { version: 'v2', image: 'example/users:v2', timescape: { breaking: true } });
  const { metadata } = await rig.untilStage('v2', 'HeaderOnly');
  return metadata.name ?? '';
}

/** The event about the acceptance: one, on the handler. */
async function accepted(rig: Rig, version: string): Promise<string[]> {
  const events = await rig.until(
    'the acceptance has its events',
    async () => [...(await rig.reported('GatiVersion', version)), ...(await rig.reported('GatiHandler', 'users'))],
    (all) => all.some(({ reason }) => reason === 'BreakingAccepted'),
  );
  return events.filter(({ reason }) => reason === 'BreakingAccepted').map(({ type, note }) => `${type}: ${note}`);
}

describeOperator('a version that breaks callers', (start) => {
  it('G-61: is rolled out by the word of a person, whose name an Event and its status keep', async () => {
    const rig = await start();
    const version = await untilBroken(rig);
    await rig.annotate('users', { 'gati.dev/accept-breaking': 'v1 by=bob' });
    await rig.look('users', 19);
    expect((await rig.versions()).get('v2')?.status?.stage).toBe('HeaderOnly');
    await rig.annotate('users', { 'gati.dev/accept-breaking': 'v2 by=ann' });
    await rig.untilStable('users', 'v2');
    await rig.annotate('users', { 'gati.dev/accept-breaking': 'v3' });
    await rig.restartOperator();
    const note = 'ann accepted that it may break callers of v1 (gati.dev/accept-breaking).';
    const stated = conditionOf(await rig.untilStage('v2', 'Current'), 'Compatible');
    expect(stated).toMatchObject({ status: 'True', reason: 'BreakingAccepted', message: note });
    expect(await accepted(rig, version)).toEqual([`Warning: ${note}`]);
  });

  it('G-61: without a name, the program is named that the server noted for the annotation', async () => {
    const rig = await start();
    const version = await untilBroken(rig);
    const ref = { namespace: rig.namespace, name: 'users' };
    const annotations = { 'gati.dev/accept-breaking': 'v2' };
    await rig.client.patch(GatiHandlerKind, ref, { merge: { metadata: { annotations } } }, { fieldManager: 'console' });
    await rig.untilStable('users', 'v2');
    const note = 'A person, by console, accepted that it may break callers of v1 (gati.dev/accept-breaking).';
    expect(await accepted(rig, version)).toEqual([`Warning: ${note}`]);
  });
});
