/** The fields of three foreign kinds that manifests write, with the limits that their own CRDs set. */
type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const whole: Schema = { type: 'integer', format: 'int32' };
const texts: Schema = { type: 'object', additionalProperties: text };
const object = (properties: Readonly<Record<string, Schema>>, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});
const list = (items: Schema, maxItems?: number): Schema => ({
  type: 'array',
  items,
  ...(maxItems !== undefined && { maxItems }),
});

const matchLabels = object({ matchLabels: texts });
const policies = list(object({ type: text, value: whole, periodSeconds: whole }, 'type', 'value', 'periodSeconds'));
const scalingRules = object({ policies, selectPolicy: text, stabilizationWindowSeconds: whole });

const scaledObject = object(
  {
    scaleTargetRef: object({ apiVersion: text, kind: text, name: text }, 'name'),
    minReplicaCount: whole,
    maxReplicaCount: whole,
    pollingInterval: whole,
    cooldownPeriod: whole,
    fallback: object(
      {
        failureThreshold: whole,
        replicas: whole,
        behavior: {
          ...text,
          enum: ['static', 'currentReplicas', 'currentReplicasIfHigher', 'currentReplicasIfLower'],
        },
      },
      'failureThreshold',
      'replicas',
    ),
    advanced: object({
      horizontalPodAutoscalerConfig: object({ behavior: object({ scaleUp: scalingRules, scaleDown: scalingRules }) }),
    }),
    triggers: list(object({ type: text, metricType: text, metadata: texts }, 'type', 'metadata')),
  },
  'scaleTargetRef',
  'triggers',
);

const gatewayName = { ...text, minLength: 1, maxLength: 253 };
const httpRoute = object({
  parentRefs: list(object({ name: gatewayName, namespace: text, sectionName: text }, 'name'), 32),
  hostnames: list({ ...text, minLength: 1, maxLength: 253 }, 16),
  rules: list(
    object({
      matches: list(
        object({
          path: object({ type: { ...text, enum: ['Exact', 'PathPrefix', 'RegularExpression'] }, value: text }),
          headers: list(object({ type: { ...text, enum: ['Exact'] }, name: text, value: text }, 'name', 'value'), 16),
        }),
        64,
      ),
      backendRefs: list(
        object(
          {
            name: gatewayName,
            port: { ...whole, minimum: 1, maximum: 65_535 },
            weight: { ...whole, minimum: 0, maximum: 1_000_000, default: 1 },
          },
          'name',
        ),
        16,
      ),
    }),
    16,
  ),
});

const serviceMonitor = object(
  { selector: matchLabels, endpoints: list(object({ port: text, path: text, interval: text })) },
  'selector',
  'endpoints',
);

const definition = (group: string, version: string, kind: string, spec: Schema) => {
  const singular = kind.toLowerCase();
  const plural = `${singular}s`;
  const schema = { openAPIV3Schema: object({ spec }, 'spec') };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // A server asks this of names that end in k8s.io.
      annotations: { 'api-approved.kubernetes.io': 'unapproved, a part of it for a test' },
    },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  };
};

export const customKinds = [
  definition('keda.sh', 'v1alpha1', 'ScaledObject', scaledObject),
  definition('gateway.networking.k8s.io', 'v1', 'HTTPRoute', httpRoute),
  definition('monitoring.coreos.com', 'v1', 'ServiceMonitor', serviceMonitor),
];
