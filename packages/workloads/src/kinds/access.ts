import { type Draft, type Manifest, metadataOf } from '../manifests/index.ts';
import type { Workload } from '../model/index.ts';
import { checkDnsLabel, checkKeys, type Report } from '../report/index.ts';

const RBAC = { apiVersion: 'rbac.authorization.k8s.io/v1', group: 'rbac.authorization.k8s.io' } as const;

/** A ServiceAccount, and what it may do in this namespace. */
export function access(workload: Workload, report: Report): Draft<Manifest>[] {
  const { account, namespace } = workload;
  if (account === undefined) return [];
  const { rules = [], subject, name = workload.name, annotations } = account;
  if (account.name !== undefined) checkDnsLabel(name, 'account.name', report);
  checkKeys(annotations, 'account.annotations', report);
  rules.forEach(({ verbs, resources = [], nonResourceURLs = [] }, index) => {
    if (verbs.length === 0 || resources.length === 0 || nonResourceURLs.length > 0)
      report('WORKLOAD_MISSING', `account.rules[${index}]`, 'needs verbs and resources; a Role admits no URLs');
  });
  const metadata = metadataOf(workload, { name });
  const owner = subject ?? { name, namespace };
  return [
    ...(subject === undefined
      ? [
          {
            apiVersion: 'v1',
            kind: 'ServiceAccount',
            metadata: metadataOf(workload, { name, ...(annotations && { annotations }) }),
            // Pods that want the token say so themselves.
            automountServiceAccountToken: false,
          } as const,
        ]
      : []),
    ...(rules.length > 0
      ? [
          { apiVersion: RBAC.apiVersion, kind: 'Role', metadata, rules } as const,
          {
            apiVersion: RBAC.apiVersion,
            kind: 'RoleBinding',
            metadata,
            roleRef: { apiGroup: RBAC.group, kind: 'Role', name },
            subjects: [{ kind: 'ServiceAccount', name: owner.name, namespace: owner.namespace }],
          } as const,
        ]
      : []),
  ];
}
