import type { Target } from '../operations/index.ts';
import type { Registry } from '../resources/index.ts';
import { badRequest, methodNotAllowed, notFound, resourceUnknown, verbNotSupported } from '../status/index.ts';
import { flag } from './list-options.ts';

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** Where a path points. */
export type Route =
  | { readonly to: 'objects'; readonly target: Target; readonly verb: Verb; readonly rest: string }
  | { readonly to: 'group-version'; readonly group: string; readonly version: string }
  | { readonly to: 'group'; readonly group: string }
  | { readonly to: 'path'; readonly path: string }
  /** K-82: nothing is known under this path. */
  | { readonly to: 'nowhere' };

/** Behind it a path of its own goes on. */
const PROXY = 'proxy';

const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize']);

/** What is asked for, and where. */
export interface Asked {
  readonly method: string;
  /** Decoded. */
  readonly path: string;
  /** As it was sent: proxies pass on what is behind them. */
  readonly rawPath: string;
  readonly query: URLSearchParams;
}

export function routeOf(registry: Registry, { method, path, rawPath, query }: Asked): Route {
  const all = path.split('/').slice(1);
  if (all[all.length - 1] === '') all.pop();
  const subresourceAt = all[2] === 'namespaces' ? 6 : 4;
  const isProxy = all[0] === 'api' && all[subresourceAt] === PROXY;
  const rest = isProxy ? behindProxy(rawPath, subresourceAt) : '';
  const parts = isProxy ? all.slice(0, subresourceAt + 1) : all;
  const [root, ...below] = parts;
  if (root === 'api' && below.length > 0) return inGroup(registry, method, '', below, query, rest);
  if (root === 'apis' && below.length > 0) {
    const [group = '', ...inside] = below;
    if (!registry.groups().has(group)) return { to: 'nowhere' };
    return inside.length === 0 ? { to: 'group', group } : inGroup(registry, method, group, inside, query, rest);
  }
  return { to: 'path', path: `/${parts.join('/')}` };
}

function inGroup(
  registry: Registry,
  method: string,
  group: string,
  parts: readonly string[],
  query: URLSearchParams,
  behind: string,
): Route {
  const [version = '', ...rest] = parts;
  const isServed = registry.groups().get(group)?.includes(version) ?? false;
  if (isServed && rest.length === 0) return { to: 'group-version', group, version };
  const target = isServed ? targetOf(registry, group, version, rest) : undefined;
  if (target && isOutside(target, method)) return { to: 'nowhere' };
  if (target) return { to: 'objects', target, verb: verbOf(method, target, query), rest: behind };
  // A group that CRDs alone make has nobody who would answer for what is not in it.
  if (!registry.isBuiltIn(group)) return { to: 'nowhere' };
  throw resourceUnknown();
}

function targetOf(registry: Registry, group: string, version: string, parts: readonly string[]): Target | undefined {
  let namespace: string | undefined;
  let rest = parts;
  const [first, second, third] = parts;
  const isNamespaceItself = group === '' && NAMESPACE_SUBRESOURCES.has(third ?? '') && parts.length === 3;
  if (first === 'namespaces' && parts.length > 2 && !isNamespaceItself) {
    namespace = second;
    rest = parts.slice(2);
  }
  const [plural = '', name, subresource, ...more] = rest;
  const found = registry.find(group, version, plural);
  if (!found || more.length > 0) return undefined;
  const { resource, served } = found;
  if (name?.includes('%')) throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: may not contain '%'`);
  // A namespaced object has no address outside its namespace, a cluster-scoped one none inside.
  if (resource.namespaced ? namespace === undefined && name !== undefined : namespace !== undefined) return undefined;
  if (subresource !== undefined && !served.subresources.some((one) => one.name === subresource)) {
    throw resource.custom ? notFound(resource, name ?? '') : resourceUnknown();
  }
  return { resource, served, namespace, name, subresource };
}

/** Nobody answers for a custom kind outside of its namespaces, but for what is about all of them. */
function isOutside({ resource, namespace }: Target, method: string): boolean {
  return resource.custom && resource.namespaced && namespace === undefined && method !== 'GET';
}

function verbOf(method: string, target: Target, query: URLSearchParams): Verb {
  const verb =
    target.name === undefined ? collectionVerb(method, target, query) : objectVerb(method, target.subresource);
  const sub = target.served.subresources.find((one) => one.name === target.subresource);
  if (verb === undefined) throw methodNotAllowed();
  if (!(sub ?? target.served).verbs.includes(verb)) {
    throw sub && target.resource.custom ? verbNotSupported(target.resource, verb) : methodNotAllowed();
  }
  return verb;
}

function collectionVerb(method: string, { resource, namespace }: Target, query: URLSearchParams): Verb | undefined {
  if (method === 'GET') return flag(query, 'watch') ? 'watch' : 'list';
  // Writes to a namespaced collection name the namespace.
  if (resource.namespaced && namespace === undefined) return undefined;
  if (method === 'POST') return 'create';
  return method === 'DELETE' ? 'deletecollection' : undefined;
}

function objectVerb(method: string, subresource: string | undefined): Verb | undefined {
  if (method === 'POST') return subresource === undefined ? undefined : 'create';
  const verbs: Readonly<Record<string, Verb>> = { GET: 'get', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };
  return Object.hasOwn(verbs, method) ? verbs[method] : undefined;
}

/** What follows so many steps and the subresource, with its slash. A step may end in `%2f` too. */
function behindProxy(rawPath: string, steps: number): string {
  const step = '(?:/|%2[fF])(?:(?!%2[fF])[^/])*';
  return rawPath.replace(new RegExp(`^${step}(?:${step}){${steps}}`), '');
}
