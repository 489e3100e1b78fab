// Watches twenty kinds with one controller of @slipway/runtime, in a cluster where nothing happens.
import { connect } from '@slipway/kube';
import * as kinds from '@slipway/kube/kinds';
import { createManager } from '@slipway/runtime';
import { converse, readOptions } from '../conversation.mjs';

const WATCHES = 20;
// The server itself renews leases.
const { ConfigMap, Lease: _lease, ...others } = kinds;
const watched = Object.values(others)
  .filter((kind) => typeof kind === 'object')
  .slice(0, WATCHES - 1);

const options = readOptions();
const address = '127.0.0.1:0';
const cluster = await connect({ path: options.kubeconfig });
const manager = await createManager({ cluster, metrics: { address }, health: { address } });
watched
  .reduce((builder, kind) => builder.watches(kind, () => []), manager.controller(ConfigMap))
  .reconcile(() => undefined);

await converse(options, async () => {
  await manager.start();
  return watched.length + 1;
});
