import type { ColumnInput } from '@slipway/crd';

/** How `kubectl scale` and autoscalers reach the replicas of a kind. */
export const scale = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
};

/** Columns of `kubectl get` that kinds have in common. */
export const columns = {
  ready: { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  phase: { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
  age: { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
} satisfies Readonly<Record<string, ColumnInput>>;
