import { isDeepStrictEqual } from 'node:util';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { TYPES } from '@slipway/test/clusters/media-types';
import { useCounter } from '@slipway/test/clusters/request-counts';
import { type ControlPlane, requestAs, startControlPlane } from '@slipway/tools/control-plane/index';
import { waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll } from 'vitest';
import { parse, stringify } from 'yaml';

export interface Step {
  readonly method: string;
  readonly path: string;
  readonly type?: keyof typeof TYPES;
  readonly body?: unknown;
  /** Who asks. @default the administrator; null: nobody */
  readonly user?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What two servers may not differ in. */
export interface Outcome {
  readonly status: number;
  readonly body: unknown;
  /** What the client gets beside the answer, one header per warning. */
  readonly warning?: string;
}

export interface Pair {
  readonly kube: Outcome;
  readonly local: Outcome;
}

/** How long the caches of a real server may take to learn of a write, on a machine that may be busy. */
const PATIENCE_MS = 20_000;

export interface Twins {
  /** The same request to a real API server and to localcluster. */
  ask(step: Step): Promise<Pair>;
  /**
   * The same, once the real one goes by what was written before. Its admission and its authorizer read
   * caches that learn of a write a moment later: what has no effect is asked again, a write is rehearsed,
   * until it comes out as it does here. What still differs then is a difference.
   */
  settle(step: Step, view?: (outcome: Outcome) => unknown): Promise<Pair>;
  /** For clients of their own. */
  kubeconfigs(): { readonly kube: string; readonly local: string };
}

/**
 * A real API server and localcluster for one file. Controllers do not run unless they are wanted: they
 * would write too.
 */
export function useTwins({ controllers = false } = {}): Twins {
  const count = useCounter();
  let kube: ControlPlane | undefined;
  let local: LocalCluster | undefined;
  beforeAll(async () => {
    [kube, local] = await Promise.all([
      startControlPlane({ controllerManager: controllers, scheduler: false }),
      startLocalCluster({ controllers }),
    ]);
  }, 300_000);
  afterAll(async () => {
    await Promise.all([kube?.stop(), local?.stop()]);
  });
  const askKube = (step: Step): Promise<Outcome> => outcomeOf(step, kubeconfigOf(step, kube));
  const askLocal = (step: Step): Promise<Outcome> => outcomeOf(step, kubeconfigOf(step, local));
  return {
    ask: async (step) => {
      count();
      return { kube: await askKube(step), local: await askLocal(step) };
    },
    settle: async (step, view) => {
      count();
      const here = await askLocal(step);
      const isWithoutEffect = hasNoEffect(step);
      const seen = view ?? (isWithoutEffect ? (outcome: Outcome) => outcome : verdict);
      const patience = AbortSignal.timeout(PATIENCE_MS);
      const there = await waitUntil(async () => {
        const outcome = await askKube(isWithoutEffect ? step : rehearsed(step));
        return isDeepStrictEqual(seen(outcome), seen(here)) || patience.aborted ? outcome : undefined;
      });
      return { kube: isWithoutEffect ? there : await askKube(step), local: here };
    },
    kubeconfigs: () => ({ kube: kube?.kubeconfig ?? '', local: local?.kubeconfig ?? '' }),
  };
}

/** Reading, asking for a review, and what is tried only. */
function hasNoEffect({ method, path }: Step): boolean {
  return method === 'GET' || method === 'OPTIONS' || path.includes('reviews') || path.includes('dryRun=');
}

function rehearsed(step: Step): Step {
  return { ...step, path: `${step.path}${step.path.includes('?') ? '&' : '?'}dryRun=All` };
}

/** An object that is not stored lacks what a stored one has. */
function verdict(outcome: Outcome): unknown {
  return outcome.status < 300 ? outcome.status : outcome;
}

type Server = Pick<LocalCluster, 'kubeconfig' | 'kubeconfigFor'>;

function kubeconfigOf({ user }: Step, server: Server | undefined): string {
  if (!server) throw new Error('the twins have not been started');
  if (user === undefined) return server.kubeconfig;
  return user === null ? anonymous(server.kubeconfig) : server.kubeconfigFor(user);
}

function anonymous(kubeconfig: string): string {
  const { users: _users, ...rest } = parse(kubeconfig) as { users: unknown };
  return stringify({ ...rest, users: [{ name: 'nobody', user: {} }] });
}

async function outcomeOf(step: Step, kubeconfig: string): Promise<Outcome> {
  const { method, path, type = 'json', body } = step;
  const headers = { 'content-type': TYPES[type], 'user-agent': 'twin/1', ...step.headers };
  const answer = await requestAs(kubeconfig, path, { method, headers, ...(body !== undefined && { body }) });
  const { warning } = answer.headers;
  return { status: answer.status, body: comparable(answer.body), ...(warning && { warning }) };
}

/** Without what differs by nature. Whether an entry has a time is compared, which one it has is not. */
function comparable(text: string): unknown {
  const even = text
    .replace(/"uid":"[0-9a-f-]{36}"/g, '"uid":"UID"')
    .replace(/"resourceVersion":"\d+"/g, '"resourceVersion":"VERSION"')
    .replace(/"eyJ[\w-]+\.[\w-]+\.[\w-]+"/g, '"TOKEN"')
    // Of the certificate by which a user is known on one server only.
    .replace(/,"extra":\{"[\w./-]+credential-id":\["X509SHA256=\w+"\]\}/g, '')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')
    // Five characters at random, where the name of an object or of a volume is generated.
    .replace(/\b(gen-|kube-api-access-)[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '$1XXXXX');
  try {
    return inOrder(even);
  } catch {
    return even;
  }
}

const byKey =
  (key: (entry: Record<string, string>) => string) =>
  (a: Record<string, string>, b: Record<string, string>): number =>
    key(a) < key(b) ? -1 : 1;

/** Reads JSON with the lists in order that a server has in one of its own. */
export function inOrder(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (!Array.isArray(value)) return value;
    // Entries are in order of time: a second that passes on one server only must not count.
    if (key === 'managedFields') value.sort(byKey(entryKey));
    // A real server tells the conflicts with several managers in any order.
    if (key === 'causes') value.sort(byKey(causeKey));
    return value;
  });
}

function causeKey({ message, field }: Record<string, string>): string {
  return `${message} ${field}`;
}

function entryKey({ operation, manager, apiVersion, subresource = '' }: Record<string, string>): string {
  return [operation, manager, apiVersion, subresource].join(' ');
}
