import { connect } from '@slipway/kube';
import { ConfigMap, Namespace } from '@slipway/kube/kinds';
import { startLocalCluster } from '@slipway/localcluster';
import { createManager } from '@slipway/runtime';
import { activeContext, instrument } from '@slipway/runtime/opentelemetry';
import { ConsoleTracer } from './console-tracer.ts';

// With an SDK: start it, and call `instrument()` with no argument. Only reconciles are shown here, with
// what leads to them and what happens inside; syncs and watches are spans too.
const tracer = new ConsoleTracer((name, parent) => name.startsWith('wait') || parent !== undefined);
const stopTracing = instrument({ tracer });

const local = await startLocalCluster();
const cluster = await connect({ text: local.kubeconfig });
const manager = await createManager({ cluster, metrics: false, health: false });
let done: () => void = () => {};
manager
  .controller(Namespace)
  .for({ labelSelector: 'team' })
  .settings({ reportFailures: false })
  .reconcile(async ({ key, object, apply }) => {
    if (!object) return;
    // A span of one's own becomes a part of the reconcile's.
    const span = tracer.startSpan('think', {}, activeContext());
    const text = `Welcome, ${key.name}`;
    span.end();
    await apply(ConfigMap, { metadata: { namespace: key.name, name: 'welcome' }, data: { text } });
    done();
  });
await manager.start();

const isDone = new Promise<void>((resolve) => (done = resolve));
await cluster.client.create(Namespace, { metadata: { name: 'red', labels: { team: 'red' } } });
await isDone;
await manager.stop();
stopTracing();
await local.stop();
