/** An operator in a process of its own: its kubeconfig is in the environment, its behaviour the argument. */
import { connect, type Logger, silentLogger } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { createManager } from '@slipway/runtime';

const [behaviour = ''] = process.argv.slice(2);
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const logger: Logger = {
  ...silentLogger,
  error: ({ reconcileID, error }, message) => say({ error: (error as Error).message, reconcileID, message }),
};
const cluster = await connect({ text: process.env['TEST_KUBECONFIG'] ?? '', logger });
const manager = await createManager({
  cluster,
  metrics: false,
  health: false,
  leaderElection: { name: 'demo', namespace: 'default' },
  shutdown: { finishMs: 60_000 },
});
manager
  .controller(ConfigMap)
  .for({ namespaces: ['default'] })
  .reconcile(async ({ reconcileID }) => {
    say({ reconcileID });
    // On purpose nobody awaits it.
    if (behaviour === 'floating') void Promise.reject(new Error('forgotten'));
    if (behaviour === 'endless') await new Promise(() => {});
  });
const running = manager.run();
say({ running: true });
await running;
say({ ended: true });
