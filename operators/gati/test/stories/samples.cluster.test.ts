import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { GatiModuleKind, GatiVersionKind } from '../../src/types/index.ts';
import { conditionOf } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

const text = (name: string): string => readFileSync(join(import.meta.dirname, '..', 'samples', `${name}.yaml`), 'utf8');
const [HANDLER, MODULE, VERSION] = [text('gati-handler'), text('gati-module'), text('gati-version')];
const ORDERS: [string, string[]][] = [
  ['handler, module, version', [HANDLER, MODULE, VERSION]],
  ['handler, version, module', [HANDLER, VERSION, MODULE]],
  ['module, handler, version', [MODULE, HANDLER, VERSION]],
  ['module, version, handler', [MODULE, VERSION, HANDLER]],
  ['version, handler, module', [VERSION, HANDLER, MODULE]],
  ['version, module, handler', [VERSION, MODULE, HANDLER]],
];

describeOperator('the samples that users copy', (start) => {
  it.each(ORDERS)('G-12 G-33 G-35 G-120: applied as %s they are linked, ready and running', async (_title, samples) => {
    const rig = await start();
    for (const sample of samples) await rig.apply(sample);
    const handler = await rig.untilHandler(
      'user-handler',
      'it serves by the version of a person',
      ({ status }) =>
        status?.phase === 'Running' &&
        status.versions?.[0]?.name === 'user-handler-v1' &&
        status.versions[0].weight === 100,
    );
    expect(conditionOf(handler, 'Accepted')).toMatchObject({ status: 'True' });
    const version = await rig.untilStage('v1.0.0', 'Canary', 'Current');
    expect(version.metadata.name).toBe('user-handler-v1');
    expect(conditionOf(version, 'Resolved')).toMatchObject({ status: 'True', reason: 'LinkedByName' });
    expect(version.spec.template?.image).toBe('my-app:v1.0.0');
    await rig.untilCount(GatiVersionKind, 1);
    const module = await rig.until(
      'the module runs',
      () => rig.get(GatiModuleKind, 'db-module'),
      ({ status }) => status?.phase === 'Running',
    );
    expect(module.status?.readyReplicas).toBe(1);
    const [deployment] = await rig.until(
      'its Deployment belongs to the record of the person',
      () => rig.list(Deployment, 'gati.dev/handler=user-handler'),
      ([found]) => found?.metadata.ownerReferences?.[0]?.name === 'user-handler-v1',
    );
    expect(deployment?.metadata.ownerReferences).toEqual([
      expect.objectContaining({ kind: 'GatiVersion', name: 'user-handler-v1', controller: true }),
    ]);
  });

  it('G-66: a bump leaves nothing to the old version, although its record still says 100', async () => {
    const rig = await start();
    for (const sample of [HANDLER, VERSION]) await rig.apply(sample);
    await rig.edit('user-handler', {
      rollout: {
        steps: [
          { weight: 50, pause: '1s' },
          { weight: 100, pause: '1s' },
        ],
        rollbackWindow: '1s',
      },
    });
    await rig.untilStable('user-handler', 'v1.0.0');
    await rig.edit('user-handler', { version: 'v2.0.0', image: 'my-app:v2.0.0' });
    const { status } = await rig.untilStable('user-handler', 'v2.0.0');
    expect(status?.traffic?.wanted).toEqual({ 'v1.0.0': 0, 'v2.0.0': 100 });
    const old = await rig.untilStage('v1.0.0', 'Draining');
    expect([old.spec.routingWeight, old.status?.effectiveWeight]).toEqual([100, 0]);
  });
});
