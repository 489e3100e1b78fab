import { join } from 'node:path';
import { ensureTool } from '@slipway/tools/binaries/index';
import { type ControlPlane, requestAs, startControlPlane } from '@slipway/tools/control-plane/index';
import { runProcess } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifestsOf, type Workload } from '../src/index.ts';
import { full, scaled } from './descriptions.ts';

/** The CRDs that clusters really have, as their projects publish them in their Go modules. */
const modules = {
  'sigs.k8s.io/gateway-api@v1.4.1': 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml',
  'github.com/kedacore/keda/v2@v2.21.0': 'config/crd/bases/keda.sh_scaledobjects.yaml',
  'github.com/prometheus-operator/prometheus-operator@v0.85.0':
    'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
};

let plane: ControlPlane;

async function run(command: string, args: readonly string[]): Promise<string> {
  const { exitCode, output, stdout } = await runProcess(command, args, { cwd: plane.folder });
  if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${output}`);
  return stdout;
}

beforeAll(async () => {
  plane = await startControlPlane({ controllerManager: false, scheduler: false });
  const { path: kubectl } = await ensureTool('kubectl');
  for (const [module, path] of Object.entries(modules)) {
    const { Dir: folder } = JSON.parse(await run('go', ['mod', 'download', '-json', module])) as { Dir: string };
    const file = join(folder, path);
    await run(kubectl, ['--kubeconfig', plane.kubeconfigPath, 'apply', '--server-side', '-f', file]);
    await run(kubectl, ['--kubeconfig', plane.kubeconfigPath, 'wait', '--for=condition=Established', '-f', file]);
  }
}, 300_000);
afterAll(() => plane.stop());

/** The first manifest of the kind goes through a strict dry run. */
async function check(workload: Workload, kind: string, plural: string): Promise<void> {
  const manifests = manifestsOf({ ...workload, namespace: 'default' }).filter((manifest) => manifest.kind === kind);
  expect(manifests).not.toEqual([]);
  for (const manifest of manifests) {
    const path = `/apis/${manifest.apiVersion}/namespaces/default/${plural}?dryRun=All&fieldValidation=Strict`;
    const { status, body, headers } = await requestAs(plane.kubeconfig, path, { method: 'POST', body: manifest });
    expect({ status, body, warning: headers['warning'] }).toMatchObject({ status: 201, warning: undefined });
  }
}

test('G-73: the Gateway API accepts the route, its weights and header matches', () =>
  check(full, 'HTTPRoute', 'httproutes'));

test('G-74: the Gateway API accepts each of the routes that hold forty rules', async () => {
  const rules = Array.from({ length: 40 }, (_, n) => ({
    matches: [{ path: { value: '/' }, headers: [{ name: 'x-version', value: `v${n}` }] }],
    backends: [{ service: `api-${n}`, port: 80 }],
  }));
  await check(
    { name: 'api', namespace: '', route: { gateways: [{ name: 'public' }], rules } },
    'HTTPRoute',
    'httproutes',
  );
});

test('G-115: KEDA accepts the ScaledObject with its fallback', () => check(scaled, 'ScaledObject', 'scaledobjects'));

test('G-134: the Prometheus operator accepts the ServiceMonitor', () =>
  check(full, 'ServiceMonitor', 'servicemonitors'));
