/**
 * Writes src/resources/built-in-table.ts from the discovery of a real API server.
 *
 *   npx tsx packages/apiserver/scripts/derive-resources.ts <kubeconfig>
 *
 * With `--check` nothing is written; the exit code tells whether the table is still true.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** L-2, and what kube-scheduler and kube-controller-manager look at when they start (K-171, K-172). */
const GROUPS = new Set([
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'apps',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'flowcontrol.apiserver.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
]);

const ALL_VERBS = 'create delete deletecollection get list patch update watch';
const TARGET = fileURLToPath(new URL('../src/resources/built-in-table.ts', import.meta.url));

interface DiscoveredKind {
  group: string;
  version: string;
  kind: string;
}

interface DiscoveredResource {
  resource: string;
  responseKind: DiscoveredKind;
  scope: string;
  singularResource: string;
  verbs: string[];
  shortNames?: string[];
  categories?: string[];
  subresources?: { subresource: string; responseKind: DiscoveredKind; verbs: string[] }[];
}

interface DiscoveredGroup {
  metadata: { name?: string };
  versions: { version: string; resources: DiscoveredResource[] }[];
}

interface Kubeconfig {
  clusters: { cluster: Record<string, string> }[];
  users: { user: Record<string, string> }[];
}

function content(entry: Record<string, string>, name: string): string | undefined {
  const inline = entry[`${name}-data`];
  if (inline) return Buffer.from(inline, 'base64').toString();
  return entry[name] && readFileSync(entry[name], 'utf8');
}

function discover(kubeconfig: Kubeconfig, path: string): Promise<DiscoveredGroup[]> {
  const cluster = kubeconfig.clusters[0]?.cluster ?? {};
  const user = kubeconfig.users[0]?.user ?? {};
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  return new Promise((resolve, reject) => {
    const options = {
      ca: content(cluster, 'certificate-authority'),
      cert: content(user, 'client-certificate'),
      key: content(user, 'client-key'),
      headers: { accept, ...(user['token'] && { authorization: `Bearer ${user['token']}` }) },
    };
    get(`${cluster['server']}${path}`, options, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (body += chunk));
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve((JSON.parse(body) as { items: DiscoveredGroup[] }).items)
          : reject(new Error(`${path} answered ${answer.statusCode}: ${body.slice(0, 200)}`)),
      );
    }).on('error', reject);
  });
}

const words = (list: readonly string[] | undefined): string => (list ?? []).join(' ');
const verbs = (list: readonly string[]): string => (words(list) === ALL_VERBS ? '*' : words(list));

function row(resource: DiscoveredResource): string {
  const cells: [string, string][] = [
    ['plural', resource.resource],
    ['singular', resource.singularResource],
    ['kind', resource.responseKind.kind],
    ['scope', resource.scope],
    ['verbs', verbs(resource.verbs)],
    ['short', words(resource.shortNames)],
    ['categories', words(resource.categories)],
  ];
  const fields = cells.filter(([, value]) => value !== '').map(([name, value]) => `${name}: '${value}'`);
  const subresources = (resource.subresources ?? []).map(({ subresource, responseKind, verbs: list }) => {
    const { group, version, kind } = responseKind;
    const own = kind === resource.responseKind.kind ? '' : `, '${[group, version, kind].filter(Boolean).join('/')}'`;
    return `['${subresource}', '${verbs(list)}'${own}]`;
  });
  if (subresources.length > 0) fields.push(`sub: [${subresources.join(', ')}]`);
  return `      { ${fields.join(', ')} },`;
}

function table(groups: readonly DiscoveredGroup[]): string {
  const served = groups.filter((group) => GROUPS.has(group.metadata.name ?? ''));
  const blocks = served.flatMap((group) =>
    group.versions.map(
      ({ version, resources }) =>
        `  {\n    group: '${group.metadata.name ?? ''}',\n    version: '${version}',\n    resources: [\n${resources.map(row).join('\n')}\n    ],\n  },`,
    ),
  );
  return `// Derived from the discovery of a real API server by scripts/derive-resources.ts; not edited by hand.
import type { GroupVersionRow } from './built-in-row.ts';

// biome-ignore format: one line per resource
export const builtInTable: readonly GroupVersionRow[] = [
${blocks.join('\n')}
];
`;
}

const [kubeconfigPath, flag] = process.argv.slice(2);
if (!kubeconfigPath) throw new Error('usage: derive-resources.ts <kubeconfig> [--check]');
const kubeconfig = parse(readFileSync(kubeconfigPath, 'utf8')) as Kubeconfig;
const text = table([...(await discover(kubeconfig, '/api')), ...(await discover(kubeconfig, '/apis'))]);
if (flag !== '--check') writeFileSync(TARGET, text);
else if (readFileSync(TARGET, 'utf8') !== text) {
  process.stderr.write('built-in-table.ts differs from what the API server serves; run without --check.\n');
  process.exitCode = 1;
}
