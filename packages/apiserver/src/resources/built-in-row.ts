/** `[name, verbs]`, or `[name, verbs, kind]` where the kind is not the parent's: `Scale` or `autoscaling/v1/Scale`. */
export type SubresourceRow = readonly [name: string, verbs: string, kind?: string];

/** One resource in the table of built-in ones. Lists are words separated by spaces; `*` is the eight verbs. */
export interface ResourceRow {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly verbs: string;
  readonly short?: string;
  readonly categories?: string;
  readonly sub?: readonly SubresourceRow[];
}

export interface GroupVersionRow {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ResourceRow[];
}
