import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readYaml } from '@slipway/crd/schema';
import { ensureTool } from '@slipway/tools/binaries/index';
import { type ControlPlane, startControlPlane } from '@slipway/tools/control-plane/index';
import { definitionsPath } from '@slipway/tools/foreign-definitions/index';
import { runProcess, waitUntil } from '@slipway/tools/processes/index';
import type { PolicyRule } from '../../src/rbac/index.ts';

const PACKAGE = join(import.meta.dirname, '../..');

/** What a command printed; one that failed rejects. */
export type Kubectl = (...args: readonly string[]) => Promise<string>;

export async function kubectlOf(kubeconfigPath: string): Promise<Kubectl> {
  const { path } = await ensureTool('kubectl');
  return async (...args) => {
    const { exitCode, output } = await runProcess(path, ['--kubeconfig', kubeconfigPath, ...args], { cwd: PACKAGE });
    if (exitCode !== 0) throw new Error(`kubectl ${args.join(' ')} failed: ${output}`);
    return output;
  };
}

/** A control plane of which every right has to be asked: caches list and watch, and owners are checked as well. */
export function startStrictPlane(): Promise<ControlPlane> {
  return startControlPlane({
    apiServerArguments: [
      '--enable-admission-plugins=OwnerReferencesPermissionEnforcement',
      '--feature-gates=WatchList=false',
    ],
  });
}

/** The APIs that a cluster may lack, as they are published. */
export async function installOptionalKinds(kubectl: Kubectl): Promise<void> {
  const gateway = 'config/crd/standard/gateway.networking.k8s.io_';
  const files = [
    await definitionsPath('sigs.k8s.io/gateway-api', `${gateway}httproutes.yaml`),
    await definitionsPath('sigs.k8s.io/gateway-api', `${gateway}gateways.yaml`),
    await definitionsPath('github.com/kedacore/keda/v2', 'config/crd/bases/keda.sh_scaledobjects.yaml'),
    await definitionsPath(
      'github.com/prometheus-operator/prometheus-operator',
      'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
    ),
  ];
  for (const file of files) await installDefinitions(kubectl, file);
}

/** Applies definitions and waits until their kinds are served. */
export async function installDefinitions(kubectl: Kubectl, path: string): Promise<void> {
  await kubectl('apply', '--server-side', '--validate=strict', '-f', path);
  // Of one that has no conditions yet, kubectl does not say that it waits but fails.
  const isEstablished = () => kubectl('wait', '--for=condition=Established', '-f', path).catch(() => undefined);
  await waitUntil(isEstablished, AbortSignal.timeout(240_000));
}

/** All rules of the roles in a file that is shipped. */
export async function rulesIn(file: string): Promise<PolicyRule[]> {
  const objects = readYaml(await readFile(join(PACKAGE, file), 'utf8'), file);
  return objects.flatMap(({ value }) => (value as { rules?: PolicyRule[] }).rules ?? []);
}
