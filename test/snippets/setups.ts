/**
 * @module
 * What programs of documents need around them, by the name that a document gives: `<!-- runs with: greetings -->`.
 *
 * A program that stands alone needs none. The others are fragments on purpose: they import an object that exists, call
 * functions of the reader (`declare`), export something to be called, or run until they are stopped.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startDelivery } from '@slipway/delivery';
import { type Cluster, defineKind, installDefinition, KubeError } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { openDefinition } from '@slipway/runtime/testing';
import { ensureTool } from '@slipway/tools/binaries/index';
import { expect, vi } from 'vitest';
import { canary } from '../../packages/delivery/test/canary.ts';

/** Where a program runs. */
export interface SnippetContext {
  /** As an administrator; the same that `connect()` finds in the program. */
  readonly cluster: Cluster;
  /** The folder of the program, which is its working folder too where it names files. */
  readonly folder: string;
  /** What it has printed so far. */
  readonly printed: readonly string[];
  /** Asks it to end, as Ctrl-C does. */
  readonly stop: () => void;
}

export interface Setup {
  before?(world: SnippetContext): Promise<void>;
  /** While it runs: for a program that ends only when it is asked to. */
  during?(world: SnippetContext): Promise<void>;
  /** With what it exports, once it has run. */
  after?(exported: Readonly<Record<string, unknown>>, world: SnippetContext): Promise<void> | void;
  /** Set for what only a real control plane can run; `npm run test:kube` does. */
  readonly onlyOnKube?: string;
}

const Greeting = defineKind<{ name: string }>({
  group: 'example.dev',
  version: 'v1',
  kind: 'Greeting',
  plural: 'greetings',
  scope: 'Namespaced',
});
const Widget = defineKind<{ size: number }>({
  group: 'demo.io',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
});

/** A Greeting is answered by a ConfigMap; then the operator is stopped. */
async function greet({ cluster: { client }, stop }: SnippetContext): Promise<void> {
  const metadata = { namespace: 'default', name: 'first' };
  // The operator may install the kind itself.
  await vi.waitFor(() =>
    client.apply(Greeting, { metadata, spec: { name: 'world' } } as object, { fieldManager: 'a' }),
  );
  await vi.waitFor(async () => {
    const found = await client.live.get(ConfigMap, metadata);
    expect(found?.data).toEqual({ text: 'Hello, world!' });
  });
  stop();
  await client.delete(ConfigMap, metadata);
  await client.delete(Greeting, metadata);
}

/** Functions and values that a program only declares. */
function declared(values: Readonly<Record<string, unknown>>): Promise<void> {
  Object.assign(globalThis, values);
  return Promise.resolve();
}

const widgetSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { replicas: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.replicas >= 0', message: 'is never negative' }],
    },
  },
};

export const setups: Readonly<Record<string, Setup>> = {
  /** It brings its kind along, and runs until it is stopped. */
  'a-greeting': { during: greet },

  'greetings-installed': {
    before: ({ cluster }) => installDefinition(cluster.client, openDefinition(Greeting), { force: true }),
    during: greet,
  },

  'a-widget': {
    async before({ cluster: { client } }) {
      await installDefinition(client, openDefinition(Widget));
      await client.create(Widget, { metadata: { namespace: 'default', name: 'a' }, spec: { size: 3 } });
    },
    async after(_exported, { cluster: { client } }) {
      const found = await client.live.get(ConfigMap, { namespace: 'default', name: 'a' });
      expect(found?.data).toEqual({ size: '3' });
    },
  },

  'a-chart': {
    async before({ folder }) {
      vi.stubEnv('HELM_BIN', (await ensureTool('helm')).path);
      const chart = join(folder, 'charts/shop');
      await mkdir(join(chart, 'templates'), { recursive: true });
      await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: shop\nversion: 1.0.0\n');
      const metadata = 'metadata: { name: {{ .Release.Name }} }';
      const data = 'data: { replicas: {{ .Values.replicas | quote }} }';
      await writeFile(join(chart, 'templates/shop.yaml'), `apiVersion: v1\nkind: ConfigMap\n${metadata}\n${data}\n`);
    },
    async after(_exported, { cluster: { client } }) {
      const found = await client.live.get(ConfigMap, { namespace: 'default', name: 'shop' });
      expect(found?.data).toEqual({ replicas: '2' });
    },
  },

  'a-resource': {
    async after({ PrintingTarget }, { printed }) {
      const target = new (PrintingTarget as new () => { apply(resource: object): Promise<void> })();
      await target.apply({ kind: 'ConfigMap', metadata: { name: 'a' } });
      expect(printed).toEqual(['apply ConfigMap a']);
    },
  },

  'an-error': {
    after({ isGone }) {
      const isTrue = isGone as (error: unknown) => boolean;
      expect([new KubeError('KUBE_GONE', 'gone'), new KubeError('KUBE_INVALID', 'no')].map(isTrue)).toEqual([
        true,
        false,
      ]);
    },
  },

  'a-plan-and-a-store': {
    before: () => declared({ store: async () => undefined, apply: async () => undefined }),
    async after({ work }) {
      const plan = canary();
      const state = startDelivery(plan, 0);
      const seen = {
        at: 0,
        members: {},
        versions: {},
        gates: {},
        drain: {},
        capacity: { known: false, reason: 'new' },
      };
      const next = await (work as (...args: unknown[]) => Promise<typeof state>)(plan, state, seen, [], 0);
      // Nothing is known of the versions: it waits, and says for what.
      expect(next.waits).not.toEqual([]);
    },
  },

  'a-plan': {
    after({ preview }) {
      expect((preview as (plan: object) => string)(canary())).toContain('50%');
    },
  },

  'a-rule': {
    before: () =>
      declared({
        text: JSON.stringify({
          apiVersion: 'apiextensions.k8s.io/v1',
          kind: 'CustomResourceDefinition',
          metadata: { name: 'widgets.demo.io' },
          spec: {
            group: 'demo.io',
            scope: 'Namespaced',
            names: { plural: 'widgets', kind: 'Widget' },
            versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: widgetSchema } }],
          },
        }),
        object: { spec: { replicas: -1 } },
        old: { spec: { replicas: 1 } },
        stored: widgetSchema,
      }),
  },

  'a-real-control-plane': { onlyOnKube: 'starts a real kube-apiserver of its own' },
};
