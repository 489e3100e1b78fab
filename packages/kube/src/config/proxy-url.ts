import type { Fields } from './fields.ts';

/** `proxy-url` of a cluster entry. Its text may hold a password, so no complaint repeats it. */
export function checkedProxyUrl(cluster: Fields): string | undefined {
  const text = cluster.text('proxy-url');
  if (text === undefined) return undefined;
  const problem = proxyProblem(text);
  if (problem) throw cluster.wrong('proxy-url', problem);
  return text;
}

/** What is wrong with the address of a proxy, or undefined. */
export function proxyProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return undefined;
  if (url?.protocol.startsWith('socks')) {
    return 'names a SOCKS proxy, which is not supported; use an HTTP proxy, for example one that forwards to it';
  }
  return 'must be an address such as http://proxy.example:3128';
}
