import type { IDeploymentTarget } from '@gati-framework/contracts/deployment';
import type { ReadModule } from '../cluster/index.ts';
import { LABELS, MANAGER, moduleObjectName, moduleSelector } from '../names/index.ts';
import { handoverOf, type SetPlace } from '../sets/index.ts';

/** What a module may be made of, in the order of removal. */
const KINDS = [
  'ServiceMonitor',
  'NetworkPolicy',
  'PodDisruptionBudget',
  'ScaledObject',
  'HorizontalPodAutoscaler',
  'Service',
  'Deployment',
  'ConfigMap',
];

/** Where the objects of a module go. */
export function placeOf(
  { target, settings }: { readonly target: IDeploymentTarget; readonly settings: { readonly targetKind: string } },
  module: ReadModule,
): SetPlace {
  const { metadata } = module;
  const { namespace, name, uid } = metadata;
  return {
    target,
    targetKind: settings.targetKind,
    ...handoverOf(module, settings.targetKind),
    owner: { apiVersion: 'gati.dev/v1alpha1', kind: 'GatiModule', namespace, name, ...(uid !== undefined && { uid }) },
    labels: { ...moduleSelector(name), [LABELS.managedBy]: MANAGER },
    candidates: KINDS.map((kind) => ({ kind, namespace, name: moduleObjectName(name) })),
  };
}
