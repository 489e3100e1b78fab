import { parseDuration } from '@slipway/apimachinery/durations';
import { isDnsLabel } from '@slipway/apimachinery/names';
import { isTargetError, type KubernetesTargetOptions, type TargetConfig, targetConfig } from '@slipway/targets';
import { OperatorError } from '../errors.ts';
import { LOG_LEVELS, type OperatorEnvironment, type OperatorSettings, TRAFFIC_SOURCES } from './options.ts';

/** Reads the variables. One that cannot be understood stops the start (G-185): `GATI_SETTING` names it. */
export function settingsOf(env: OperatorEnvironment): OperatorSettings {
  const trafficSource = oneOf('TRAFFIC_SOURCE', env.TRAFFIC_SOURCE || 'podScrape', TRAFFIC_SOURCES);
  const prometheus = prometheusOf(env);
  if (trafficSource === 'prometheus' && !prometheus)
    throw refused('PROMETHEUS_URL', '', 'TRAFFIC_SOURCE is prometheus', 'set it to the address of a Prometheus');
  return {
    env,
    targetKind: targetOf(env).kind,
    namespaces: namespacesOf(env.WATCH_NAMESPACES || ''),
    logLevel: oneOf('LOG_LEVEL', env.LOG_LEVEL || 'info', LOG_LEVELS),
    leaderElection: isOn('LEADER_ELECT', env.LEADER_ELECT || 'true'),
    electionNamespace: env.LEADER_ELECT_NAMESPACE
      ? namespaceName('LEADER_ELECT_NAMESPACE', env.LEADER_ELECT_NAMESPACE)
      : undefined,
    metricsAddress: address('METRICS_ADDRESS', env.METRICS_ADDRESS || ':8080'),
    healthAddress: address('HEALTH_ADDRESS', env.HEALTH_ADDRESS || ':8081'),
    maxConcurrent: count('MAX_CONCURRENT_RECONCILES', env.MAX_CONCURRENT_RECONCILES || '8'),
    trafficSource,
    trafficIntervalMs: duration('TRAFFIC_INTERVAL', env.TRAFFIC_INTERVAL || '60s', 1000),
    prometheus,
    decommissionDryRun: isOn('DECOMMISSION_DRY_RUN', env.DECOMMISSION_DRY_RUN || 'false'),
    decommissionGraceMs: duration('DECOMMISSION_GRACE_PERIOD', env.DECOMMISSION_GRACE_PERIOD || '5m', 0),
    capabilityMapFile: env.CAPABILITY_MAP_FILE || undefined,
    monitoringNamespace: namespaceName('MONITORING_NAMESPACE', env.MONITORING_NAMESPACE || 'monitoring'),
  };
}

/** The target that the variables name, on a handle that is open. */
export function targetOf(env: OperatorEnvironment, options: KubernetesTargetOptions = {}): TargetConfig {
  try {
    return targetConfig(env, options);
  } catch (error) {
    if (!isTargetError(error)) throw error;
    throw new OperatorError('GATI_SETTING', error.message, error);
  }
}

/** Any value may be an address with a password in it, also one that cannot be read as an address. */
export function refused(name: string, value: string, problem: string, wayOut: string): OperatorError {
  const stated = value === '' ? `${name} is not set` : `${name} is "${withoutCredentials(value)}"`;
  return new OperatorError('GATI_SETTING', `${stated}: ${problem}; ${wayOut}.`);
}

/** Up to the last @ it may be a name and a password; behind a ? it may be a token. */
function withoutCredentials(value: string): string {
  return value.replace(/^((?:[a-z][a-z\d+.-]*:)?\/\/)?.*@/is, '$1***@').replace(/\?.*$/s, '?***');
}

function oneOf<Value extends string>(name: string, value: string, known: readonly Value[]): Value {
  const found = known.find((each) => each === value);
  if (found !== undefined) return found;
  throw refused(name, value, 'nobody knows this value', `it can be ${known.join(', ')}`);
}

const isOn = (name: string, value: string): boolean => oneOf(name, value, ['true', 'false']) === 'true';

function count(name: string, value: string): number {
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value);
  throw refused(name, value, 'this is no count', 'give a whole number from 1 to 9999');
}

/** `[host]:port`; the host of IPv6 in brackets. */
function address(name: string, value: string): string {
  const [, host = '', port = ''] = /^(\[[0-9a-fA-F:.]+\]|[^:\s/]*):(\d{1,5})$/.exec(value) ?? [];
  if (port !== '' && Number(port) <= 65_535) return `${host}:${port}`;
  throw refused(name, value, 'this is no address', 'write it as :8080 or 127.0.0.1:8080');
}

function duration(name: string, value: string, leastMs: number): number {
  const ms = lengthOf(name, value);
  if (ms >= leastMs) return ms;
  throw refused(name, value, 'this is too short', `give ${leastMs / 1000}s or more`);
}

function lengthOf(name: string, value: string): number {
  try {
    return parseDuration(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refused(name, value, 'this is no length of time', 'write it as 90s, 5m or 1h30m');
  }
}

function namespaceName(name: string, value: string): string {
  if (isDnsLabel(value)) return value;
  throw refused(name, value, 'this is no name of a namespace', 'lower-case letters, digits and - make one');
}

function namespacesOf(value: string): readonly string[] | undefined {
  if (value.trim() === '') return undefined;
  const names = value.split(',').map((name) => name.trim());
  const odd = names.find((name) => !isDnsLabel(name));
  if (odd === undefined) return [...new Set(names)];
  const wayOut = 'give names with commas between them, as in shop,payments, or leave it out for all';
  throw refused('WATCH_NAMESPACES', value, `"${odd}" is no name of a namespace`, wayOut);
}

function prometheusOf({ PROMETHEUS_URL: url, PROMETHEUS_TOKEN_FILE: tokenFile }: OperatorEnvironment) {
  if (!url) {
    if (tokenFile) throw refused('PROMETHEUS_URL', '', 'PROMETHEUS_TOKEN_FILE is', 'set both, or neither');
    return undefined;
  }
  const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isAddress) throw refused('PROMETHEUS_URL', url, 'this is no address', 'write it as http://prometheus:9090');
  const { username, password } = new URL(url);
  // The address is in logs and in ScaledObjects, where no secret may be.
  if (username || password)
    throw new OperatorError('GATI_SETTING', 'PROMETHEUS_URL holds a password: put a token in PROMETHEUS_TOKEN_FILE.');
  return { url, tokenFile: tokenFile || undefined };
}
