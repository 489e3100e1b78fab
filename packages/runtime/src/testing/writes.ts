import { CHANGING_VERBS, type FaultProxy, type LoggedRequest } from '@slipway/kube/testing';

/** About an operator, not done by it: leases are renewed and events are recorded however quiet it is. */
const NO_WORK: readonly string[] = ['leases', 'events'];

/** The requests that were meant to change something, of those after `since` (an entry's number). */
export function writesOf({ log }: Pick<FaultProxy, 'log'>, since = 0): readonly LoggedRequest[] {
  return log
    .matching({ verb: CHANGING_VERBS }, since)
    .filter(({ resource, query }) => !NO_WORK.includes(resource) && !query.has('dryRun'));
}

/** `patch websites.example.dev/web/status`. */
export function describeWrite({ verb, resource, group, name, subresource }: LoggedRequest): string {
  const path = [group ? `${resource}.${group}` : resource, name, subresource].filter((part) => part !== '');
  return `${verb} ${path.join('/')}`;
}
