import { connect, isKubeError } from '@slipway/kube';
import { Secret } from '@slipway/kube/kinds';
import { TargetError } from '../errors.ts';
import { isPending, type ReleaseStatus } from './answers.ts';

/** Where helm keeps one revision of a release: a Secret, unless it is configured to use something else. */
function recordName(release: string, revision: number): string {
  return `sh.helm.release.v1.${release}.v${revision}`;
}

/**
 * Deletes the record of one pending revision and nothing else: what it had put into the cluster stays,
 * and helm adopts it when the change is made again. Any other revision is refused.
 */
export async function deletePendingRecord(
  kubeconfig: string | undefined,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  revision: number,
  signal?: AbortSignal,
): Promise<void> {
  const cluster = await connect(kubeconfig === undefined ? {} : { text: kubeconfig });
  try {
    const ref = { namespace, name: recordName(name, revision) };
    const options = signal ? { signal } : {};
    const record = await cluster.client.live.get(Secret, ref, options);
    const status = (record?.metadata.labels?.['status'] ?? 'unknown') as ReleaseStatus;
    const { uid, resourceVersion } = record?.metadata ?? {};
    if (!isPending(status) || !uid || !resourceVersion) throw notPending(name, namespace, revision, status);
    // This very version: a helm that still runs would have written it since.
    await cluster.client.delete(Secret, ref, { ...options, uid, resourceVersion }).catch((error: unknown) => {
      throw isKubeError(error, 'KUBE_CONFLICT') ? notPending(name, namespace, revision, 'changed meanwhile') : error;
    });
  } finally {
    await cluster.close();
  }
}

function notPending(name: string, namespace: string, revision: number, status: string): TargetError {
  return new TargetError(
    'HELM_NOT_PENDING',
    `Revision ${revision} of release "${name}" in namespace "${namespace}" is not pending (${status}); its record was ` +
      'left alone. Read the history again.',
  );
}
