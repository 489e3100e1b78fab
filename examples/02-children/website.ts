import { defineKind, type ObjectOf } from '@slipway/kube';
import { ConfigMap, type CustomResourceDefinition, Deployment, Service } from '@slipway/kube/kinds';
import type { Condition, Manager } from '@slipway/runtime';

/** What users write. */
export interface WebsiteSpec {
  html: string;
  replicas?: number;
}

/** What they read back. */
export interface WebsiteStatus {
  url?: string;
  observedGeneration?: number;
  conditions?: Condition[];
}

export const Website = defineKind<WebsiteSpec, WebsiteStatus>({
  group: 'example.dev',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  scope: 'Namespaced',
});

// In a variable, since the published types of Kubernetes do not know this field.
const anything = { 'x-kubernetes-preserve-unknown-fields': true };

export const websiteDefinition: ObjectOf<typeof CustomResourceDefinition> = {
  metadata: { name: 'websites.example.dev' },
  spec: {
    group: 'example.dev',
    scope: 'Namespaced',
    names: { kind: 'Website', plural: 'websites', singular: 'website' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: 'URL', type: 'string', jsonPath: '.status.url' },
          { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['html'],
                properties: { html: { type: 'string' }, replicas: { type: 'integer', minimum: 0 } },
              },
              status: { type: 'object', ...anything },
            },
          },
        },
      },
    ],
  },
};

/** Gives every Website a page, something that serves it, and an address. */
export function serveWebsites(
  manager: Manager,
  { namespaces }: { readonly namespaces?: readonly string[] } = {},
): void {
  const scope = { namespaces };
  manager
    .controller(Website)
    .for(scope)
    .owns(ConfigMap, scope)
    .owns(Deployment, scope)
    .owns(Service, scope)
    .reconcile(async ({ key: { namespace, name }, object, apply, status }) => {
      // Gone: the garbage collector takes the children, which name it as their owner.
      if (!object) return;
      const { html, replicas = 1 } = object.spec;
      const labels = { app: name };
      const metadata = { namespace, name, labels };

      // Each call states all that is wanted of one child. What the server already has is not sent.
      await apply(ConfigMap, { metadata, data: { 'index.html': html } });
      await apply(Deployment, { metadata, spec: deploymentSpec(name, replicas, labels) });
      await apply(Service, { metadata, spec: { selector: labels, ports: [{ name: 'http', port: 80 }] } });

      // Written once, at the end, and only when it differs.
      status.set({ url: `http://${name}.${namespace}.svc` });
      status.condition({
        type: 'Ready',
        status: 'True',
        reason: 'Applied',
        message: `All parts of ${name} are in place.`,
      });
    });
}

function deploymentSpec(
  name: string,
  replicas: number,
  labels: Record<string, string>,
): NonNullable<ObjectOf<typeof Deployment>['spec']> {
  return {
    replicas,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        containers: [
          { name: 'web', image: 'nginx:1.29', volumeMounts: [{ name: 'page', mountPath: '/usr/share/nginx/html' }] },
        ],
        volumes: [{ name: 'page', configMap: { name } }],
      },
    },
  };
}
