/** An address: where, and with which wishes. */
interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * `/api/v1/watch/namespaces/a/pods/b` as it is asked for today: a list of pods with `watch`, and of one name. Undefined
 * for any other address.
 */
export function modernWatch(method: string, { path, query }: Address): Address | undefined {
  const parts = path.split('/');
  const at = parts[1] === 'apis' ? 4 : 3;
  if (method !== 'GET' || (parts[1] !== 'api' && parts[1] !== 'apis') || parts[at] !== 'watch') return undefined;
  const inside = parts.slice(at + 1).filter((part) => part !== '');
  if (inside.length === 0) return undefined;
  const isNamespaced = inside[0] === 'namespaces' && inside.length > 2;
  const collection = inside.slice(0, isNamespaced ? 3 : 1);
  const [name, ...more] = inside.slice(collection.length);
  if (more.length > 0) return undefined;
  const wishes = new URLSearchParams(query);
  wishes.set('watch', 'true');
  if (name !== undefined) {
    const selectors = [query.get('fieldSelector') ?? '', `metadata.name=${name}`].filter((one) => one !== '');
    wishes.set('fieldSelector', selectors.join(','));
  }
  return { path: [...parts.slice(0, at), ...collection].join('/'), query: wishes };
}
