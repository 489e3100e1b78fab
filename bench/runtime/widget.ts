/** What every operator under test reconciles: a Widget owns a ConfigMap and a Secret of its name. */
export const GROUP = 'bench.slipway.dev';
export const NAMESPACE = 'widgets';
export const widgetsPath = `/apis/${GROUP}/v1/namespaces/${NAMESPACE}/widgets`;
export const widgetName = (index: number): string => `widget-${index}`;

export function widget(index: number): object {
  return {
    apiVersion: `${GROUP}/v1`,
    kind: 'Widget',
    metadata: { name: widgetName(index), namespace: NAMESPACE },
    spec: { text: 'first' },
  };
}

const text = { type: 'string' };
const condition = {
  type: 'object',
  required: ['type', 'status', 'reason', 'message', 'lastTransitionTime'],
  properties: {
    type: text,
    status: text,
    reason: text,
    message: text,
    lastTransitionTime: { ...text, format: 'date-time' },
    observedGeneration: { type: 'integer', format: 'int64' },
  },
};
const status = {
  type: 'object',
  properties: {
    observedGeneration: { type: 'integer', format: 'int64' },
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: condition,
    },
  },
};
const spec = { type: 'object', required: ['text'], properties: { text } };

export const widgetDefinition = {
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
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
      },
    ],
  },
};
