import type { Manager } from '@slipway/runtime';
import { HttpRoute } from './kinds.ts';

/** Stands in for a gateway: takes every route as it is, and says so as the Gateway API wants it reported. */
export function serveRoutes(manager: Manager, namespace: string): void {
  manager
    .controller(HttpRoute)
    .named('gateway')
    .for({ namespaces: [namespace] })
    .reconcile(async ({ object, client, clock }) => {
      if (!object) return;
      const { name, generation = 0 } = object.metadata ?? {};
      const accepted = {
        type: 'Accepted',
        status: 'True',
        reason: 'Accepted',
        message: '',
        observedGeneration: generation,
        lastTransitionTime: new Date(clock.wall()).toISOString().replace(/\.\d+/, ''),
      };
      const isDone = object.status?.parents?.[0]?.conditions[0]?.observedGeneration === generation;
      if (isDone) return;
      const parents = object.spec.parentRefs.map((parentRef) => ({
        controllerName: 'example.dev/gateway',
        parentRef: { name: parentRef.name },
        conditions: [accepted],
      }));
      await client.subresource(HttpRoute, { namespace, name }, 'status').patch({ merge: { status: { parents } } });
    });
}
