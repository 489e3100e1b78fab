/** On a claim: it was bound once, and what is missing now is lost. */
export const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';
/** On a claim or a volume: nobody asked for just this other half. */
export const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller';
/** On a claim: the scheduler wants its volume where this node reaches it. */
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node';
/** On a volume: who made it, and will remove it. */
export const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';
/** On a claim: who is to make a volume for it. The old name is written too, as the real binder does. */
export const STORAGE_PROVISIONER = [
  'volume.kubernetes.io/storage-provisioner',
  'volume.beta.kubernetes.io/storage-provisioner',
] as const;
