import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeServing } from '../rigs.ts';

const text = (name: string): string => readFileSync(join(import.meta.dirname, '..', 'samples', `${name}.yaml`), 'utf8');

describeServing('the samples that users copy', (start) => {
  it('G-12 G-30 G-35: serve, with the default probes, and go on when the record of a person takes over', async () => {
    const rig = await start();
    await rig.apply(text('gati-handler'));
    const running = await rig.untilHandler('user-handler', 'it serves', ({ status }) => status?.phase === 'Running');
    expect(running.status?.readyReplicas).toBe(2);
    const traffic = await rig.traffic('user-handler', '/api/users');
    await rig.apply(text('gati-version'));
    await rig.untilHandler(
      'user-handler',
      'it serves by the record of a person',
      ({ status }) => status?.versions?.[0]?.name === 'user-handler-v1' && status.versions[0].weight === 100,
    );
    const { answers, refusals, broken } = await traffic.stop();
    expect({ served: Object.keys(answers), refusals, broken }).toEqual({
      served: ['v1.0.0'],
      refusals: {},
      broken: [],
    });
  });
});
