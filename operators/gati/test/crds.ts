import type { DeploymentResource } from '@gati-framework/contracts/deployment';

const resource = (kind: string, name: string, spec: object): DeploymentResource => ({
  apiVersion: 'gati.dev/v1alpha1',
  kind,
  metadata: { name, namespace: 'default' },
  spec,
});

/** Custom resources as small as they can be. */
export const crds = {
  handler: (name: string, spec: object = {}): DeploymentResource =>
    resource('GatiHandler', name, {
      handlerPath: `/${name}`,
      version: 'v1',
      replicas: 2,
      image: 'app:1',
      port: 3000,
      ...spec,
    }),
  module: (name: string, spec: object = {}): DeploymentResource =>
    resource('GatiModule', name, {
      moduleName: name,
      moduleType: 'node',
      runtime: 'node:20',
      replicas: 1,
      image: 'module:1',
      port: 50051,
      ...spec,
    }),
};
