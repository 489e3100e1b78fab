import type { IDeploymentTarget } from '@gati-framework/contracts/deployment';
import type { GitOpsTargetOptions } from '../gitops/index.ts';
import type { HelmTargetOptions } from '../helm-target/index.ts';
import type { KubernetesTargetOptions } from '../kubernetes/index.ts';

export const TARGET_KINDS = ['kubernetes', 'helm', 'gitops'] as const;

export type TargetConfig =
  | ({ readonly kind: 'kubernetes' } & KubernetesTargetOptions)
  | ({ readonly kind: 'helm' } & HelmTargetOptions)
  | ({ readonly kind: 'gitops' } & GitOpsTargetOptions);

/** A target with everything that the built-in ones have, and an end. */
export type DeploymentTarget = IDeploymentTarget &
  Required<Pick<IDeploymentTarget, 'applySet' | 'applyStatus' | 'syncStatus'>> & { close(): Promise<void> };

/** Opens the target that the configuration names. Only its own code is loaded. */
export async function createTarget(config: TargetConfig): Promise<DeploymentTarget> {
  if (config.kind === 'helm') return (await import('../helm-target/index.ts')).HelmTarget.open(config);
  if (config.kind === 'gitops') return (await import('../gitops/index.ts')).GitOpsTarget.open(config);
  return (await import('../kubernetes/index.ts')).KubernetesTarget.open(config);
}
