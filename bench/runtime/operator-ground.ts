import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startControlPlane } from '@slipway/tools/control-plane/index';
import { waitUntil } from '@slipway/tools/processes/index';
import { type ApiCaller, apiCaller } from '../ground/index.ts';
import { AuditLog, auditPolicy } from './audit-log.ts';
import { NAMESPACE, widgetDefinition, widgetsPath } from './widget.ts';

/** The user that operators under test are to the API server. */
export const CONTESTANT = 'contestant';

/** An API server of one run: empty but for the kind Widget, and every request written down. */
export interface OperatorGround {
  readonly kubeconfigPath: string;
  readonly folder: string;
  readonly call: ApiCaller;
  readonly audit: AuditLog;
  stop(): Promise<void>;
}

/** A new one for every run, so that each starts equal and its log is its own. */
export async function startOperatorGround(): Promise<OperatorGround> {
  const plane = await startControlPlane({
    controllerManager: false,
    scheduler: false,
    auditPolicy,
    // Off the path of requests; the buffer holds a whole burst, so that none is dropped.
    apiServerArguments: ['--audit-log-mode=batch', '--audit-log-batch-buffer-size=100000'],
  });
  try {
    const kubeconfigPath = join(plane.folder, 'contestant.kubeconfig');
    await writeFile(kubeconfigPath, plane.kubeconfigFor(CONTESTANT, ['system:masters']), { mode: 0o600 });
    const call = apiCaller(plane.kubeconfig);
    await call('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
    await call('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetDefinition);
    await waitUntil(async () => await call('GET', widgetsPath).catch(() => undefined));
    return {
      kubeconfigPath,
      folder: plane.folder,
      call,
      audit: new AuditLog(plane.auditLogPath),
      stop: () => plane.stop(),
    };
  } catch (error) {
    await plane.stop();
    throw error;
  }
}
