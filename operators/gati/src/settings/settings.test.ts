import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCapabilityMap, type OperatorEnvironment, settingsOf, tokenHeaders } from './index.ts';

const reported = (problem: RegExp) =>
  expect.objectContaining({ code: 'GATI_SETTING', message: expect.stringMatching(problem) as string });

describe('the settings of the operator', () => {
  test('G-185: each has a default, which an empty variable keeps', () => {
    const defaults = {
      targetKind: 'kubernetes',
      namespaces: undefined,
      logLevel: 'info',
      leaderElection: true,
      metricsAddress: ':8080',
      healthAddress: ':8081',
      maxConcurrent: 8,
      trafficSource: 'podScrape',
      trafficIntervalMs: 60_000,
      prometheus: undefined,
      decommissionDryRun: false,
      decommissionGraceMs: 300_000,
      capabilityMapFile: undefined,
      monitoringNamespace: 'monitoring',
    };
    expect(settingsOf({})).toEqual({ ...defaults, env: {} });
    const empty = { WATCH_NAMESPACES: '', LOG_LEVEL: '', PROMETHEUS_URL: '', DEPLOYMENT_TARGET: '' };
    expect(settingsOf(empty)).toEqual({ ...defaults, env: empty });
  });

  test.each<[OperatorEnvironment, object]>([
    [{ DEPLOYMENT_TARGET: 'helm' }, { targetKind: 'helm' }],
    [{ DEPLOYMENT_TARGET: 'gitops', GIT_URL: 'https://example.dev/r.git' }, { targetKind: 'gitops' }],
    [{ WATCH_NAMESPACES: 'shop, payments,shop' }, { namespaces: ['shop', 'payments'] }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ LEADER_ELECT: 'false' }, { leaderElection: false }],
    [{ LEADER_ELECT_NAMESPACE: 'shop' }, { electionNamespace: 'shop' }],
    [{ METRICS_ADDRESS: '127.0.0.1:9090' }, { metricsAddress: '127.0.0.1:9090' }],
    [{ HEALTH_ADDRESS: '[::1]:0' }, { healthAddress: '[::1]:0' }],
    [{ MAX_CONCURRENT_RECONCILES: '32' }, { maxConcurrent: 32 }],
    [{ TRAFFIC_SOURCE: 'status' }, { trafficSource: 'status' }],
    [{ TRAFFIC_INTERVAL: '1m30s' }, { trafficIntervalMs: 90_000 }],
    [
      { TRAFFIC_SOURCE: 'prometheus', PROMETHEUS_URL: 'http://prometheus:9090', PROMETHEUS_TOKEN_FILE: '/token' },
      { trafficSource: 'prometheus', prometheus: { url: 'http://prometheus:9090', tokenFile: '/token' } },
    ],
    [{ DECOMMISSION_DRY_RUN: 'true' }, { decommissionDryRun: true }],
    [{ DECOMMISSION_GRACE_PERIOD: '0s' }, { decommissionGraceMs: 0 }],
    [{ CAPABILITY_MAP_FILE: '/map.json' }, { capabilityMapFile: '/map.json' }],
    [{ MONITORING_NAMESPACE: 'observability' }, { monitoringNamespace: 'observability' }],
  ])('G-185: %j is read', (env, expected) => {
    expect(settingsOf(env)).toMatchObject(expected);
  });

  test.each<[OperatorEnvironment, RegExp]>([
    [{ DEPLOYMENT_TARGET: 'docker' }, /^DEPLOYMENT_TARGET is "docker".+kubernetes or helm or gitops/],
    [{ DEPLOYMENT_TARGET: 'gitops' }, /^GIT_URL is not set/],
    [{ DEPLOYMENT_TARGET: 'helm', HELM_MODE: 'maybe' }, /^HELM_MODE is "maybe".+install or write/],
    [{ METRICS_ADDRESS: '8080' }, /^METRICS_ADDRESS is "8080".+as :8080/],
    [{ HEALTH_ADDRESS: ':99999' }, /^HEALTH_ADDRESS is ":99999".+no address/],
    [{ WATCH_NAMESPACES: 'shop,,x' }, /^WATCH_NAMESPACES is "shop,,x".+as in shop,payments/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is "loud".+debug, info, warn, error/],
    [{ LEADER_ELECT: 'yes' }, /^LEADER_ELECT is "yes".+true, false/],
    [{ LEADER_ELECT_NAMESPACE: 'a b' }, /^LEADER_ELECT_NAMESPACE is "a b".+namespace/],
    [{ MAX_CONCURRENT_RECONCILES: '0' }, /^MAX_CONCURRENT_RECONCILES is "0".+from 1 to 9999/],
    [{ TRAFFIC_SOURCE: 'magic' }, /^TRAFFIC_SOURCE is "magic".+podScrape, prometheus, status/],
    [{ TRAFFIC_SOURCE: 'prometheus' }, /^PROMETHEUS_URL is not set: TRAFFIC_SOURCE is prometheus/],
    [{ TRAFFIC_INTERVAL: '10' }, /^TRAFFIC_INTERVAL is "10".+write it as 90s/],
    [{ TRAFFIC_INTERVAL: '1ms' }, /^TRAFFIC_INTERVAL is "1ms": this is too short; give 1s or more/],
    [{ PROMETHEUS_URL: 'prometheus:9090' }, /^PROMETHEUS_URL is "prometheus:9090".+http:/],
    [{ PROMETHEUS_TOKEN_FILE: '/token' }, /^PROMETHEUS_URL is not set: PROMETHEUS_TOKEN_FILE is/],
    [{ DECOMMISSION_DRY_RUN: '1' }, /^DECOMMISSION_DRY_RUN is "1"/],
    [{ DECOMMISSION_GRACE_PERIOD: 'soon' }, /^DECOMMISSION_GRACE_PERIOD is "soon"/],
    [{ MONITORING_NAMESPACE: 'No Name' }, /^MONITORING_NAMESPACE is "No Name"/],
  ])('G-185: %j stops the start, named with the way out', (env, problem) => {
    expect(() => settingsOf(env)).toThrow(reported(problem));
  });

  test('G-181: a password in an address is refused without being shown', () => {
    const env = { PROMETHEUS_URL: 'http://ann:hush@prometheus:9090' };
    expect(() => settingsOf(env)).toThrow(reported(/^PROMETHEUS_URL holds a password(?!.*hush)/));
  });

  test.each([
    ['tcp://ann:hush@prometheus:9090', 'tcp://***@prometheus:9090'],
    ['ann:hush@prometheus:9090', '***@prometheus:9090'],
    ['htp://ann:hu/s@h?x#@prometheus', 'htp://***@prometheus'],
    ['ftp://prometheus:9090/?token=hush', 'ftp://prometheus:9090/?***'],
    ['//ann:hush@prometheus', '//***@prometheus'],
    ['http://ann:hush@prometheus:none', 'http://***@prometheus:none'],
  ])('G-181: %s is refused without its password, whatever its scheme', (url, shown) => {
    const problem = `PROMETHEUS_URL is "${shown}": this is no address; write it as http://prometheus:9090.`;
    expect(() => settingsOf({ PROMETHEUS_URL: url })).toThrow(problem);
  });
});

