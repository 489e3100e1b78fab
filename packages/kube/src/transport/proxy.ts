import { BlockList, isIP } from 'node:net';
import { proxyProblem } from '../config/index.ts';
import { KubeError } from '../errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy for an API server, if any: the cluster's own, else the environment's. */
export function proxyFor(server: string, proxyUrl: string | undefined, env: Environment): string | undefined {
  // Asked for by name, a proxy is used even for an address on this machine.
  if (proxyUrl !== undefined) return proxyUrl;
  const { protocol, hostname, port } = new URL(server);
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = env[name] || env[name.toLowerCase()];
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!value || isLoopback(host)) return undefined;
  if (isExempt(host, port || (protocol === 'https:' ? '443' : '80'), env['NO_PROXY'] || env['no_proxy'] || '')) {
    return undefined;
  }
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const problem = proxyProblem(url);
  if (problem) throw new KubeError('KUBE_CONFIG', `${name} ${problem}.`);
  return url;
}

/** Whether NO_PROXY names the host: itself, a suffix of it, its network, or everything. */
export function isExempt(host: string, port: string, noProxy: string): boolean {
  return noProxy
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== '' && matches(entry, host.toLowerCase(), port));
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return inNetwork(entry, host);
  const [name, onlyPort] = splitPort(entry);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  if (isIP(host) !== 0) return isIP(name) === isIP(host) && inNetwork(`${name}/${isIP(host) === 4 ? 32 : 128}`, host);
  // ".example.org" and "*.example.org" are its subdomains; "example.org" is itself as well.
  const suffix = name.startsWith('*.') ? name.slice(1) : name;
  return suffix.startsWith('.') ? host.endsWith(suffix) : host === suffix || host.endsWith(`.${suffix}`);
}

function splitPort(entry: string): readonly [string, string | undefined] {
  const bracketed = /^\[(.+)\](?::(\d+))?$/.exec(entry);
  if (bracketed?.[1] !== undefined) return [bracketed[1], bracketed[2]];
  if (isIP(entry) === 6) return [entry, undefined];
  const [, name = entry, port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  return [name, port];
}

function inNetwork(network: string, host: string): boolean {
  const [address = '', bits = ''] = network.split('/');
  const family = isIP(address);
  const length = Number(bits);
  if (family === 0 || family !== isIP(host) || bits === '' || !(length >= 0 && length <= (family === 4 ? 32 : 128))) {
    return false;
  }
  const list = new BlockList();
  list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || inNetwork('127.0.0.0/8', host) || inNetwork('::1/128', host)
  );
}
