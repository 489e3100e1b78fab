import type { Probes, Probe as WorkloadProbe } from '@slipway/workloads';
import type { PodFields, Probe } from '../types/index.ts';

/** How a container is asked where nobody says otherwise. */
export type Protocol = 'grpc' | 'http' | 'tcp';

const HEALTH_PATH = '/health';

/**
 * The three probes with everything that is missing filled in (G-122, G-132). Readiness and liveness are
 * asked by default, startup on request; a probe that says only when, not how, is asked in the default way.
 */
export function probesOf(probes: PodFields['probes'] = {}, protocol: Protocol, port: number): Probes {
  const of = (kind: keyof Probes, isAsked: boolean): { [name in keyof Probes]: WorkloadProbe } => {
    const given = probes[kind];
    const isOn = given ? given.enabled !== false : isAsked;
    return isOn ? { [kind]: probeOf(given ?? {}, protocol, port) } : {};
  };
  return { ...of('readiness', true), ...of('liveness', true), ...of('startup', false) };
}

function probeOf(
  { enabled: _enabled, httpGet, tcpSocket, grpc, ...times }: Probe,
  protocol: Protocol,
  port: number,
): WorkloadProbe {
  if (httpGet) return { httpGet: { path: HEALTH_PATH, port, ...httpGet }, ...times };
  if (tcpSocket) return { tcpSocket: { port, ...tcpSocket }, ...times };
  if (grpc) return { grpc: { port, ...grpc }, ...times };
  // A server without the gRPC health service would never be ready, so only its port is asked for.
  return protocol === 'http' ? { httpGet: { path: HEALTH_PATH, port }, ...times } : { tcpSocket: { port }, ...times };
}
