// Reconciles Widgets with @slipway/runtime, as it is built for release: each owns a ConfigMap and a Secret.
import { connect, defineKind } from '@slipway/kube';
import { ConfigMap, Secret } from '@slipway/kube/kinds';
import { createManager } from '@slipway/runtime';
import { generationChanged } from '@slipway/runtime/predicates';
import { converse, readOptions } from '../conversation.mjs';

const Widget = defineKind({
  group: 'bench.slipway.dev',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
});

const options = readOptions({ concurrency: { type: 'string', default: '1' } });
const address = '127.0.0.1:0';
const cluster = await connect({ path: options.kubeconfig });
const manager = await createManager({ cluster, metrics: { address }, health: { address } });
manager
  .controller(Widget)
  .for({ when: [generationChanged] })
  .owns(ConfigMap)
  .owns(Secret)
  .finalizer('bench.slipway.dev/widget', () => undefined)
  .settings({ maxConcurrent: Number(options.concurrency) })
  .reconcile(async ({ object, apply, status }) => {
    if (!object) return;
    const { namespace, name } = object.metadata;
    const { text } = object.spec;
    await apply(ConfigMap, { metadata: { namespace, name }, data: { text } });
    await apply(Secret, { metadata: { namespace, name }, stringData: { text } });
    status.condition({ type: 'Ready', status: 'True', reason: 'Applied', message: '' });
  });

await converse(options, async () => {
  await manager.start();
});
