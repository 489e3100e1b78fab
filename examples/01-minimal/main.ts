import { connect, defineKind, installDefinition } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { startLocalCluster } from '@slipway/localcluster';
import { createManager } from '@slipway/runtime';

// A cluster in this process. To use the one of your kubeconfig: `const cluster = await connect()`.
const local = await startLocalCluster();
const cluster = await connect({ text: local.kubeconfig });

// What users write: a Greeting with a name to greet.
const Greeting = defineKind<{ name: string }>({
  group: 'example.dev',
  version: 'v1',
  kind: 'Greeting',
  plural: 'greetings',
  scope: 'Namespaced',
});
await installDefinition(cluster.client, {
  metadata: { name: 'greetings.example.dev' },
  spec: {
    group: 'example.dev',
    scope: 'Namespaced',
    names: { kind: 'Greeting', plural: 'greetings', singular: 'greeting' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { name: { type: 'string' } } } },
          },
        },
      },
    ],
  },
});

// What they get: a ConfigMap with the text. It runs for every Greeting, again when the Greeting or its
// ConfigMap changes, and sends nothing when there is nothing to change.
const manager = await createManager({ cluster, metrics: false, health: false });
manager
  .controller(Greeting)
  .owns(ConfigMap)
  .reconcile(async ({ key: { namespace, name }, object, apply }) => {
    if (!object) return console.log(`${name} is gone`);
    const { data } = await apply(ConfigMap, {
      metadata: { namespace, name },
      data: { text: `Hello, ${object.spec.name}!` },
    });
    console.log(`${name} says: ${data?.['text']}`);
  });

await cluster.client.create(Greeting, { metadata: { namespace: 'default', name: 'first' }, spec: { name: 'world' } });
await manager.run(); // Until Ctrl-C.
await local.stop();
