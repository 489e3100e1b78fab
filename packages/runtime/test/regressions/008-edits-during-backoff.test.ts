import { KubeError } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import { expect, it } from 'vitest';
import { Controller } from '../../src/controller/index.ts';

const OUTAGE_MS = 18_000;
const EDITS = 20;

it('R-60 R-72: 20 edits in 18 s without rights do not delay the try after the rights return', async () => {
  const clock = new FakeClock();
  const started = clock.now();
  const succeeded: number[] = [];
  let tries = 0;
  const controller = new Controller<string>({
    name: 'test',
    clock,
    reconcile: () => {
      tries++;
      if (clock.now() - started < OUTAGE_MS) throw new KubeError('KUBE_FORBIDDEN', 'no rights', { status: 403 });
      succeeded.push(clock.now() - started);
    },
  });
  controller.start();
  for (let edit = 0; edit < EDITS; edit++) {
    controller.queue.add('a');
    await clock.advance(OUTAGE_MS / EDITS);
  }
  // Time alone: 5 ms · (2¹² − 1) is the first end of a back-off after 18 s.
  await clock.advance(20_475 - OUTAGE_MS);
  expect(succeeded).toEqual([20_475]);
  expect(tries).toBe(EDITS + 12);
  await controller.stop();
});

it('R-60 R-120: the back-off counts from the failure, not from the end of the report about it', async () => {
  const clock = new FakeClock();
  const started = clock.now();
  const tries: number[] = [];
  const controller = new Controller<string>({
    name: 'test',
    clock,
    reconcile: async (_key, run) => {
      tries.push(clock.now() - started);
      run.failed();
      // A report that the server takes its time to refuse.
      await clock.sleep(40);
      throw new KubeError('KUBE_FORBIDDEN', 'no rights', { status: 403 });
    },
  });
  controller.start();
  controller.queue.add('a');
  await clock.advance(700);
  // 5, 10, 20 and 40 ms are over when the report is; from then on the waits alone count.
  expect(tries).toEqual([0, 40, 80, 120, 160, 240, 400]);
  await controller.stop();
});
