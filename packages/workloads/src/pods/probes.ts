import type { Probe as ApiProbe } from 'kubernetes-types/core/v1.js';
import type { Draft } from '../manifests/index.ts';
import type { ContainerPort, Probe, Probes } from '../model/index.ts';
import { checkPort, checkWhole, MANY, quote, type Report } from '../report/index.ts';

type Times = Required<
  Pick<Probe, 'initialDelaySeconds' | 'periodSeconds' | 'timeoutSeconds' | 'failureThreshold' | 'successThreshold'>
>;

const times = (delay: number, period: number, timeout: number, failures: number): Times => ({
  initialDelaySeconds: delay,
  periodSeconds: period,
  timeoutSeconds: timeout,
  failureThreshold: failures,
  successThreshold: 1,
});

/** A slow start is what startup probes are for: five minutes of it. */
const TIMES: Readonly<Record<keyof Probes, Times>> = {
  readiness: times(5, 10, 3, 3),
  liveness: times(15, 20, 5, 3),
  startup: times(0, 5, 3, 60),
};

const WAYS = ['httpGet', 'tcpSocket', 'grpc'] as const;
const LEAST: Times = times(0, 1, 1, 1);

export function probeOf(
  kind: keyof Probes,
  probe: Probe | undefined,
  ports: readonly ContainerPort[],
  field: string,
  report: Report,
): Draft<ApiProbe> | undefined {
  if (probe === undefined) return undefined;
  const tell = (at: string, message: string): void => report('WORKLOAD_PROBE', at, message);
  const used = WAYS.filter((way) => probe[way] !== undefined);
  const port = probe.httpGet?.port ?? probe.tcpSocket?.port ?? probe.grpc?.port;
  if (used.length !== 1) tell(field, `asks in ${used.length} ways; give one of httpGet, tcpSocket and grpc`);
  if (typeof port === 'number') checkPort(port, `${field}.${used[0]}.port`, report);
  else if (port !== undefined && !ports.some(({ name }) => name === port))
    tell(`${field}.${used[0]}.port`, `is ${quote(port)}, which no port of the container is called`);
  if (probe.httpGet && !probe.httpGet.path.startsWith('/'))
    tell(`${field}.httpGet.path`, `is ${quote(probe.httpGet.path)}; start it with "/"`);
  for (const [name, least] of Object.entries(LEAST) as [keyof Times, number][]) {
    checkWhole(probe[name], [least, MANY], `${field}.${name}`, tell);
  }
  if (kind !== 'readiness' && (probe.successThreshold ?? 1) !== 1)
    tell(`${field}.successThreshold`, `must be 1 for a ${kind} probe; leave it out`);
  // Fields one by one: what else an object holds is not for the API.
  const { httpGet, tcpSocket, grpc } = probe;
  return {
    ...TIMES[kind],
    ...timesOf(probe),
    httpGet: httpGet && { path: httpGet.path, port: httpGet.port, scheme: httpGet.scheme ?? 'HTTP' },
    tcpSocket: tcpSocket && { port: tcpSocket.port },
    grpc: grpc && { port: grpc.port, service: grpc.service ?? '' },
  };
}

function timesOf(probe: Probe): Partial<Times> {
  return Object.fromEntries(
    Object.keys(LEAST).flatMap((name) => {
      const given = probe[name as keyof Times];
      return given === undefined ? [] : [[name, given]];
    }),
  );
}
