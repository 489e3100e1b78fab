import { HelmClient } from '@slipway/targets/helm';
import { ensureTool } from '@slipway/tools/binaries/index';
import { onTestFinished } from 'vitest';
import type { OperatorEnvironment } from '../../src/settings/index.ts';
import type { Rig } from '../rig.ts';
import { GitEngine } from './git-engine.ts';

export async function helmEnvironment(): Promise<OperatorEnvironment> {
  const { path } = await ensureTool('helm');
  return { DEPLOYMENT_TARGET: 'helm', HELM_BIN: path };
}

/** The same helm in the hands of a person. */
export async function openHelm(): Promise<HelmClient> {
  const { path } = await ensureTool('helm');
  const helm = await HelmClient.open({ binary: path });
  onTestFinished(() => helm.close());
  return helm;
}

/** A repository and who brings it to the cluster of the rig, until the test ends. */
export async function startEngine({ cluster }: Pick<Rig, 'cluster'>, options?: { tellsArgo: boolean }) {
  const engine = await GitEngine.start(cluster, options);
  onTestFinished(() => engine.stop());
  const env: OperatorEnvironment = {
    DEPLOYMENT_TARGET: 'gitops',
    GIT_URL: engine.url,
    GITOPS_ENGINE: options?.tellsArgo ? 'argocd' : 'none',
  };
  return { engine, env };
}
