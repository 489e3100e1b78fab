import type { Ref } from '@gati-framework/contracts/deployment';
import type { VersionId } from '@slipway/delivery';
import type { Scaling, Workload } from '@slipway/workloads';

/** One version: what runs, apart from how much of it. */
export interface Version {
  readonly image: string;
  /** Pods that carry all traffic, while no scaler decides. @default 4 */
  readonly replicas?: number;
  /** Bounds that carry all traffic, and what they follow. @default none: the replicas are fixed */
  readonly scaling?: Scaling & { readonly min: number; readonly max: number };
  /** Its queries count a queue that all versions work on together. @default false */
  readonly hasSharedQueue?: boolean;
}

/** Something that is delivered version by version behind one route. */
export interface App {
  readonly name: string;
  readonly namespace: string;
  readonly versions: Readonly<Record<VersionId, Version>>;
}

export const PORT = 8080;

export const nameOfVersion = ({ name }: App, version: VersionId): string => `${name}-${version}`;

/** The label by which the pods of a version are found; its value is the version's name. */
export const INSTANCE = 'app.kubernetes.io/instance';

export const podsOfVersion = (app: App, version: VersionId): Readonly<Record<string, string>> => ({
  [INSTANCE]: nameOfVersion(app, version),
});

export const ownerOf = ({ name, namespace }: App): Ref => ({
  apiVersion: 'example.dev/v1',
  kind: 'App',
  namespace,
  name,
});

/** The description of a version without its size. */
export function workloadOf(app: App, version: VersionId, { image }: Version): Workload {
  const container = { name: 'app', image, ports: [{ port: PORT }], resources: { requests: { cpu: '100m' } } };
  return {
    name: nameOfVersion(app, version),
    namespace: app.namespace,
    pod: { containers: [container] },
    services: [{ ports: [{ port: PORT }] }],
    disruption: 'unprotected',
  };
}
