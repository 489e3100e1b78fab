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
  /** Gives or takes the right to write of an operator whose rights are granted. */
  allowWrites(isAllowed: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** An administrator: no rule is asked. `granted`: by a ClusterRole, whose right to write can be taken and given back. */
export type Rights = 'administrator' | 'granted';

/** A new one for every run, so that each starts equal and its log is its own. */
export async function startOperatorGround(rights: Rights = 'administrator'): Promise<OperatorGround> {
  const plane = await startControlPlane({
    controllerManager: false,
    scheduler: false,
    auditPolicy,
    // Off the path of requests; the buffer holds a whole burst, so that none is dropped.
    apiServerArguments: ['--audit-log-mode=batch', '--audit-log-batch-buffer-size=100000'],
  });
  try {
    const kubeconfigPath = join(plane.folder, 'contestant.kubeconfig');
    const groups = rights === 'administrator' ? ['system:masters'] : [];
    await writeFile(kubeconfigPath, plane.kubeconfigFor(CONTESTANT, groups), { mode: 0o600 });
    const call = apiCaller(plane.kubeconfig);
    if (rights === 'granted') await bindRole(call);
    await call('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
    await call('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetDefinition);
    await waitUntil(async () => await call('GET', widgetsPath).catch(() => undefined));
    return {
      kubeconfigPath,
      folder: plane.folder,
      call,
      audit: new AuditLog(plane.auditLogPath),
      allowWrites: async (isAllowed) => void (await call('PATCH', ROLE_PATH, { rules: rulesOf(isAllowed) })),
      stop: () => plane.stop(),
    };
  } catch (error) {
    await plane.stop();
    throw error;
  }
}

const RBAC = 'rbac.authorization.k8s.io';
const ROLE_PATH = `/apis/${RBAC}/v1/clusterroles/${CONTESTANT}`;

function rulesOf(mayWrite: boolean): object[] {
  const rule = (verbs: readonly string[]): object => ({ apiGroups: ['*'], resources: ['*'], verbs });
  const read = rule(['get', 'list', 'watch']);
  return mayWrite ? [read, rule(['create', 'update', 'patch', 'delete'])] : [read];
}

async function bindRole(call: ApiCaller): Promise<void> {
  const metadata = { name: CONTESTANT };
  await call('POST', `/apis/${RBAC}/v1/clusterroles`, { metadata, rules: rulesOf(true) });
  await call('POST', `/apis/${RBAC}/v1/clusterrolebindings`, {
    metadata,
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: CONTESTANT },
    subjects: [{ apiGroup: RBAC, kind: 'User', name: CONTESTANT }],
  });
}
