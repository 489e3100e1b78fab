import type { JsonObject } from '@slipway/crd/schema';
import type { AnyKind } from '@slipway/kube';
import { Deployment, Service } from '@slipway/kube/kinds';
import { GatiHandlerKind, GatiVersionKind } from '../../src/types/index.ts';
import type { Rig } from '../rig.ts';

const labels = { app: 'users' };
const KINDS = [Deployment, Service, GatiHandlerKind, GatiVersionKind] as unknown as readonly AnyKind[];

/** A workload that was made without handlers. */
export function legacy(namespace: string): { readonly deployment: JsonObject; readonly service: JsonObject } {
  return {
    deployment: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'users', namespace, labels },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            containers: [
              {
                name: 'app',
                image: 'example/users:v1',
                ports: [{ containerPort: 8080 }],
                env: [{ name: 'HANDLER_PATH', value: '/users' }],
                readinessProbe: { httpGet: { path: '/health', port: 8080 }, periodSeconds: 1 },
              },
            ],
          },
        },
      },
    },
    service: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'users', namespace, labels },
      spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
    },
  };
}

/** As a person does, with more of the spec where it is the handler. */
export async function applyAs(rig: Rig, object: JsonObject, more: JsonObject = {}): Promise<void> {
  const kind = KINDS.find((one) => one.kind === object['kind']);
  if (!kind) throw new Error(`${JSON.stringify(object['kind'])} is nothing that is applied here`);
  const spec = object['spec'] as JsonObject;
  const wanted = kind.kind === 'GatiHandler' ? { ...object, spec: { ...spec, ...more } } : object;
  await rig.client.apply(kind, wanted, { fieldManager: 'person', force: true });
}

export async function untilServing(rig: Rig): Promise<void> {
  const look = () => rig.get(Deployment, 'users');
  await rig.until('users serves', look, ({ status }) => status?.readyReplicas === 2);
}
