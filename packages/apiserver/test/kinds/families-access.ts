import type { Family } from './family.ts';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const subject = { kind: 'ServiceAccount', name: 'a', namespace: 'default' };

export const access: readonly Family[] = [
  {
    kind: 'Role',
    path: `${RBAC}/namespaces/default/roles`,
    base: { rules: [rule] },
    good: { empty: ['rules', []] },
    bad: [
      ['rules', [{}]],
      ['rules', [{ ...rule, verbs: [] }]],
      ['rules', [{ verbs: ['get'], resources: ['pods'] }]],
      ['rules', [{ verbs: ['get'], apiGroups: [''] }]],
      ['rules', [{ verbs: ['get'], nonResourceURLs: ['/x'] }]],
      ['metadata.name', 'a%b'],
    ],
    changes: [
      ['rules', [{}]],
      ['rules', []],
    ],
  },
  {
    kind: 'ClusterRole',
    path: `${RBAC}/clusterroles`,
    base: { rules: [rule] },
    good: {
      urls: ['rules', [{ verbs: ['get'], nonResourceURLs: ['/x'] }]],
      sum: ['aggregationRule', { clusterRoleSelectors: [{}] }],
    },
    bad: [
      ['rules', [{ ...rule, nonResourceURLs: ['/x'] }]],
      ['aggregationRule', {}],
      ['aggregationRule', { clusterRoleSelectors: [{ matchLabels: { 'a b': 'c' } }] }],
    ],
  },
  {
    kind: 'RoleBinding',
    path: `${RBAC}/namespaces/default/rolebindings`,
    base: { roleRef: { kind: 'Role', name: 'r' }, subjects: [subject] },
    good: {
      users: [
        'subjects',
        [
          { kind: 'User', name: 'u' },
          { kind: 'Group', name: 'g' },
        ],
      ],
    },
    bad: [
      ['roleRef', undefined],
      ['roleRef', { kind: 'Thing', name: 'r' }],
      ['roleRef', { kind: 'Role' }],
      ['roleRef', { kind: 'Role', name: 'a/b' }],
      ['roleRef', { kind: 'Role', name: 'a', apiGroup: 'x' }],
      ['subjects', [{}]],
      ['subjects', [{ kind: 'Robot', name: 'r' }]],
      ['subjects', [{ kind: 'ServiceAccount', name: 'A_' }]],
      ['subjects', [{ ...subject, apiGroup: 'x' }]],
      ['subjects', [{ kind: 'User', name: 'u', apiGroup: 'x' }]],
    ],
    changes: [
      ['roleRef.name', 'other'],
      ['subjects', []],
    ],
  },
  {
    kind: 'ClusterRoleBinding',
    path: `${RBAC}/clusterrolebindings`,
    base: { roleRef: { kind: 'ClusterRole', name: 'r' }, subjects: [subject] },
    bad: [
      ['roleRef.kind', 'Role'],
      ['subjects', [{ kind: 'ServiceAccount', name: 'a' }]],
    ],
    changes: [['roleRef.name', 'other']],
  },
  {
    kind: 'ServiceAccount',
    path: '/api/v1/namespaces/default/serviceaccounts',
    base: {},
    good: {
      full: [
        'secrets',
        [{ name: 's' }],
        ['imagePullSecrets', [{ name: 'p' }]],
        ['automountServiceAccountToken', false],
      ],
    },
    bad: [['metadata.name', 'A_']],
  },
];
