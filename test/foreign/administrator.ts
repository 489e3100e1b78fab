import { requestAs } from '@slipway/tools/control-plane/index';
import { waitUntil } from '@slipway/tools/processes/index';

/** How long anything may take to come true, on a machine that may be busy. */
const DEADLINE_MS = 120_000;

export const WIDGETS = '/apis/foreign.slipway.dev/v1/namespaces/default/widgets';

/** The CRD of the Widgets that foreign operators look after. */
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.foreign.slipway.dev' },
  spec: {
    group: 'foreign.slipway.dev',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { size: { type: 'integer' } } },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
};

export const widget = (name: string, size: number): object => ({
  apiVersion: 'foreign.slipway.dev/v1',
  kind: 'Widget',
  metadata: { name },
  spec: { size },
});

/** What tests ask of a cluster, as its administrator. */
export class Administrator {
  readonly #kubeconfig: string;

  constructor(kubeconfig: string) {
    this.#kubeconfig = kubeconfig;
  }

  /** The answer's body. Undefined where there is no such object. */
  // Tests read objects of many shapes; a wrong path fails in the assertion.
  // oxlint-disable-next-line typescript/no-explicit-any
  async ask(method: string, path: string, body?: object): Promise<any> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const headers = { 'content-type': type };
    const answer = await requestAs(this.#kubeconfig, path, { method, headers, ...(body && { body }) });
    if (answer.status === 404) return undefined;
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body) as unknown;
  }

  async defineWidgets(): Promise<void> {
    await this.ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
    await this.until(WIDGETS, (list) => list !== undefined);
  }

  /** What is at a path, once it is as wanted. */
  // oxlint-disable-next-line typescript/no-explicit-any
  until(path: string, isWanted: (found: any) => boolean): Promise<any> {
    return waitUntil(async () => {
      const found: unknown = await this.ask('GET', path);
      return isWanted(found) ? { found } : undefined;
    }, AbortSignal.timeout(DEADLINE_MS)).then(({ found }) => found);
  }
}
