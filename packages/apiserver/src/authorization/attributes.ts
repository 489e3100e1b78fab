/** What a request wants, as far as authorization is concerned. */
export type Attributes = ResourceAttributes | PathAttributes;

export interface ResourceAttributes {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

export interface PathAttributes {
  readonly verb: string;
  readonly path: string;
}

const VERBS: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** They belong to the namespace itself; anything else behind it lies in it. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize']);

/**
 * Read from the decoded address alone, before anything is known of what is served: a client without the right is
 * not shown what exists.
 */
export function attributesOf(method: string, path: string, query: URLSearchParams): Attributes {
  const parts = path.split('/').filter((part) => part !== '');
  const isGroup = parts[0] === 'apis';
  if (parts.length < (isGroup ? 4 : 3) || (parts[0] !== 'api' && !isGroup)) {
    return { verb: method.toLowerCase(), path };
  }
  const group = isGroup ? (parts[1] ?? '') : '';
  let rest = parts.slice(isGroup ? 3 : 2);
  let namespace = '';
  if (rest[0] === 'namespaces' && rest.length > 1) {
    namespace = rest[1] ?? '';
    if (rest.length > 2 && !NAMESPACE_SUBRESOURCES.has(rest[2] ?? '')) rest = rest.slice(2);
  }
  const [resource = '', name = '', subresource = ''] = rest;
  const verb = VERBS[method] ?? '';
  const what = { group, resource, subresource, namespace };
  if (name !== '') return { ...what, verb, name };
  if (verb === 'delete') return { ...what, verb: 'deletecollection', name };
  if (verb !== 'get') return { ...what, verb, name };
  return { ...what, verb: isTrue(query.get('watch')) ? 'watch' : 'list', name: selectedName(query) };
}

/** A list of one name is a look at that object: `resourceNames` can allow it. */
function selectedName(query: URLSearchParams): string {
  const terms = (query.get('fieldSelector') ?? '').split(',');
  const values = terms.flatMap((term) => /^\s*metadata\.name\s*==?\s*(.*)$/.exec(term)?.[1] ?? []);
  const [name = ''] = values;
  return values.length === 1 && !/[/%]|^\.\.?$/.test(name) ? name : '';
}

function isTrue(value: string | null): boolean {
  return value !== null && value !== 'false' && value !== '0';
}
