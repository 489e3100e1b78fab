import { manifestOf } from '@slipway/workloads';
import type { VersionTemplate } from '../types/index.ts';
import { versionWorkload } from './version.ts';

type Probes = NonNullable<VersionTemplate['probes']>;

/**
 * The template with every default written out, as a version's record keeps it (G-36): what a later release fills in
 * differently changes no version that is there. The defaults are read off the pod that the template gives, so
 * there is one place for them; and a resolved template gives the same pod.
 *
 * Throws `WorkloadError` where the template fits no pod.
 */
export function resolveTemplate(template: VersionTemplate, canSleep = true): VersionTemplate {
  const deployment = manifestOf(
    versionWorkload({
      handler: { namespace: 'any', name: 'any' },
      versionId: 'any',
      template,
      scale: {},
      phase: 'Active',
      canSleep,
    }),
    'Deployment',
  );
  const pod = deployment?.spec.template.spec;
  const [container] = pod?.containers ?? [];
  if (!pod || !container) return template;
  const { runAsUser = 0, runAsGroup = 0, fsGroup = 0 } = pod.securityContext ?? {};
  const readOnlyRootFilesystem = container.securityContext?.readOnlyRootFilesystem ?? true;
  const { requests = {}, limits = {} } = container.resources ?? {};
  const probe = (kind: keyof Probes, made: object | undefined): Probes =>
    made ? { [kind]: made } : kind === 'startup' ? {} : { [kind]: { enabled: false } };
  return {
    ...template,
    resources: { requests, limits },
    probes: {
      ...probe('readiness', container.readinessProbe),
      ...probe('liveness', container.livenessProbe),
      ...probe('startup', container.startupProbe),
    },
    securityContext: { runAsUser, runAsGroup, fsGroup, readOnlyRootFilesystem },
    terminationGracePeriodSeconds: pod.terminationGracePeriodSeconds ?? 0,
    preStopSleepSeconds: container.lifecycle?.preStop?.sleep?.seconds ?? 0,
  };
}
