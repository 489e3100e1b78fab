import type { Step } from '../twins.ts';

export type Row = readonly [method: string, path: string, body?: unknown, type?: Step['type'], accept?: string];

export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

type Spec = Readonly<Record<string, unknown>>;

/** A definition of group demo.io with one version that keeps everything, but for what is given. */
export function definition(plural: string, kind: string, spec: Spec = {}, version: Spec = {}, metadata: Spec = {}) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.demo.io`, ...metadata },
    spec: {
      group: 'demo.io',
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ ...versionOf('v1', true, ANYTHING), ...version }],
      ...spec,
    },
  };
}

export const ANYTHING = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

export function versionOf(
  name: string,
  storage: boolean,
  openAPIV3Schema: unknown = { type: 'object' },
  more: Spec = {},
) {
  return { name, served: true, storage, schema: { openAPIV3Schema }, ...more };
}

/** A schema whose spec has these properties. */
export const withSpec = (properties: Spec, spec: Spec = {}): Spec => ({
  type: 'object',
  properties: {
    spec: { type: 'object', properties, ...spec },
    status: { type: 'object', properties: { phase: { type: 'string' }, replicas: { type: 'integer' } } },
  },
});

export const definitionAt = (plural: string, subresource = ''): string =>
  `${DEFINITIONS}/${plural}.demo.io${subresource}`;

/** The address of objects of a kind in the namespace default. */
export function objectsAt(plural: string, version = 'v1'): (rest?: string) => string {
  return (rest = '') => `/apis/demo.io/${version}/namespaces/default/${plural}${rest}`;
}

export function objectOf(kind: string, name: string, spec: unknown, rest: Spec = {}, version = 'v1') {
  return { apiVersion: `demo.io/${version}`, kind, metadata: { name }, spec, ...rest };
}
