import type { Client, DeepReadonly, ObjectOf, ObjectRef } from '@slipway/kube';
import { waitUntil } from '@slipway/tools/processes/index';
import { HttpRoute } from './kinds.ts';

export type HttpRouteObject = ObjectOf<typeof HttpRoute>;

const DEADLINE_MS = 30_000;

/** Whether every Gateway that the route names has taken it as it is now, backends included. */
export function isAccepted({ metadata, spec, status }: DeepReadonly<HttpRouteObject>): boolean {
  const parents = status?.parents ?? [];
  return (
    parents.length === spec.parentRefs.length &&
    parents.every(({ conditions }) =>
      ['Accepted', 'ResolvedRefs'].every((wanted) =>
        conditions.some(
          ({ type, status: is, observedGeneration }) =>
            type === wanted && is === 'True' && observedGeneration === metadata.generation,
        ),
      ),
    )
  );
}

/** The route once it is accepted. That says that it was read; `settled` of the gateway, that requests follow it. */
export function untilAccepted(
  client: Client,
  ref: ObjectRef,
  signal: AbortSignal = AbortSignal.timeout(DEADLINE_MS),
): Promise<HttpRouteObject> {
  return waitUntil(async () => {
    const route = await client.live.get(HttpRoute, ref, { signal });
    return route && isAccepted(route) ? route : undefined;
  }, signal);
}
