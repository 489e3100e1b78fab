import { connect, defineKind } from '@slipway/kube';
import { ownerReferenceTo } from '@slipway/kube/apply';
import { ConfigMap } from '@slipway/kube/kinds';
import { type Condition, createManager, type Manager, type ReconcileContext } from '@slipway/runtime';
import type { StartOperator } from '@slipway/runtime/testing';

interface WidgetStatus {
  child?: string;
  observedGeneration?: number;
  conditions?: Condition[];
}

export const Widget = defineKind<{ text: string }, WidgetStatus>({
  group: 'crash.test.slipway.dev',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
});

type Context = ReconcileContext<typeof Widget>;

/** An operator under test: what `declare` makes of a manager. */
export function operator(declare: (manager: Manager, namespaces: readonly string[]) => void): StartOperator {
  return async ({ kubeconfig, namespace, clock }) => {
    const cluster = await connect({ text: kubeconfig, clock });
    const manager = await createManager({ cluster, metrics: false, health: false, logLevel: 'silent' });
    declare(manager, [namespace]);
    await manager.start();
    return manager;
  };
}

const reconciling = (reconcile: (context: Context) => Promise<void>): StartOperator =>
  operator((manager, namespaces) =>
    manager.controller(Widget).for({ namespaces }).owns(ConfigMap, { namespaces }).reconcile(reconcile),
  );

async function createChild({ key, object, client, signal }: Context): Promise<string> {
  if (!object) throw new Error('There is no object to have a child.');
  const owner = ownerReferenceTo({ kind: Widget, object: object as never }, key, ConfigMap);
  const child = await client.create(
    ConfigMap,
    { metadata: { namespace: key.namespace, generateName: `${key.name}-`, ownerReferences: [owner] } },
    { signal },
  );
  return child.metadata.name ?? '';
}

/** Gives each Widget one ConfigMap of a generated name: it looks for a child before it makes one. */
export const looksFirst = reconciling(async (context) => {
  const { object, cache, status } = context;
  if (!object) return;
  const [existing] = cache(ConfigMap).ownedBy(object.metadata.uid ?? '');
  status.set({ child: existing?.metadata?.name ?? (await createChild(context)) });
});

/** The same with a bug that only a crash shows: it trusts a status that may never have been written. */
export const trustsItsStatus = reconciling(async (context) => {
  const { object, status } = context;
  if (!object) return;
  status.set({ child: object.status?.child ?? (await createChild(context)) });
});

/** A bug that no look at the state shows: every reconcile writes something new, which causes the next. */
export const neverRests = (() => {
  let count = 0;
  return reconciling(async ({ object, status }) => {
    if (object) status.set({ child: `number ${count++}` });
  });
})();

/** Counts what it learns of its own failures, by namespace. The dead learn nothing. */
export const countsFailures = (failures: Map<string, number>): StartOperator =>
  reconciling(async ({ key: { namespace, name }, object, apply, status }) => {
    if (!object) return;
    try {
      await apply(ConfigMap, { metadata: { namespace, name }, data: { text: object.spec.text } });
      status.set({ child: name });
    } catch (error) {
      failures.set(namespace, (failures.get(namespace) ?? 0) + 1);
      throw error;
    }
  });

/** A system outside of the cluster, with an entry for each Widget that was ever worked on. */
export class Outside {
  readonly entries = new Set<string>();

  of(namespace: string): string[] {
    return [...this.entries]
      .filter((entry) => entry.startsWith(`${namespace}/`))
      .map((entry) => entry.split('/')[1] ?? '');
  }
}

/** Makes an entry outside and a child inside, and takes the entry back before the Widget goes. */
export const declareFinalizing =
  (outside: Outside) =>
  (manager: Manager, namespaces: readonly string[]): void =>
    manager
      .controller(Widget)
      .for({ namespaces })
      .owns(ConfigMap, { namespaces })
      .finalizer('crash.test.slipway.dev/outside', ({ key }) => {
        outside.entries.delete(`${key.namespace}/${key.name}`);
      })
      .reconcile(async ({ key: { namespace, name }, object, apply, status }) => {
        if (!object) return;
        outside.entries.add(`${namespace}/${name}`);
        await apply(ConfigMap, { metadata: { namespace, name }, data: { text: object.spec.text } });
        status.condition({ type: 'Ready', status: 'True', reason: 'Applied', message: 'All is in place.' });
      });

export const finalizing = (outside: Outside): StartOperator => operator(declareFinalizing(outside));
