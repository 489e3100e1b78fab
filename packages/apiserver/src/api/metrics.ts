import type { Attributes } from '../authorization/index.ts';
import type { Kernel } from '../operations/index.ts';
import { qualifiedName } from '../resources/index.ts';
import type { WatchHub } from '../watch/index.ts';
import type { Exchange } from './exchange.ts';
import { VERSION } from './version.ts';

const VERBS: Readonly<Record<string, string>> = { create: 'POST', update: 'PUT' };

/** Clients choose what they ask for; what they choose must not fill the memory. */
const MOST_SERIES = 5000;

type Labels = Readonly<Record<string, string>>;

/** What the server counts, in the names of a real one; what it does not count is absent, never zero. */
export class Metrics {
  readonly #requests = new Map<string, { readonly labels: Labels; count: number }>();
  readonly #kernel: Kernel;
  readonly #hub: WatchHub;

  constructor(kernel: Kernel, hub: WatchHub) {
    this.#kernel = kernel;
    this.#hub = hub;
  }

  /** Counts an answer. What could not even be read is not counted. */
  answered({ asked, method, path, query, request }: Exchange, status: number): void {
    if (!asked) return;
    const isApply = method === 'PATCH' && (request.headers['content-type'] ?? '').startsWith('application/apply-patch');
    const labels = requestLabels(asked, path, isApply ? 'apply' : asked.verb);
    const dryRun = query.get('dryRun') ?? '';
    const key = `${status}\n${dryRun}\n${labels.join('\n')}`;
    const known = this.#requests.get(key);
    if (known) {
      known.count += 1;
      return;
    }
    if (this.#requests.size >= MOST_SERIES) return;
    const [group, resource, scope, subresource, verb, version] = labels;
    const named = { group, resource, scope, subresource, verb, version };
    const all = { code: String(status), component: 'apiserver', dry_run: dryRun, ...named };
    this.#requests.set(key, { labels: all, count: 1 });
  }

  text(): string {
    const { store, registry } = this.#kernel;
    const build = { git_version: VERSION.gitVersion, major: VERSION.major, minor: VERSION.minor };
    const stored = registry
      .resources()
      .filter((resource) => resource.stored && qualifiedName(resource) === resource.collection);
    const { rss } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const requests = [...this.#requests.values()].map(({ labels, count }) =>
      sample('apiserver_request_total', labels, count),
    );
    const watches = [...this.#hub.sizes()].map(([collection, count]) =>
      sample('apiserver_longrunning_requests', { ...resourceLabels(collection), verb: 'WATCH' }, count),
    );
    const objects = stored.map(({ collection }) =>
      sample('apiserver_storage_objects', { resource: collection }, store.count(collection)),
    );
    return [
      family('apiserver_request_total', 'counter', 'Requests by what was asked and answered.', requests),
      family('apiserver_longrunning_requests', 'gauge', 'Open watches by resource.', watches),
      family('apiserver_storage_objects', 'gauge', 'Objects by resource.', objects),
      family('kubernetes_build_info', 'gauge', 'The version that is served.', [
        sample('kubernetes_build_info', build, 1),
      ]),
      family('process_cpu_seconds_total', 'counter', 'CPU time of the process.', [
        sample('process_cpu_seconds_total', {}, (user + system) / 1e6),
      ]),
      family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [
        sample('process_resident_memory_bytes', {}, rss),
      ]),
    ].join('');
  }
}

type RequestLabels = readonly [
  group: string,
  resource: string,
  scope: string,
  subresource: string,
  verb: string,
  version: string,
];

function requestLabels(asked: Attributes, path: string, verb: string): RequestLabels {
  const shown = (VERBS[verb] ?? verb).toUpperCase();
  if ('path' in asked) return ['', '', '', path, shown, ''];
  const { group, resource, subresource, namespace, name } = asked;
  const isObject = name !== '' || verb === 'create';
  const scope = isObject ? 'resource' : namespace === '' ? 'cluster' : 'namespace';
  return [group, resource, scope, subresource, shown, path.split('/', 4)[group === '' ? 2 : 3] ?? ''];
}

function resourceLabels(collection: string): Labels {
  const [resource = '', ...group] = collection.split('.');
  return { component: 'apiserver', group: group.join('.'), resource };
}

function family(name: string, type: string, help: string, samples: readonly string[]): string {
  return samples.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.join('')}`;
}

function sample(name: string, labels: Labels, value: number): string {
  const shown = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${shown.length === 0 ? '' : `{${shown.join(',')}}`} ${value}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
