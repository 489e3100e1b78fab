import type { LabelSelector } from '@slipway/apimachinery/selectors';
import { defineKind, type ObjectOf } from '@slipway/kube';
import { ReplicaSet } from '@slipway/kube/kinds';
import type { ReplicaSetObject } from './decision.ts';

/** A ReplicaSet in all but its selector, which is a plain map of labels. */
const ReplicationController = defineKind<unknown, unknown, ObjectOf<typeof ReplicaSet>>({
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  scope: 'Namespaced',
});

/** The two kinds that keep a number of pods. */
export interface Flavour {
  readonly kind: typeof ReplicaSet;
  /** Its name in events. */
  readonly component: string;
  readonly selectorOf: (object: ReplicaSetObject) => LabelSelector | undefined;
  /** Fields of the status that the kind does not have. */
  readonly without: readonly string[];
}

export const REPLICA_SET: Flavour = {
  kind: ReplicaSet,
  component: 'replicaset-controller',
  selectorOf: ({ spec }) => spec?.selector,
  without: [],
};

export const REPLICATION_CONTROLLER: Flavour = {
  kind: ReplicationController,
  component: 'replication-controller',
  selectorOf: ({ spec }) => ({ matchLabels: spec?.selector as Readonly<Record<string, string>> | undefined }),
  without: ['terminatingReplicas'],
};
