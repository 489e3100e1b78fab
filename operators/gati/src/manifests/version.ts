import type { OwnerReference } from '@gati-framework/contracts/deployment';
import type { Workload } from '@slipway/workloads';
import {
  LABELS,
  ROTATION,
  versionAnnotations,
  versionLabels,
  versionObjectName,
  versionSelector,
} from '../names/index.ts';
import type { VersionPhase, VersionTemplate } from '../types/index.ts';
import { podOf } from './pods.ts';

/** How many pods: a number, or bounds for a scaler, as the scaling decision gives them. */
export type Scale = Pick<Workload, 'replicas' | 'scaling'>;

/** One version of a handler as it is to be deployed. */
export interface VersionInput {
  readonly handler: { readonly namespace: string; readonly name: string };
  readonly versionId: string;
  readonly template: VersionTemplate;
  readonly scale: Scale;
  /** What a running pod reads as its `phase` (G-25). */
  readonly phase: VersionPhase;
  /** The GatiVersion, where the target is a cluster; others leave removal to the finalizer (G-22). */
  readonly owner?: OwnerReference | undefined;
  /**
   * Revision of the generator that made the version's first pods, from its annotation (G-36).
   * @default the newest
   */
  readonly revision?: string | undefined;
  /** Whether the API server knows the preStop sleep, as those from 1.30 on do. @default true */
  readonly canSleep?: boolean | undefined;
}

/** The version as a workload: Deployment, ClusterIP Service, ConfigMap, scaler and budget, all of one name. */
export function versionWorkload(input: VersionInput): Workload {
  const { handler, versionId, template, scale, phase, owner, canSleep } = input;
  const name = versionObjectName(handler.name, versionId);
  const annotations = versionAnnotations(versionId, template.handlerPath);
  return {
    name,
    namespace: handler.namespace,
    labels: versionLabels(handler.name, versionId),
    annotations,
    selector: versionSelector(handler.name, versionId),
    ...(owner && { owner }),
    ...scale,
    pod: podOf(template, {
      container: 'handler',
      protocol: 'http',
      env: {
        PORT: String(template.port),
        HANDLER_ID: handler.name,
        HANDLER_VERSION: versionId,
        HANDLER_PATH: template.handlerPath,
      },
      labels: { [LABELS.rotation]: ROTATION.out },
      annotations,
      configMap: name,
      canSleep,
    }),
    configMaps: [
      { data: { 'handler-path': template.handlerPath, version: versionId, port: String(template.port), phase } },
    ],
    // By the name of the port: its number may differ from version to version.
    services: [{ ports: [{ name: 'http', port: template.port, targetPort: 'http' }] }],
  };
}
