import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject, readYaml } from '@slipway/crd/schema';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { requestAs } from '@slipway/tools/control-plane/index';
import { beforeAll, expect, it } from 'vitest';
import { type ConvertOptions, convert } from '../../src/convert/index.ts';
import { installKinds } from '../installed-kinds.ts';

const CLI = ['cli-manifests/deployment.yaml', 'cli-manifests/service.yaml'];
const PATHS: Readonly<Record<string, string>> = {
  Service: '/api/v1',
  GatiHandler: '/apis/gati.dev/v1alpha1',
  GatiModule: '/apis/gati.dev/v1alpha1',
  GatiVersion: '/apis/gati.dev/v1alpha1',
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function manifests(files: readonly string[]): JsonObject[] {
  return files.flatMap((file) =>
    readYaml(readFileSync(new URL(file, import.meta.url), 'utf8'), file)
      .map(({ value }) => value)
      .filter(isJsonObject),
  );
}

describeCluster('what is converted', { needs: ['schema'] }, (cluster) => {
  let namespace = '';
  beforeAll(async () => {
    await installKinds(cluster());
    namespace = await freshNamespace(cluster());
  });

  it.each<[string, readonly string[], ConvertOptions]>([
    ['a handler', CLI, {}],
    ['a handler that lost something', ['lossy.yaml'], {}],
    ['a module', ['lossy.yaml'], { as: 'module', name: 'reports-module' }],
    ['a workload that is adopted', CLI, { adopt: true, name: 'adopting' }],
  ])('G-190 G-191: %s is admitted strictly and without a warning', async (_title, files, options) => {
    for (const resource of convert(manifests(files), options).resources) {
      const kind = textOf(resource['kind']);
      const metadata = { ...(resource['metadata'] as JsonObject), namespace };
      const path = `${PATHS[kind]}/namespaces/${namespace}/${kind.toLowerCase()}s?fieldValidation=Strict`;
      const answer = await requestAs(cluster().kubeconfig, path, { method: 'POST', body: { ...resource, metadata } });
      expect([answer.status, answer.headers['warning'], answer.body]).toEqual([201, undefined, expect.anything()]);
    }
  });
});
