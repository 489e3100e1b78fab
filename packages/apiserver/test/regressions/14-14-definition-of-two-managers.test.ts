import { connect } from '@slipway/kube';
import { CustomResourceDefinition } from '@slipway/kube/kinds';
import { expect, onTestFinished, test } from 'vitest';
import { startApiServer } from '../../src/index.ts';

const size = { type: 'integer', minimum: 0 };
const definition = {
  metadata: { name: 'washers.example.dev' },
  spec: {
    group: 'example.dev',
    scope: 'Namespaced',
    names: { plural: 'washers', kind: 'Washer', singular: 'washer' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size } } } } },
      },
    ],
  },
};

test('a definition is stored as it was applied, so that a second manager with the same values has no conflict', async () => {
  const local = await startApiServer();
  const cluster = await connect({ text: local.kubeconfig });
  onTestFinished(async () => {
    await cluster.close();
    await local.stop();
  });
  const { client } = cluster;
  await client.apply(CustomResourceDefinition, definition, { fieldManager: 'kubectl' });
  const { spec } = await client.apply(CustomResourceDefinition, definition, { fieldManager: 'operator' });
  expect(spec.versions).toEqual(definition.spec.versions);
});
