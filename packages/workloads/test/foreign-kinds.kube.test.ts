import { ensureTool } from '@slipway/tools/binaries/index';
import { type ControlPlane, requestAs, startControlPlane } from '@slipway/tools/control-plane/index';
import { type DefinitionsModule, definitionsPath } from '@slipway/tools/foreign-definitions/index';
import { runProcess } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifestsOf, type Workload } from '../src/index.ts';
import { full, scaled } from './descriptions.ts';

/** The CRDs that clusters really have. */
const published = {
  'sigs.k8s.io/gateway-api': 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml',
  'github.com/kedacore/keda/v2': 'config/crd/bases/keda.sh_scaledobjects.yaml',
  'github.com/prometheus-operator/prometheus-operator':
    'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
} satisfies Record<DefinitionsModule, string>;

let plane: ControlPlane;

async function kubectl(...args: readonly string[]): Promise<void> {
  const { path } = await ensureTool('kubectl');
  const { exitCode, output } = await runProcess(path, ['--kubeconfig', plane.kubeconfigPath, ...args]);
  if (exitCode !== 0) throw new Error(`kubectl ${args.join(' ')} failed: ${output}`);
}

beforeAll(async () => {
  plane = await startControlPlane({ controllerManager: false, scheduler: false });
  for (const [module, path] of Object.entries(published)) {
    const file = await definitionsPath(module as DefinitionsModule, path);
    await kubectl('apply', '--server-side', '-f', file);
    await kubectl('wait', '--for=condition=Established', '-f', file);
  }
});
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
