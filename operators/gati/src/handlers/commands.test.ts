import { describe, expect, test } from 'vitest';
import { carriedOut, decided, MINUTE, observationOf, type Sketch, writtenDown } from '../../test/world.ts';
import { shownRollout } from '../rollouts/index.ts';
import { answerTo, appliedId, commandStateOf, isOwnId, ownId } from './commands.ts';
import type { HandlerDecision } from './decide.ts';
import type { HandlerObservation } from './observation.ts';
import { commandOperations } from './prepare-records.ts';

const saying = (text: string | undefined, id?: string, last?: string) => ({
  metadata: {
    annotations: {
      ...(text !== undefined && { 'gati.dev/command': text }),
      ...(id !== undefined && { 'gati.dev/command-id': id }),
    },
  },
  status: {
    ...(last !== undefined && {
      lastCommand: { id: last, command: 'pause', result: 'Accepted' as const, at: '2030-01-01T00:00:00Z' },
    }),
  },
});

const read = (text: string, id = 'one') => {
  const commandState = commandStateOf(saying(text, id));
  if (commandState.state !== 'new') throw new Error(commandState.state);
  return commandState.given;
};

describe('commands by annotation', () => {
  test.each<[string, object]>([
    ['promote', { type: 'promote', actor: 'an unnamed person', reason: 'no reason given', key: 'one' }],
    ['  promote   full ', { type: 'promote', full: true }],
    ['pause by=ann reason=too_late_today', { type: 'pause', actor: 'ann', reason: 'too late today' }],
    ['abort rollback', { type: 'abort', rollback: true }],
    ['rollback approved', { type: 'rollback', approved: true }],
    [
      'skip gate=metric-errors stage=10% reason=a=b',
      { type: 'skip', gate: 'metric-errors', stage: '10%', reason: 'a=b' },
    ],
    ...['resume', 'retry', 'hold', 'unhold'].map((word): [string, object] => [word, { type: word }]),
  ])('G-88: %j is understood', (text, command) => {
    expect(read(text).command).toMatchObject(command);
  });

  test.each(['', 'Promote', 'deploy', 'retire', 'constructor', '__proto__'])(
    'G-88: %j is no word for a handler',
    (text) => {
      const given = read(text);
      expect(given.command).toBeUndefined();
      expect(answerTo(given, true, [], 0)).toMatchObject({
        result: 'Refused',
        message: expect.stringContaining('known are'),
      });
    },
  );

  test('G-88: an id is given first, acts once, and is removed with its command only where it was given', () => {
    const mine = ownId('x');
    expect(isOwnId(mine)).toBe(true);
    expect(commandStateOf(saying(undefined))).toEqual({ state: 'silent' });
    const nameless = saying('pause');
    expect(commandOperations(nameless, commandStateOf(nameless))).toMatchObject([
      {
        op: 'add',
        path: '/metadata/annotations/gati.dev~1command-id',
        value: expect.stringMatching(/^gati-operator-/),
      },
    ]);
    const done = saying('pause', mine, mine);
    expect(commandStateOf(done)).toEqual({ state: 'done', id: mine });
    expect(commandOperations(done, commandStateOf(done)).map(({ op }) => op)).toEqual(['test', 'remove', 'remove']);
    const inGit = saying('pause', 'from-git', 'from-git');
    expect(commandOperations(inGit, commandStateOf(inGit))).toEqual([]);
    expect(commandStateOf(saying('pause', 'second', 'first')).state).toBe('new');
  });

  test('G-88: what is applied as manifests are gets an id by its text, keeps it, and loses it with its text', () => {
    const applied = saying('pause');
    const [given] = commandOperations(applied, commandStateOf(applied), true);
    expect(given).toMatchObject({ op: 'add', value: appliedId('pause') });
    const done = saying('pause', appliedId('pause'), appliedId('pause'));
    expect(commandStateOf(done).state).toBe('done');
    expect(commandOperations(done, commandStateOf(done))).toEqual([]);
    expect(commandStateOf(saying('resume', appliedId('pause'), appliedId('pause'))).state).toBe('nameless');
    const left = saying(undefined, appliedId('pause'));
    expect(commandOperations(left, commandStateOf(left))).toEqual([
      { op: 'test', path: '/metadata/annotations/gati.dev~1command-id', value: appliedId('pause') },
      { op: 'remove', path: '/metadata/annotations/gati.dev~1command-id' },
    ]);
  });

  test('G-88: an id that was obeyed acts no second time, whatever was given since', () => {
    const { metadata, status } = saying('promote', 'release-7', 'later');
    const { stored } = decided(observationOf({ versions: [{ id: 'v1', pods: undefined }] })).rollout;
    if (!stored) throw new Error('no rollout has begun');
    const rollout = shownRollout({ ...stored, state: { ...stored.state, commands: ['release-7', 'later'] } });
    const again = { metadata, status: { ...status, rollout } };
    expect(commandStateOf(again)).toEqual({ state: 'done', id: 'release-7' });
  });

  test('G-88: ids and names that no status has room for are shortened, and different ones stay different', () => {
    const long = 'x'.repeat(10_000);
    const given = read(`pause by=${long}`, long);
    expect(given.id).toHaveLength(100);
    expect(given.actor).toHaveLength(200);
    expect(read('pause', `${long}y`).id).not.toBe(given.id);
    expect(commandStateOf(saying('pause', long, given.id))).toEqual({ state: 'done', id: given.id });
  });

  test('G-88: without a rollout there is nothing to say anything to', () => {
    expect(answerTo(read('pause'), false, [], 0)).toMatchObject({
      result: 'Refused',
      message: 'there is no rollout to say it to',
    });
  });
});

