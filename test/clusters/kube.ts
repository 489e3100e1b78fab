import { readFile } from 'node:fs/promises';
import { type ControlPlane, type ControlPlaneOptions, startControlPlane } from '@slipway/tools/control-plane/index';
import { waitUntil } from '@slipway/tools/processes/index';
import { requestsOf } from './audit-log.ts';
import type { SeenRequest, TestCluster } from './cluster.ts';
import { flavours } from './flavour.ts';

/**
 * How long `requests` waits for requests that have arrived and are not answered, in milliseconds. A
 * client may have the last byte of an answer shortly before the log has the line.
 */
const ANSWER_GRACE_MS = 2_000;

/** A real control plane as a test cluster. */
export async function startKubeTestCluster(options: ControlPlaneOptions = {}): Promise<TestCluster> {
  const controlPlane = await startControlPlane(options);
  return {
    flavour: 'kube',
    capabilities: flavours.kube.capabilities,
    url: controlPlane.url,
    kubeconfig: controlPlane.kubeconfig,
    kubeconfigFor: async (user, groups) => controlPlane.kubeconfigFor(user, groups),
    restart: () => controlPlane.restart(),
    compact: () => controlPlane.compact(),
    requests: () => seenBy(controlPlane),
    stop: () => controlPlane.stop(),
  };
}

async function seenBy({ auditLogPath }: ControlPlane): Promise<readonly SeenRequest[]> {
  let seen: readonly SeenRequest[] = [];
  const grace = AbortSignal.timeout(ANSWER_GRACE_MS);
  const allAnswered = async (): Promise<true | undefined> => {
    seen = requestsOf(await readFile(auditLogPath, 'utf8'));
    return seen.every(({ status }) => status !== 0) ? true : undefined;
  };
  await waitUntil(allAnswered, grace).catch((error: unknown) => {
    if (!grace.aborted) throw error;
  });
  return seen;
}
