import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCrd } from '@slipway/crd/schema';
import { type Cluster, connect, defineKind } from '@slipway/kube';
import { CustomResourceDefinition } from '@slipway/kube/kinds';
import { describeCluster } from '@slipway/test/clusters/suite';
import { waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixtures, slipway } from '../../test/run.ts';

const Certificate = defineKind<{ mode: string }>({
  group: 'example.com',
  version: 'v1',
  kind: 'Certificate',
  plural: 'certificates',
  scope: 'Namespaced',
});

describeCluster('slipway crd diff on a cluster', {}, (cluster) => {
  let handle: Cluster;
  let folder: string;
  let live: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-live-'));
    await writeFile(join(folder, 'kubeconfig'), cluster().kubeconfig);
    live = ['--kubeconfig', join(folder, 'kubeconfig')];
    handle = await connect({ text: cluster().kubeconfig });
    const { metadata, spec } = parseCrd(await readFile(join(fixtures, 'old.yaml'), 'utf8'));
    await handle.client.create(CustomResourceDefinition, { metadata, spec } as never);
    await waitUntil(() =>
      handle.client.live.listAll(Certificate).then(
        () => true,
        () => undefined,
      ),
    );
  });
  afterAll(async () => {
    await handle?.close();
    await rm(folder, { recursive: true });
  });

  async function create(name: string, mode: string): Promise<void> {
    await handle.client.create(Certificate, { metadata: { namespace: 'default', name }, spec: { mode } });
  }

  const diff = (...args: string[]) => slipway(['crd', 'diff', 'cluster:', 'new.yaml', ...live, ...args]);

  it('compares the CRDs of a cluster with those of a file, and only them', async () => {
    const { stdout, exitCode } = await diff('-o', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ crd: 'certificates.example.com', verdict: 'BREAK' });
    expect(exitCode).toBe(1);
  });

  it('CRD-L04: a break that hurts no object there needs a review only', async () => {
    await create('web', 'Modern');
    const { stdout, exitCode } = await diff('--against-live', '-o', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'REVIEW',
      findings: [{ rule: 'V06', base: 'BREAK', evidence: { state: 'complete', violations: 0, total: 1 } }, {}],
    });
    expect(exitCode).toBe(0);
  });

  it('CRD-L03: objects that are hurt are counted and named', async () => {
    await create('mail', 'Legacy');
    const { stdout, exitCode } = await diff('--require-live');
    expect(stdout).toMatch(/BREAK +V06 .* 1 of 2 /);
    expect(stdout).toContain('default/mail');
    expect(exitCode).toBe(1);
  });

  it.each([
    ["self.mode == 'Modern' || self.days < 100", 0, 0],
    ["self.mode == 'Modern'", 1, 1],
  ])('CRD-L03: a new rule is evaluated on every object: %s', async (rule, violations, exitCode) => {
    const spec = '            spec:\n              type: object\n';
    const rules = `${spec}              x-kubernetes-validations: [${JSON.stringify({ rule })}]\n`;
    const stdin = (await readFile(join(fixtures, 'old.yaml'), 'utf8')).replace(spec, rules);
    const args = ['crd', 'diff', 'cluster:', '-', ...live, '--against-live', '-o', 'json'];
    const run = await slipway(args, { stdin });
    expect(JSON.parse(run.stdout)).toMatchObject({
      findings: [{ rule: 'X09', base: 'BREAK', evidence: { state: 'complete', violations, total: 2 } }],
    });
    expect(run.exitCode).toBe(exitCode);
  });
});
