import { describe, expect, test } from 'vitest';
import { canonical } from '../manifests/index.ts';
import type { Probe, Probes } from '../model/index.ts';
import { openNotebook } from '../report/index.ts';
import { probeOf } from './probes.ts';

const made = (kind: keyof Probes, probe: Probe) => {
  const { report, problems } = openNotebook();
  const draft = probeOf(kind, probe, [{ name: 'http', port: 8080 }], 'probe', report);
  return { probe: canonical(draft ?? {}), problems: problems.map(({ field }) => field) };
};

describe('probes', () => {
  test('G-132: times that are missing are those of the kind of probe', () => {
    const httpGet = { path: '/health', port: 8080 };
    expect(made('readiness', { httpGet }).probe).toEqual({
      httpGet: { ...httpGet, scheme: 'HTTP' },
      initialDelaySeconds: 5,
      periodSeconds: 10,
      timeoutSeconds: 3,
      failureThreshold: 3,
      successThreshold: 1,
    });
    expect(made('liveness', { httpGet, timeoutSeconds: 9 }).probe).toMatchObject({
      initialDelaySeconds: 15,
      periodSeconds: 20,
      timeoutSeconds: 9,
      failureThreshold: 3,
    });
  });

  test('G-132 H-42: asks by HTTP, TCP or gRPC; startup has 60 tries of 5 s', () => {
    expect(made('startup', { tcpSocket: { port: 'http' } }).probe).toMatchObject({
      tcpSocket: { port: 'http' },
      periodSeconds: 5,
      failureThreshold: 60,
    });
    expect(made('readiness', { grpc: { port: 50_051 } }).probe).toMatchObject({ grpc: { port: 50_051, service: '' } });
  });

  test.each<[string, keyof Probes, Probe, string]>([
    ['no way to ask', 'readiness', {}, 'probe'],
    ['two ways', 'readiness', { tcpSocket: { port: 1 }, grpc: { port: 1 } }, 'probe'],
    ['a name nothing has', 'readiness', { tcpSocket: { port: 'grpc' } }, 'probe.tcpSocket.port'],
    ['a port out of range', 'readiness', { grpc: { port: 0 } }, 'probe.grpc.port'],
    ['half a path', 'readiness', { httpGet: { path: 'health', port: 1 } }, 'probe.httpGet.path'],
    ['no period', 'readiness', { tcpSocket: { port: 1 }, periodSeconds: 0 }, 'probe.periodSeconds'],
    ['two successes', 'liveness', { tcpSocket: { port: 1 }, successThreshold: 2 }, 'probe.successThreshold'],
  ])('G-132: refuses %s', (_, kind, probe, field) => {
    expect(made(kind, probe).problems).toEqual([field]);
  });
});
