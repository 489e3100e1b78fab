import { describe, expect, test } from 'vitest';
import type { HandlerInput } from './handler.ts';
import { builtInObjects } from './objects.ts';

const handlerOf = (part: Partial<HandlerInput> = {}) =>
  builtInObjects.handler({
    handler: { namespace: 'default', name: 'user-handler' },
    selector: { 'gati.dev/handler': 'user-handler', 'gati.dev/rotation': 'in' },
    port: 3000,
    ...part,
  });

describe('objects of a handler', () => {
  test('G-38: one stable Service with the selector that the router wants', () => {
    expect(handlerOf()).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: {
          name: 'handler-user-handler',
          namespace: 'default',
          labels: {
            'app.kubernetes.io/instance': 'user-handler',
            'app.kubernetes.io/managed-by': 'gati-operator',
            'app.kubernetes.io/name': 'gati-handler',
            'app.kubernetes.io/part-of': 'gati',
            'gati.dev/handler': 'user-handler',
          },
        },
        spec: {
          type: 'ClusterIP',
          selector: { 'gati.dev/handler': 'user-handler', 'gati.dev/rotation': 'in' },
          ports: [{ name: 'http', port: 3000, targetPort: 'http', protocol: 'TCP' }],
        },
      },
    ]);
  });

  test('G-38: its type, port and annotations are those of the spec', () => {
    const [service] = handlerOf({
      service: { type: 'LoadBalancer', port: 80, annotations: { 'example.com/lb': 'x' } },
    });
    expect(service?.spec).toMatchObject({ type: 'LoadBalancer', ports: [{ port: 80, targetPort: 'http' }] });
    expect(service?.metadata.annotations).toEqual({ 'example.com/lb': 'x' });
  });

  test('G-22: it belongs to the handler where the target is a cluster', () => {
    const owner = { apiVersion: 'gati.dev/v1alpha1', kind: 'GatiHandler', name: 'user-handler', uid: 'u' };
    expect(handlerOf({ owner }).map(({ metadata }) => metadata.ownerReferences)).toEqual([[owner]]);
  });

  test('G-182: a monitor scrapes the pods of every version, and each of them once', () => {
    const [, monitor] = handlerOf({ monitor: { path: '/stats' } });
    expect(monitor).toMatchObject({
      kind: 'ServiceMonitor',
      spec: {
        selector: {
          matchLabels: { 'gati.dev/handler': 'user-handler' },
          matchExpressions: [{ key: 'gati.dev/version-key', operator: 'Exists' }],
        },
        endpoints: [{ port: 'http', path: '/stats' }],
      },
    });
  });
});
