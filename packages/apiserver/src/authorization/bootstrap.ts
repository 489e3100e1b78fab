import { freeze, type JsonObject, type KubeObject } from '../objects/index.ts';
import { aggregatedRules } from './aggregation.ts';
import { bootstrapTable } from './bootstrap-table.ts';
import type { PolicyRule } from './rule.ts';

const GROUP = 'rbac.authorization.k8s.io';
const AUTO_UPDATE = 'rbac.authorization.kubernetes.io/autoupdate';
const BOOTSTRAPPING = 'kubernetes.io/bootstrapping';
const AGGREGATE_TO = 'rbac.authorization.k8s.io/aggregate-to-';

/** An object that a server makes at its first start. */
export interface SeededObject {
  /** As the registry names it. */
  readonly resource: string;
  /** Without uid and times: those are a cluster's own. */
  readonly object: KubeObject;
}

let policy: readonly SeededObject[] | undefined;

/**
 * The roles and bindings of a new cluster (K-170), read from a table with a line per object or rule:
 *
 *     ClusterRole view <view        gathers what is aggregated to view
 *     ClusterRole system:x >view    is aggregated to view
 *     get,list core,apps pods,a/b [names]    a rule of the role above it
 *     get / /healthz,/livez         one on paths
 *     Binding [namespace/]name role subjects…   `G:`, `U:` and `S:` begin groups, users, service accounts
 *
 * Read once, frozen, and shared by all clusters of the process.
 */
export function bootstrapPolicy(): readonly SeededObject[] {
  policy ??= freeze(gathered(readTable()));
  return policy;
}

function readTable(): SeededObject[] {
  const seeded: SeededObject[] = [];
  let rules: PolicyRule[] = [];
  for (const line of bootstrapTable.trim().split('\n')) {
    const [head = '', ...cells] = line.split(' ');
    if (head === 'ClusterRole' || head === 'Role') seeded.push(role(head, cells, (rules = [])));
    else if (head === 'Binding') seeded.push(binding(cells));
    else rules.push(rule(head, cells));
  }
  return seeded;
}

/** In rounds: `admin` gathers `edit`, which gathers `view`. */
function gathered(seeded: readonly SeededObject[]): readonly SeededObject[] {
  let now = seeded;
  for (let round = 0; round < 3; round++) {
    const roles = now.filter(({ resource }) => resource === `clusterroles.${GROUP}`).map(({ object }) => object);
    now = now.map((one) => {
      const rules = aggregatedRules(one.object, roles);
      return rules ? { ...one, object: { ...one.object, rules } } : one;
    });
  }
  return now;
}

type Notes = { readonly namespace: string; readonly name: string; readonly aggregatesTo?: string | undefined };

function metadata({ namespace, name, aggregatesTo }: Notes, ...managedFields: JsonObject[]): KubeObject['metadata'] {
  const labels = {
    [BOOTSTRAPPING]: 'rbac-defaults',
    ...(aggregatesTo && { [`${AGGREGATE_TO}${aggregatesTo}`]: 'true' }),
  };
  return { name, ...(namespace && { namespace }), labels, annotations: { [AUTO_UPDATE]: 'true' }, managedFields };
}

function owner(manager: string, operation: string, fieldsV1: JsonObject): JsonObject {
  return { manager, operation, apiVersion: `${GROUP}/v1`, fieldsType: 'FieldsV1', fieldsV1 };
}

function serverOwns(notes: Notes, fields: JsonObject): JsonObject {
  const labels = [BOOTSTRAPPING, ...(notes.aggregatesTo ? [`${AGGREGATE_TO}${notes.aggregatesTo}`] : [])];
  return owner('kube-apiserver', 'Update', {
    ...fields,
    'f:metadata': {
      'f:annotations': { '.': {}, [`f:${AUTO_UPDATE}`]: {} },
      'f:labels': { '.': {}, ...Object.fromEntries(labels.map((label) => [`f:${label}`, {}])) },
    },
  });
}

function role(kind: string, [path = '', ...marks]: readonly string[], rules: PolicyRule[]): SeededObject {
  const mark = (sign: string): string | undefined => marks.find((one) => one.startsWith(sign))?.slice(1);
  const gathers = mark('<');
  const notes = { ...place(path), aggregatesTo: mark('>') };
  const resource = `${kind.toLowerCase()}s.${GROUP}`;
  if (gathers === undefined) {
    return { resource, object: { metadata: metadata(notes, serverOwns(notes, { 'f:rules': {} })), rules } };
  }
  const clusterRoleSelectors = [{ matchLabels: { [`${AGGREGATE_TO}${gathers}`]: 'true' } }];
  const own = serverOwns(notes, { 'f:aggregationRule': { '.': {}, 'f:clusterRoleSelectors': {} } });
  const gatherer = owner('clusterrole-aggregation-controller', 'Apply', { 'f:rules': {} });
  return {
    resource,
    object: { metadata: metadata(notes, gatherer, own), rules, aggregationRule: { clusterRoleSelectors } },
  };
}

function rule(verbs: string, [groups = '', resources = '', names]: readonly string[]): PolicyRule {
  const list = (text: string): string[] => text.split(',');
  if (groups === '/') return { verbs: list(verbs), nonResourceURLs: list(resources) };
  return {
    verbs: list(verbs),
    apiGroups: list(groups).map((group) => (group === 'core' ? '' : group)),
    resources: list(resources),
    ...(names !== undefined && { resourceNames: list(names) }),
  };
}

const SUBJECT_KINDS: Readonly<Record<string, string>> = { G: 'Group', U: 'User' };

function binding([path = '', roleName = '', ...subjects]: readonly string[]): SeededObject {
  const notes = place(path);
  const isLocal = notes.namespace !== '';
  const owns = serverOwns(notes, { 'f:roleRef': {}, ...(subjects.length > 0 && { 'f:subjects': {} }) });
  return {
    resource: `${isLocal ? 'rolebindings' : 'clusterrolebindings'}.${GROUP}`,
    object: {
      metadata: metadata(notes, owns),
      ...(subjects.length > 0 && { subjects: subjects.map(subject) }),
      roleRef: { apiGroup: GROUP, kind: isLocal ? 'Role' : 'ClusterRole', name: roleName },
    },
  };
}

function subject(text: string): object {
  const [mark, rest] = [text.slice(0, 1), text.slice(2)];
  const kind = SUBJECT_KINDS[mark];
  if (kind) return { kind, apiGroup: GROUP, name: rest };
  const { namespace, name } = place(rest);
  return { kind: 'ServiceAccount', name, namespace };
}

function place(path: string): { readonly namespace: string; readonly name: string } {
  const slash = path.indexOf('/');
  return { namespace: path.slice(0, Math.max(0, slash)), name: path.slice(slash + 1) };
}
