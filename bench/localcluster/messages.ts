import type { Message } from './client.ts';

const collection = (namespace: string, plural: string, group = 'api/v1'): string =>
  `/${group}/namespaces/${namespace}/${plural}`;

export const configMapsOf = (namespace: string): string => collection(namespace, 'configmaps');
export const podsOf = (namespace: string): string => collection(namespace, 'pods');

export const namespaceMessage = (name: string): Message => ({
  method: 'POST',
  path: '/api/v1/namespaces',
  body: { metadata: { name } },
});

const LABELS = { 'app.kubernetes.io/name': 'bench', 'app.kubernetes.io/part-of': 'localcluster' };

/** About 1 kB. */
function configMap(index: number, turn = 0): object {
  const lines = Array.from({ length: 10 }, (_, line) => [`key-${line}`, `${turn}-${index}-${'x'.repeat(70)}`]);
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `c${index}`, labels: LABELS },
    data: Object.fromEntries(lines),
  };
}

export const createConfigMap = (namespace: string, index: number): Message => ({
  method: 'POST',
  path: configMapsOf(namespace),
  body: configMap(index),
});

/** Server-side apply; another `turn` has other values. */
export const applyConfigMap = (namespace: string, index: number, turn: number): Message => ({
  method: 'PATCH',
  path: `${configMapsOf(namespace)}/c${index}?fieldManager=bench`,
  contentType: 'application/apply-patch+yaml',
  body: configMap(index, turn),
});

const template = {
  metadata: { labels: LABELS },
  spec: {
    containers: [
      {
        name: 'main',
        image: 'registry.example.com/bench:1',
        ports: [{ name: 'http', containerPort: 8080 }],
        env: [{ name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }],
        resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '32Mi' } },
        readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
      },
    ],
  },
};

export const createPod = (namespace: string, index: number): Message => ({
  method: 'POST',
  path: podsOf(namespace),
  body: { apiVersion: 'v1', kind: 'Pod', metadata: { ...template.metadata, name: `p${index}` }, spec: template.spec },
});

export const createDeployment = (namespace: string, replicas: number): Message => ({
  method: 'POST',
  path: collection(namespace, 'deployments', 'apis/apps/v1'),
  body: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'bench' },
    spec: { replicas, selector: { matchLabels: LABELS }, template },
  },
});

const GROUP = 'bench.example.com';
const text = { type: 'string', maxLength: 100 };

/** A custom resource with four rules, one of them about what was there before. */
export const createDefinition: Message = {
  method: 'POST',
  path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  body: {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: {
                  type: 'object',
                  required: ['class', 'least', 'most'],
                  properties: {
                    class: text,
                    least: { type: 'integer', minimum: 0 },
                    most: { type: 'integer', maximum: 1000 },
                    paused: { type: 'boolean', default: false },
                    hosts: { type: 'array', maxItems: 10, items: text, 'x-kubernetes-list-type': 'set' },
                    labels: { type: 'object', maxProperties: 20, additionalProperties: text },
                  },
                  'x-kubernetes-validations': [
                    { rule: 'self.least <= self.most', messageExpression: "'least is too much for ' + self.class" },
                    { rule: 'self.class == oldSelf.class', message: 'class is immutable' },
                    { rule: "!has(self.hosts) || self.hosts.all(host, host.endsWith('.example.com'))" },
                    { rule: "!has(self.labels) || self.labels.all(key, !key.startsWith('internal-'))" },
                  ],
                },
              },
            },
          },
        },
      ],
    },
  },
};

export const widgetsOf = (namespace: string): string => collection(namespace, 'widgets', `apis/${GROUP}/v1`);

export const createWidget = (namespace: string, index: number): Message => ({
  method: 'POST',
  path: widgetsOf(namespace),
  body: {
    apiVersion: `${GROUP}/v1`,
    kind: 'Widget',
    metadata: { name: `w${index}`, labels: LABELS },
    spec: { class: 'fast', least: 1, most: 9, hosts: ['a.example.com', 'b.example.com'], labels: { tier: 'web' } },
  },
});

export const changeWidget = (namespace: string, index: number): Message => ({
  method: 'PATCH',
  path: `${widgetsOf(namespace)}/w${index}`,
  contentType: 'application/merge-patch+json',
  body: { spec: { most: 10, hosts: ['c.example.com'] } },
});
