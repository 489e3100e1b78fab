import { type ControlPlane, requestAs, startControlPlane } from '@slipway/tools/control-plane/index';
import { afterAll, beforeAll } from 'vitest';
import { type LocalCluster, startLocalCluster } from '../../src/index.ts';

export const TYPES = {
  json: 'application/json',
  apply: 'application/apply-patch+yaml',
  merge: 'application/merge-patch+json',
  jsonPatch: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const;

export interface Step {
  readonly method: string;
  readonly path: string;
  readonly type?: keyof typeof TYPES;
  readonly body?: unknown;
}

/** What two servers may not differ in. */
export interface Outcome {
  readonly status: number;
  readonly body: unknown;
}

export interface Twins {
  /** The same request to a real API server and to localcluster. */
  ask(step: Step): Promise<{ readonly kube: Outcome; readonly local: Outcome }>;
}

/** A real API server and localcluster for one file. Controllers do not run: they would write too. */
export function useTwins(): Twins {
  let kube: ControlPlane | undefined;
  let local: LocalCluster | undefined;
  beforeAll(async () => {
    [kube, local] = await Promise.all([
      startControlPlane({ controllerManager: false, scheduler: false }),
      startLocalCluster(),
    ]);
  }, 150_000);
  afterAll(async () => {
    await Promise.all([kube?.stop(), local?.stop()]);
  });
  return {
    ask: async (step) => ({
      kube: await outcomeOf(step, kube?.kubeconfig ?? ''),
      local: await outcomeOf(step, local?.kubeconfig ?? ''),
    }),
  };
}

async function outcomeOf({ method, path, type = 'json', body }: Step, kubeconfig: string): Promise<Outcome> {
  const headers = { 'content-type': TYPES[type], 'user-agent': 'twin/1' };
  const answer = await requestAs(kubeconfig, path, { method, headers, ...(body !== undefined && { body }) });
  return { status: answer.status, body: comparable(answer.body) };
}

/** Without what differs by nature. Whether an entry has a time is compared, which one it has is not. */
function comparable(text: string): unknown {
  const even = text
    .replace(/"uid":"[0-9a-f-]{36}"/g, '"uid":"UID"')
    .replace(/"resourceVersion":"\d+"/g, '"resourceVersion":"VERSION"')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME');
  let value: {
    metadata?: { managedFields?: Record<string, string>[] };
    details?: { causes?: Record<string, string>[] };
  };
  try {
    value = JSON.parse(even) as typeof value;
  } catch {
    return even;
  }
  // Entries are in order of time: a second that passes on one server only must not count.
  value.metadata?.managedFields?.sort((a, b) => (entryKey(a) < entryKey(b) ? -1 : 1));
  // A real server tells the conflicts with several managers in any order.
  value.details?.causes?.sort((a, b) => (causeKey(a) < causeKey(b) ? -1 : 1));
  return value;
}

function causeKey({ message, field }: Record<string, string>): string {
  return `${message} ${field}`;
}

function entryKey({ operation, manager, apiVersion, subresource = '' }: Record<string, string>): string {
  return [operation, manager, apiVersion, subresource].join(' ');
}