const stable: Sketch = { id: 'v1', weight: 100, stage: 'Current' };

let times = 0;

/** Lets a rollout to v2 go on for a while, and then says something to it. */
function given(
  text: string,
  observed: HandlerObservation,
): { decision: HandlerDecision; answer: ReturnType<typeof answerTo> } {
  // Each time a command is given, it has an id of its own.
  const word = read(text, `given-${(times += 1)}`);
  const decision = decided(observed, word.command ? [word.command] : []);
  return {
    decision,
    answer: answerTo(word, decision.facts.stored !== undefined, decision.rollout.events, observed.now),
  };
}

function moved(observed: HandlerObservation, looks = 6): HandlerObservation {
  let next = observed;
  for (let look = 0; look < looks; look++) next = carriedOut(next, decided(next));
  return next;
}

function phaseOf(observed: HandlerObservation): string | undefined {
  return decided(observed).rollout.stored?.state.phase;
}

const canary = (): HandlerObservation => moved(observationOf({ versions: [stable, { id: 'v2' }] }));

function phases(): Record<string, HandlerObservation> {
  const verifying = canary();
  const paused = writtenDown(verifying, given('pause', verifying).decision);
  const aborted = moved(writtenDown(verifying, given('abort', verifying).decision));
  const late = observationOf({
    versions: [stable, { id: 'v2', pods: { ready: 0 } }],
    spec: { rollout: { onFailure: 'freeze' } },
  });
  const started = writtenDown(late, decided(late));
  let frozen: HandlerObservation = { ...started, now: started.now + 10 * MINUTE };
  for (let look = 0; look < 4; look++) frozen = writtenDown(frozen, decided(frozen));
  let succeeded = verifying;
  for (let look = 0; look < 40; look++) succeeded = carriedOut(succeeded, decided(succeeded), MINUTE);
  return { Verifying: verifying, Paused: paused, Aborted: aborted, Frozen: frozen, Succeeded: succeeded };
}

describe('each command in each phase', () => {
  const worlds = phases();
  const accepts: Readonly<Record<string, readonly string[]>> = {
    Verifying: ['pause', 'abort', 'rollback', 'promote', 'hold', 'skip gate=pause'],
    Paused: ['resume', 'promote', 'abort', 'rollback', 'hold', 'skip gate=pause'],
    Aborted: ['retry', 'rollback', 'hold'],
    Frozen: ['retry', 'rollback', 'hold'],
    Succeeded: ['rollback', 'hold'],
  };
  const words = ['promote', 'pause', 'resume', 'abort', 'retry', 'rollback', 'hold', 'unhold', 'skip gate=pause'];

  test.each(Object.keys(accepts))('G-88: the observation of %s is one', (phase) => {
    expect(phaseOf(worlds[phase] as HandlerObservation)).toBe(phase);
  });

  test.each(Object.keys(accepts).flatMap((phase) => words.map((word) => [word, phase] as const)))(
    'G-88: %s while %s is done, or refused with the reason',
    (word, phase) => {
      const { answer, decision } = given(word, worlds[phase] as HandlerObservation);
      const isAccepted = accepts[phase]?.includes(word) ?? false;
      expect([answer.result, answer.message ?? '']).toEqual(
        isAccepted ? ['Accepted', ''] : ['Refused', expect.stringMatching(/\w+/)],
      );
      const sum = Object.values(decision.rollout.weights).reduce((total, weight) => total + weight, 0);
      expect(sum).toBe(100);
    },
  );

  test('G-85 G-88: an aborted version is not started again until retry, and then from the first step', () => {
    const aborted = worlds['Aborted'] as HandlerObservation;
    expect(moved(aborted).handler.status?.traffic?.wanted).toMatchObject({ v1: 100 });
    const retried = moved(writtenDown(aborted, given('retry', aborted).decision));
    expect(retried.handler.status?.traffic?.wanted).toEqual({ v1: 90, v2: 10 });
  });

  test('G-85: named anew after another target, it is started again', () => {
    const aborted = worlds['Aborted'] as HandlerObservation;
    const aim = (observed: HandlerObservation, id: string): HandlerObservation => {
      const target = observed.versions.find((one) => one.id === id);
      return { ...observed, target, handler: { ...observed.handler, spec: { ...observed.handler.spec, version: id } } };
    };
    const back = moved(aim(aborted, 'v1'));
    expect(back.handler.status?.targetVersion).toBe('v1');
    expect(moved(aim(back, 'v2')).handler.status?.traffic?.wanted).toEqual({ v1: 90, v2: 10 });
  });
});
