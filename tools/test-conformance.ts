/**
 * `npm run test:conformance`: Kubernetes' own conformance specs, on localcluster and on the real control plane with
 * the same simulated nodes. An argument selects specs by an expression: `npm run test:conformance -- ResourceQuota`.
 *
 * A spec that the real control plane passes and localcluster does not is a failure. See docs/conformance.md.
 */
import { startLocalCluster } from '@slipway/localcluster';
import { type Rule, startNodes } from '@slipway/localcluster/kubelet';
import { ensureTool } from './binaries/index.ts';
import { compare, linesOf } from './conformance/comparison.ts';
import { reasonOutOfReach } from './conformance/reach.ts';
import { conformanceSpecs, runConformance } from './conformance/run.ts';
import type { Spec } from './conformance/spec.ts';
import { startControlPlane } from './control-plane/index.ts';
import { ToolError } from './errors.ts';

/** Two nodes that take pods: the least that a conformant cluster has. */
const NODES = 2;

/** Specs name an image that does not exist, and wait for what follows from it. */
const RULES: readonly Rule[] = [
  { match: { image: /:404$|non-existent|invalid/ }, behaviour: { imagePullError: true } },
];

const onProgress = (line: string): void => void process.stderr.write(`${line}\n`);

async function onLocalCluster(names: readonly string[]): Promise<Spec[]> {
  const cluster = await startLocalCluster({ nodes: NODES, kubelet: { rules: RULES } });
  try {
    return await runConformance(cluster.kubeconfig, names);
  } finally {
    await cluster.stop();
  }
}

async function onControlPlane(names: readonly string[]): Promise<Spec[]> {
  const controlPlane = await startControlPlane({ onProgress });
  try {
    const nodes = await startNodes({ kubeconfig: controlPlane.kubeconfig, nodes: NODES, rules: RULES });
    try {
      return await runConformance(controlPlane.kubeconfig, names);
    } finally {
      await nodes.stop();
    }
  } finally {
    await controlPlane.stop();
  }
}

async function main(selection: string): Promise<number> {
  await ensureTool('e2e', { onProgress });
  const all = (await conformanceSpecs()).filter((name) => new RegExp(selection).test(name));
  const names = all.filter((name) => reasonOutOfReach(name) === undefined);
  onProgress(`${names.length} of ${all.length} specs are within reach; they run on both.`);
  const [local, real] = await Promise.all([onLocalCluster(names), onControlPlane(names)]);
  const comparison = compare(all, local, real);
  process.stdout.write(`${linesOf(comparison).join('\n')}\n`);
  return comparison.failed.length === 0 && comparison.passed.length > 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv[2] ?? '');
} catch (error) {
  if (!(error instanceof ToolError)) throw error;
  process.stdout.write(`${error.code}: ${error.message}\n0 passed, 1 failed\n`);
  process.exitCode = 1;
}
