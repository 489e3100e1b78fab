import { clusterAccess, gitopsAccess, helmAccess, namespacedAccess } from './access.ts';
import { dashboard } from './dashboard.ts';
import { type Manifest, namespaceAndAccount, serviceMonitor, workload } from './workload.ts';

/** The namespace of examples; an installation names their own. */
const SOME_NAMESPACE = 'default';

/** What is shipped to install the operator with, by path: objects of a YAML file, or the content of a JSON one. */
export const DEPLOYED_FILES: Readonly<Record<string, readonly Manifest[] | Manifest>> = {
  'operator.yaml': [...namespaceAndAccount(), ...clusterAccess(), ...workload({ DEPLOYMENT_TARGET: 'kubernetes' })],
  'deploy/operator-namespaced.yaml': [
    ...namespaceAndAccount(),
    ...namespacedAccess([SOME_NAMESPACE]),
    ...workload({ DEPLOYMENT_TARGET: 'kubernetes', WATCH_NAMESPACES: SOME_NAMESPACE }),
  ],
  'deploy/rbac-gitops.yaml': gitopsAccess(),
  'deploy/rbac-helm.yaml': helmAccess(SOME_NAMESPACE),
  'deploy/servicemonitor.yaml': [serviceMonitor()],
  'deploy/grafana-dashboard.json': dashboard(),
};
