// Runs localclusters, as they are built for release. They start when the harness says so, and leave a kubeconfig each
// in a folder: `0.kubeconfig`, `1.kubeconfig`, …
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalCluster } from '@slipway/localcluster';
import { converse, readOptions } from '../conversation.mjs';

const options = readOptions({
  folder: { type: 'string' },
  clusters: { type: 'string', default: '1' },
  nodes: { type: 'string' },
});
const count = Number(options.clusters);
const clusterOptions = options.nodes === undefined ? {} : { nodes: Number(options.nodes) };

await converse(options, async () => {
  for (let index = 0; index < count; index++) {
    const { kubeconfig } = await startLocalCluster(clusterOptions);
    writeFileSync(join(options.folder, `${index}.kubeconfig`), kubeconfig);
  }
  return count;
});
