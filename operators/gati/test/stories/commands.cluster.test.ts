import { expect, it } from 'vitest';
import { type GatiHandler, GatiHandlerKind, type LastCommand } from '../../src/types/index.ts';
import { handlerText, LONG_STEP } from '../handler-text.ts';
import { type Rig, rolloutOf } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

/** Says it and waits for the answer. */
async function ask(rig: Rig, command: string): Promise<LastCommand | undefined> {
  const before = (await rig.handler('users'))?.status?.lastCommand?.id;
  await rig.say('users', command);
  const { status } = await rig.untilHandler('users', `${command} is answered`, (handler) => {
    const isTaken = handler.metadata.annotations?.['gati.dev/command'] === undefined;
    return handler.status?.lastCommand?.id !== before && isTaken;
  });
  return status?.lastCommand;
}

const results = async (rig: Rig, commands: readonly string[]): Promise<Record<string, string>> => {
  const stated: Record<string, string> = {};
  for (const command of commands) {
    const answer = await ask(rig, command);
    stated[command] = answer?.result === 'Accepted' ? 'Accepted' : (answer?.message ?? '');
  }
  return stated;
};

const untilPhase = (rig: Rig, phase: string): Promise<unknown> => rig.untilRollout('users', 'v2', phase);

describeOperator('commands by annotation', (start) => {
  it('G-88: each is taken in the phases that allow it, and refused with the reason in all others', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    expect(
      await results(rig, ['promote', 'pause', 'resume', 'abort', 'retry', 'rollback', 'skip gate=pause', 'dance']),
    ).toEqual({
      promote: 'cannot promote while Succeeded',
      pause: 'cannot pause while Succeeded',
      resume: 'cannot resume while Succeeded',
      abort: 'the plan has ended: Succeeded',
      retry: 'cannot retry while Succeeded',
      rollback: 'there is no version to go back to',
      'skip gate=pause': 'cannot skip while Succeeded',
      dance: '"dance" is no command; known are pause, resume, retry, hold, unhold, promote, skip, abort, rollback',
    });

    const events = await rig.untilEvents(
      'GatiHandler',
      'users',
      'each command has its event',
      (all) => all.filter(({ reason }) => reason.startsWith('Command')).length >= 8,
    );
    const reported = events.map(({ reason, note }) => `${reason}: ${note}`);
    expect(reported.filter((text) => text.startsWith('Command'))).toHaveLength(8);
    expect(reported).toContain(
      'CommandRefused: an unnamed person asked for retry (no reason given); refused: cannot retry while Succeeded.',
    );

    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await untilPhase(rig, 'Verifying');
    expect(await results(rig, ['resume', 'retry', 'skip gate=health'])).toEqual({
      resume: 'cannot resume while Verifying',
      retry: 'cannot retry while Verifying',
      'skip gate=health': 'a health gate cannot be skipped',
    });
    expect(await ask(rig, 'pause by=ann reason=lunch_first')).toMatchObject({
      command: 'pause',
      result: 'Accepted',
      actor: 'ann',
      reason: 'lunch first',
    });
    await untilPhase(rig, 'Paused');
    expect(await results(rig, ['pause', 'retry'])).toEqual({
      pause: 'cannot pause while Paused',
      retry: 'cannot retry while Paused',
    });
    expect((await ask(rig, 'resume'))?.result).toBe('Accepted');
    await untilPhase(rig, 'Verifying');

    expect((await ask(rig, 'abort'))?.result).toBe('Accepted');
    const { status } = await rig.untilRollout('users', 'v2', 'Aborted');
    expect(status?.stableVersion).toBe('v1');
    await rig.untilStage('v2', 'Failed');
    expect(await results(rig, ['promote', 'abort'])).toEqual({
      promote: 'cannot promote while Aborted',
      abort: 'the plan has ended: Aborted',
    });

    expect((await ask(rig, 'retry'))?.result).toBe('Accepted');
    await untilPhase(rig, 'Verifying');
    expect((await ask(rig, 'rollback'))?.result).toBe('Accepted');
    await untilPhase(rig, 'RolledBack');
    expect(await results(rig, ['hold by=ann', 'retry', 'unhold', 'unhold'])).toMatchObject({
      'hold by=ann': 'Accepted',
      retry: expect.stringMatching(/^ann holds users/),
      unhold: 'nothing is held',
    });
    expect((await ask(rig, 'retry'))?.result).toBe('Accepted');
    await untilPhase(rig, 'Verifying');
    expect((await ask(rig, 'promote'))?.result).toBe('Accepted');
    await rig.untilStable('users', 'v2');
  });

  it('G-88: one that Git keeps without an id acts once, however often it is applied and whatever was given since', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await untilPhase(rig, 'Verifying');
    const sync = async (): Promise<GatiHandler> => {
      const metadata = { namespace: rig.namespace, name: 'users', annotations: { 'gati.dev/command': 'pause by=git' } };
      await rig.client.apply(GatiHandlerKind, { metadata }, { fieldManager: 'git' });
      return rig.untilHandler('users', 'it has an id', (handler) =>
        (handler.metadata.annotations?.['gati.dev/command-id'] ?? '').startsWith('applied-'),
      );
    };
    await sync();
    await untilPhase(rig, 'Paused');
    // As the command line does: it says its own, and takes it off when it is answered.
    await rig.say('users', 'resume', 'mine');
    await untilPhase(rig, 'Verifying');
    await rig.client.patch(
      GatiHandlerKind,
      { namespace: rig.namespace, name: 'users' },
      { merge: { metadata: { annotations: { 'gati.dev/command': null, 'gati.dev/command-id': null } } } },
    );
    await sync();
    const { status } = await rig.look('users', 19);
    expect(rolloutOf(status).state?.phase).toBe('Verifying');
    expect(status?.lastCommand).toMatchObject({ id: 'mine' });
  });

  it('G-88: one that Git keeps acts once, also for the next operator, and again under another id', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await untilPhase(rig, 'Verifying');
    await rig.say('users', 'abort', 'git-1');
    await untilPhase(rig, 'Aborted');
    await rig.say('users', 'retry', 'git-2');
    await untilPhase(rig, 'Verifying');
    await rig.restartOperator();
    const paused = async (): Promise<void> => {
      await rig.say('users', 'pause', 'git-3');
      await untilPhase(rig, 'Paused');
    };
    await paused();
    const handler = await rig.handler('users');
    expect(handler?.metadata.annotations).toMatchObject({
      'gati.dev/command': 'pause',
      'gati.dev/command-id': 'git-3',
    });
    expect(rolloutOf(handler?.status).state?.attempt).toBe(2);
    await rig.edit('users', { rollout: { paused: false } });
    await rig.restartOperator();
    expect(rolloutOf((await rig.look('users', 19)).status).state?.phase).toBe('Paused');
  });
});
