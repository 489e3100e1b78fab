/** In labels, as the manager of fields, and as the actor where no person acted. */
export const MANAGER = 'gati-operator';

export const FINALIZERS = {
  handler: 'gati.dev/handler-cleanup',
  module: 'gati.dev/module-cleanup',
  version: 'gati.dev/version-cleanup',
} as const;

export const LABELS = {
  name: 'app.kubernetes.io/name',
  instance: 'app.kubernetes.io/instance',
  managedBy: 'app.kubernetes.io/managed-by',
  partOf: 'app.kubernetes.io/part-of',
  version: 'app.kubernetes.io/version',
  component: 'app.kubernetes.io/component',
  /** Name of the handler. On a GatiVersion it is also a link to it. */
  handler: 'gati.dev/handler',
  versionKey: 'gati.dev/version-key',
  module: 'gati.dev/module',
  /** Whether a pod takes part when traffic is split by counts of pods. */
  rotation: 'gati.dev/rotation',
  /** On pods that a module reaches by a capability. */
  provides: 'gati.dev/provides',
} as const;

/** `out` is in the template, so a new pod serves nobody before a router has put it in. */
export const ROTATION = { in: 'in', out: 'out' } as const;

export const ANNOTATIONS = {
  handlerPath: 'gati.dev/handler-path',
  version: 'gati.dev/version',
  moduleName: 'gati.dev/module-name',
  moduleType: 'gati.dev/module-type',
  runtime: 'gati.dev/runtime',
  /** Hash of what the handler declared for the version. */
  templateHash: 'gati.dev/template-hash',
  /** Revision of the generator that serves the version for its life. */
  generator: 'gati.dev/generator',
  command: 'gati.dev/command',
  commandId: 'gati.dev/command-id',
  keep: 'gati.dev/keep',
  acceptBreaking: 'gati.dev/accept-breaking',
  adopt: 'gati.dev/adopt',
  skipCleanup: 'gati.dev/skip-cleanup',
  migrateTarget: 'gati.dev/migrate-target',
  /** On the stable Service: the weights that it was given, where pods are rotated. */
  split: 'gati.dev/split',
} as const;

/** Which namespaces the holder of a Lease watches, in its annotation: names with commas between them, or `*`. */
export const WATCHED = 'gati.dev/watch-namespaces';
