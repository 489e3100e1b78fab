import { isDnsSubdomain } from '@slipway/apimachinery/names';
import { type Draft, type Manifest, metadataOf } from '../manifests/index.ts';
import type { Backend, Route, RouteMatch, RouteRule, Workload } from '../model/index.ts';
import { nameOf } from '../names/index.ts';
import {
  checkDnsLabel,
  checkObjectName,
  checkPort,
  checkTwins,
  checkWhole,
  quote,
  type Report,
} from '../report/index.ts';

/** Limits of the Gateway API: rules of a route, backends of a rule, headers of a match. */
const MOST = 16;
const HEADER = /^[A-Za-z0-9!#$%&'*+\-.^_`|~]{1,256}$/;

/** Order between routes does not matter: gateways choose the most exact match of all of them. */
export function httpRoutes(workload: Workload, report: Report): Draft<Manifest>[] {
  const { route } = workload;
  if (route === undefined) return [];
  checkRoute(route, report);
  const { name = workload.name, gateways, hostnames, rules } = route;
  const groups = Array.from({ length: Math.ceil(rules.length / MOST) }, (_, n) =>
    rules.slice(n * MOST, (n + 1) * MOST),
  );
  return groups.map((group, index) => ({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: metadataOf(workload, { name: numbered(name, index + 1) }),
    spec: {
      parentRefs: gateways.map((gateway) => ({
        name: gateway.name,
        namespace: gateway.namespace,
        sectionName: gateway.sectionName,
      })),
      hostnames,
      rules: group.map(ruleOf),
    },
  }));
}

function numbered(name: string, number: number): string {
  const suffixed = number === 1 ? name : `${name}-${number}`;
  return suffixed.length <= 63 ? suffixed : nameOf([name, String(number)]);
}

const ruleOf = ({ matches, backends }: RouteRule) => ({
  matches: matches?.map(({ path, headers }) => ({
    path: path && { type: path.type ?? 'PathPrefix', value: path.value },
    headers: headers?.map(({ name, value }) => ({ type: 'Exact' as const, name, value })),
  })),
  backendRefs: backends.map(({ service, port, weight }) => ({ name: service, port, weight })),
});

function checkRoute({ name, gateways, hostnames = [], rules }: Route, report: Report): void {
  const tell = (at: string, message: string): void => report('WORKLOAD_ROUTE', `route.${at}`, message);
  if (name !== undefined) checkDnsLabel(name, 'route.name', report);
  if (gateways.length === 0) tell('gateways', 'is empty; name the Gateway that is to serve the route');
  gateways.forEach((gateway, index) => checkObjectName(gateway.name, `route.gateways[${index}].name`, report));
  hostnames.forEach((hostname, index) => {
    if (!isDnsSubdomain(hostname.replace(/^\*\./, '')) || hostname.length > 253)
      tell(`hostnames[${index}]`, `is ${quote(hostname)}; write a host in lower case, or "*." and its domain`);
  });
  if (hostnames.length > MOST) tell('hostnames', `has ${hostnames.length} entries; at most ${MOST}`);
  if (rules.length === 0) tell('rules', 'is empty; a route has at least one');
  rules.forEach(({ matches = [], backends }, index) => {
    matches.forEach((match, n) => checkMatch(match, `rules[${index}].matches[${n}]`, tell));
    checkBackends(backends, `route.rules[${index}].backends`, report);
  });
}

function checkMatch(
  { path, headers = [] }: RouteMatch,
  field: string,
  tell: (at: string, message: string) => void,
): void {
  if (path && path.type !== 'RegularExpression' && !/^\/(?!.*(?:\/\/|\/\.{1,2}(?:\/|$)|[#?]))/.test(path.value))
    tell(`${field}.path.value`, `is ${quote(path.value)}; start with "/", without "//", "/..", "?" and "#"`);
  headers.forEach(({ name, value }, index) => {
    if (!HEADER.test(name)) tell(`${field}.headers[${index}].name`, `is ${quote(name)}, which is no name of a header`);
    if (value === '' || value.length > 4096) tell(`${field}.headers[${index}].value`, 'needs 1 to 4096 characters');
  });
  if (headers.length > MOST) tell(`${field}.headers`, `has ${headers.length} entries; at most ${MOST}`);
  checkTwins(
    headers.map(({ name }) => name.toLowerCase()),
    (index, name) => tell(`${field}.headers[${index}].name`, `is ${quote(name)} again; a header has one value`),
  );
}

function checkBackends(backends: readonly Backend[], field: string, report: Report): void {
  backends.forEach(({ service, port, weight }, index) => {
    checkObjectName(service, `${field}[${index}].service`, report);
    checkPort(port, `${field}[${index}].port`, report);
    checkWhole(weight, [0, 100], `${field}[${index}].weight`, (at, message) => report('WORKLOAD_WEIGHTS', at, message));
  });
  if (backends.length === 0) report('WORKLOAD_ROUTE', field, 'is empty; a rule leads to at least one Service');
  if (backends.length > MOST)
    report('WORKLOAD_ROUTE', field, `has ${backends.length} entries; at most ${MOST} can share`);
  const [first, ...others] = backends;
  if (others.length === 0 && first?.weight === undefined) return;
  const sum = backends.reduce((total, { weight = 0 }) => total + weight, 0);
  if (sum !== 100) report('WORKLOAD_WEIGHTS', field, `has weights that add up to ${sum}; give whole percents of 100`);
}
