/** One replica of an operator that copies each ConfigMap labelled `copy` and says what it does. */
import { connect } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { createManager } from '@slipway/runtime';

const [name = '', namespace = ''] = process.argv.slice(2);
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const cluster = await connect({ text: process.env['TEST_KUBECONFIG'] ?? '', operator: { name, version: '1' } });
const manager = await createManager({
  cluster,
  metrics: false,
  health: false,
  logLevel: 'silent',
  leaderElection: { name: 'replicas', namespace, leaseMs: 3000, renewDeadlineMs: 2000, retryMs: 300 },
});
manager
  .controller(ConfigMap)
  .for({ namespaces: [namespace], labelSelector: 'copy' })
  .settings({ reportFailures: false })
  .reconcile(async ({ object, client, key }) => {
    if (!object) return;
    const copy = { namespace, name: `${key.name}-copy` };
    const present = await client.live.get(ConfigMap, copy);
    if (present?.data?.['of'] === object.metadata.resourceVersion) return;
    const data = { of: object.metadata.resourceVersion ?? '' };
    if (present) await client.update(ConfigMap, { ...present, data });
    else await client.create(ConfigMap, { metadata: copy, data });
    say({ copied: key.name });
  });
await manager.run();
