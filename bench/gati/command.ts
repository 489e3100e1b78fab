import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GatiHandlerKind } from '@gati-framework/operator';
import { gatiHandlers } from '@gati-framework/operator/types';
import { connect, installDefinition } from '@slipway/kube';
import { runToEnd } from '../crd/finished-process.ts';
import { withLocalClusters } from '../localcluster/local-server.ts';
import { formatMs, formatTable } from '../report/index.ts';
import { median } from '../statistics/index.ts';
import type { Benchmark } from './benchmark.ts';

/** The command line as it is built for release. */
const SLIPWAY = fileURLToPath(new URL('../../cli/dist/main.js', import.meta.url));
const RUNS_PER_BLOCK = 7;

/** What a person pays for one GET: start-up, kubeconfig, TLS and a page. */
export const command: Benchmark = {
  name: 'command',
  summary: 'CPU time of slipway gati status, beside slipway --version and Node alone',
  run({ plan, cores }) {
    return withLocalClusters({ cores }, async ({ start, kubeconfigs }) => {
      await start();
      const [text = ''] = await kubeconfigs();
      const kubeconfig = join(tmpdir(), `bench-command-${process.pid}`);
      await writeFile(kubeconfig, text, { mode: 0o600 });
      const cluster = await connect({ text });
      try {
        await installDefinition(cluster.client, gatiHandlers.manifest);
        await cluster.client.create(GatiHandlerKind, {
          metadata: { namespace: 'default', name: 'users' },
          spec: { handlerPath: '/users', version: 'v1', replicas: 1, image: 'users:v1', port: 80 },
        });
      } finally {
        await cluster.close();
      }
      const commands = {
        'node -e 0': ['-e', '0'],
        'slipway --version': [SLIPWAY, '--version'],
        'slipway gati status': [SLIPWAY, 'gati', 'status', 'users', '--kubeconfig', kubeconfig],
      };
      const figures: Record<string, { cpuMs: number; ms: number }> = {};
      for (const [name, args] of Object.entries(commands)) {
        const runs = [];
        for (let run = 0; run < plan.blocks * RUNS_PER_BLOCK; run++)
          runs.push(await runToEnd(cores, [process.execPath, ...args]));
        figures[name] = {
          cpuMs: median(runs.map(({ cpuSeconds }) => cpuSeconds * 1000)),
          ms: median(runs.map(({ ms }) => ms)),
        };
      }
      const rows = Object.entries(figures).map(([name, { cpuMs, ms }]) => [name, formatMs(cpuMs), formatMs(ms)]);
      return {
        title: `One command (median of ${plan.blocks * RUNS_PER_BLOCK} processes)`,
        markdown: formatTable(['', 'CPU', 'from start to end'], rows),
        data: figures,
      };
    });
  },
};
