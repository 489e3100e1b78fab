import { connect } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';

// The cluster that KUBECONFIG, the pod or ~/.kube/config names.
const cluster = await connect({ operator: { name: 'painter', version: '1.0.0' } });
const { client, namespace } = cluster;

// A cache mirrors the server: reading it costs no request, and events arrive in order.
const colours = cluster.cache(ConfigMap, { namespaces: [namespace], labelSelector: 'example=painter' });
const gone = new Promise<void>((resolve) => {
  colours.onEvent(({ type, object }) => {
    console.log(type, object.metadata?.name, object.data?.['colour']);
    if (type === 'deleted') resolve();
  });
});
await colours.waitForSync();

const paint = { name: 'paint', namespace };
await client.create(ConfigMap, { metadata: { ...paint, labels: { example: 'painter' } }, data: { colour: 'red' } });
await client.patch(ConfigMap, paint, { merge: { data: { colour: 'green' } } });
await client.delete(ConfigMap, paint);
await gone;
await cluster.close();