describe('files that settings name', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gati-settings-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const written = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };

  test('G-126, G-185: own names of capabilities are read from a file', async () => {
    const map = await loadCapabilityMap(await written('map.json', '{"payment:process": ["network:egress"]}'));
    expect([...map]).toEqual([['payment:process', ['network:egress']]]);
    expect((await loadCapabilityMap(undefined)).size).toBe(0);
  });

  test('G-185: a file that is missing, no JSON, or wrong stops the start', async () => {
    await expect(loadCapabilityMap(join(folder, 'none'))).rejects.toThrow(reported(/cannot be read \(ENOENT\)/));
    await expect(loadCapabilityMap(await written('a', 'a: b'))).rejects.toThrow(reported(/is no JSON/));
    await expect(loadCapabilityMap(await written('b', '{"x": ["fly"]}'))).rejects.toThrow(
      reported(/no known capability/),
    );
  });

  test('G-185: a token is read for each request, so that it can be replaced', async () => {
    const headers = tokenHeaders(await written('token', 'first\n'));
    expect(await headers()).toEqual({ authorization: 'Bearer first' });
    await written('token', 'second\n');
    expect(await headers()).toEqual({ authorization: 'Bearer second' });
    expect(await tokenHeaders(undefined)()).toEqual({});
  });
});
