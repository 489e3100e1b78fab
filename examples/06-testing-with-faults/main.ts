import { websiteDefinition } from '@slipway/example-children/website';
import { connect, installDefinition } from '@slipway/kube';
import { startLocalCluster } from '@slipway/localcluster';
import { keepsItsOrder, staysStable, survivesCrashes } from './checks.ts';

const local = await startLocalCluster();
const cluster = await connect({ text: local.kubeconfig });
await installDefinition(cluster.client, websiteDefinition);
await cluster.close();

// Fake time: two minutes of quiet after every crash pass in a moment.
console.log(await survivesCrashes(local.kubeconfig, { time: 'fake', withinMs: 60_000 }));
console.log(await staysStable(local.kubeconfig));
console.log(await keepsItsOrder());
await local.stop();
