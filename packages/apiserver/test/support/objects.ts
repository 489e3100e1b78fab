export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

export function configMap(name: string, rest: object = {}): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...rest };
}

/** The least that a pod may be. */
export const POD_SPEC = { containers: [{ name: 'c', image: 'x' }] };

/** What a workload that selects its pods by `app: name` needs. */
export const podTemplate = (name: string, spec: object = {}): object => ({
  metadata: { labels: { app: name } },
  spec: { ...POD_SPEC, ...spec },
});

export const WIDGETS = '/apis/demo.io/v1/namespaces/default/widgets';

/** A CRD of kind Widget in group demo.io with a status subresource. */
export function widgetDefinition(spec: object = {}, version: object = {}): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.demo.io' },
    spec: {
      group: 'demo.io',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'], categories: ['all'] },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          subresources: { status: {} },
          ...version,
        },
      ],
      ...spec,
    },
  };
}

export function widget(name: string, rest: object = {}): object {
  return { apiVersion: 'demo.io/v1', kind: 'Widget', metadata: { name }, ...rest };
}
