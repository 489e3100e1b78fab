/** What a request is about, as an API server's authorizer and audit log see it. */
export interface RequestFacts {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; outside of resources the method. */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  /** Plural; empty for paths that are no resource (`/version`, `/openapi/v3`). */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  /** From the path, or from a field selector on `metadata.name`. */
  readonly name: string;
  readonly userAgent: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The verbs that can change something: what oracles about writes count. */
export const CHANGING_VERBS: readonly string[] = ['create', 'update', 'patch', 'delete', 'deletecollection'];

/** Reads method, path with query and user agent; never fails, since a proxy forwards whatever comes. */
export function requestFacts(method: string, uri: string, userAgent: string): RequestFacts {
  const [path = '', search = ''] = uri.split('?', 2);
  const query = new URLSearchParams(search);
  const at = resourceAt(path.split('/').slice(1).map(decodeSegment));
  const selected = /(?:^|,)metadata\.name=([^,]+)/.exec(query.get('fieldSelector') ?? '')?.[1];
  const name = at.name || (selected ?? '');
  return { ...at, name, verb: verbOf(method, at, query), userAgent, method, path, query };
}

type ResourceAt = Pick<RequestFacts, 'group' | 'version' | 'resource' | 'subresource' | 'namespace' | 'name'>;

const NO_RESOURCE: ResourceAt = { group: '', version: '', resource: '', subresource: '', namespace: '', name: '' };

function resourceAt([root, ...segments]: readonly string[]): ResourceAt {
  if (root !== 'api' && root !== 'apis') return NO_RESOURCE;
  const group = root === 'apis' ? segments.shift() : '';
  const [version, first, second, third, ...rest] = segments;
  if (group === undefined || !version || !first) return NO_RESOURCE;
  // `/namespaces/x` and its two subresources are about the namespace; anything longer is in it.
  const isInNamespace = first === 'namespaces' && second && third && !['status', 'finalize'].includes(third);
  const [namespace, resource, name = '', ...subresource] = isInNamespace
    ? [second, third, ...rest]
    : ['', first, second ?? '', ...(third ? [third, ...rest] : [])];
  return { group, version, resource, subresource: subresource.join('/'), namespace, name };
}

const OBJECT_VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

function verbOf(method: string, at: ResourceAt, query: URLSearchParams): string {
  if (at.resource === '') return method.toLowerCase();
  const verb = OBJECT_VERBS[method] ?? method.toLowerCase();
  if (verb === 'get' && at.name === '') return /^(?:1|true)$/i.test(query.get('watch') ?? '') ? 'watch' : 'list';
  return verb === 'delete' && at.name === '' ? 'deletecollection' : verb;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // Not ours to refuse: the API server will.
  }
}
