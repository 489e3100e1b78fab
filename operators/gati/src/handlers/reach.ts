import type { ConditionInput } from '@slipway/runtime';
import { refusedRoute } from '../routing/index.ts';
import type { HandlerObservation } from './observation.ts';

/**
 * Why callers reach no version although pods are ready: what leads to them is gone or refused. A change that the Gateway
 * has not looked at yet is no such reason, since until then it goes by the last one.
 */
export function unreachable({
  handler,
  route,
}: HandlerObservation): Pick<ConditionInput, 'reason' | 'message'> | undefined {
  const { gateway } = handler.spec.routing ?? {};
  if (!gateway) return undefined;
  const { problem, routes, split } = route;
  if (problem?.reason === 'NoGateway') return problem;
  if (routes.length === 0 && split.unknown !== undefined)
    return { reason: 'NotAccepted', message: `There is no HTTPRoute at Gateway ${gateway.name}: ${split.unknown}.` };
  const refusal = refusedRoute(routes);
  return refusal === undefined ? undefined : { reason: 'NotAccepted', message: `No request is led here: ${refusal}.` };
}
