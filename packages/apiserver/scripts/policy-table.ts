import type { KubeObject } from '../src/objects/index.ts';

const ROOT = '/apis/rbac.authorization.k8s.io/v1';
const BOOTSTRAP = 'labelSelector=kubernetes.io/bootstrapping%3Drbac-defaults';
const AGGREGATE_TO = 'rbac.authorization.k8s.io/aggregate-to-';

interface Rule {
  verbs: string[];
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
}

interface Role extends KubeObject {
  rules: Rule[] | null;
  aggregationRule?: { clusterRoleSelectors: { matchLabels: Record<string, string> }[] };
}

interface Binding extends KubeObject {
  roleRef: { name: string };
  subjects?: { kind: string; name: string; namespace?: string }[];
}

/** The table as the server behind `read` would have it. `read` answers a path with a body. */
export async function policyTable(read: (path: string) => Promise<string>): Promise<string> {
  const list = async <T>(plural: string): Promise<T[]> =>
    (JSON.parse(await read(`${ROOT}/${plural}?${BOOTSTRAP}`)) as { items: T[] }).items;
  const lines = [
    ...(await list<Role>('clusterroles')).flatMap((role) => roleLines('ClusterRole', role)),
    ...(await list<Role>('roles')).flatMap((role) => roleLines('Role', role)),
    ...(await list<Binding>('clusterrolebindings')).map(bindingLine),
    ...(await list<Binding>('rolebindings')).map(bindingLine),
  ];
  return `// Derived from a real API server by scripts/derive-policy.ts; not edited by hand.

/** How to read it: bootstrap.ts. */
export const bootstrapTable = \`
${lines.join('\n')}
\`;
`;
}

function roleLines(kind: string, role: Role): string[] {
  const label = Object.keys(role.metadata.labels ?? {}).find((key) => key.startsWith(AGGREGATE_TO));
  const [selector] = role.aggregationRule?.clusterRoleSelectors ?? [];
  const gathered = Object.keys(selector?.matchLabels ?? {})[0];
  const notes = [
    ...(label ? [`>${label.slice(AGGREGATE_TO.length)}`] : []),
    ...(gathered ? [`<${gathered.slice(AGGREGATE_TO.length)}`] : []),
  ];
  const rules = gathered ? [] : (role.rules ?? []);
  return [[kind, place(role), ...notes].join(' '), ...rules.map(ruleLine)];
}

function ruleLine({ verbs, apiGroups = [], resources = [], resourceNames, nonResourceURLs }: Rule): string {
  if (nonResourceURLs) return `${verbs.join(',')} / ${nonResourceURLs.join(',')}`;
  const groups = apiGroups.map((group) => group || 'core');
  const cells = [verbs, groups, resources, ...(resourceNames ? [resourceNames] : [])];
  return cells.map((cell) => cell.join(',')).join(' ');
}

function bindingLine(binding: Binding): string {
  const subjects = (binding.subjects ?? []).map(({ kind, name, namespace }) =>
    kind === 'ServiceAccount' ? `S:${namespace}/${name}` : `${kind.slice(0, 1)}:${name}`,
  );
  return ['Binding', place(binding), binding.roleRef.name, ...subjects].join(' ');
}

function place({ metadata: { namespace, name } }: KubeObject): string {
  return namespace ? `${namespace}/${name}` : (name ?? '');
}
