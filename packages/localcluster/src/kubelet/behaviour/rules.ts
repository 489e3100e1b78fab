import type { PodObject } from '../lifecycle/index.ts';
import type { Duration } from './duration.ts';

/** What a simulated container does. Everything is optional: by default it starts at once and runs, ready, until it is
 * to end; an init container ends with 0 at once. */
export interface Behaviour {
  /** From its turn to its start: pulling the image, setting up. @default 0 */
  readonly startAfter?: Duration;
  /** From its start to ready; false: never. @default 0 */
  readonly readyAfter?: Duration | false;
  /** Ends with this code; with 0 it is a job that completes. */
  readonly exit?: { readonly code?: number; readonly after?: Duration };
  /** Ends with an error, again and again: a crash loop where the restart policy allows it. */
  readonly crash?: { readonly exitCode?: number; readonly after?: Duration; readonly message?: string };
  /** Killed for its memory: exit code 137, reason OOMKilled. */
  readonly outOfMemory?: { readonly after?: Duration };
  /** Its image cannot be pulled. */
  readonly imagePullError?: string | true;
  /** The liveness probe fails from this time after the start on: it is restarted. */
  readonly unhealthy?: { readonly after?: Duration };
  /** How long it takes to end when asked to; past the grace period it is killed. @default 0 */
  readonly stopAfter?: Duration;
}

/** All given parts must hold. Text is compared whole, a RegExp anywhere. */
export interface PodMatch {
  readonly image?: string | RegExp;
  readonly container?: string | RegExp;
  readonly name?: string | RegExp;
  readonly namespace?: string | RegExp;
  readonly node?: string | RegExp;
  readonly labels?: Readonly<Record<string, string | RegExp>>;
}

export interface Rule {
  /** @default every container */
  readonly match?: PodMatch;
  readonly behaviour: Behaviour;
}

/** What the first rule that matches says; a container that none matches just runs. */
export function behaviourOf(
  rules: readonly Rule[],
  pod: PodObject,
  container: { readonly name: string; readonly image: string },
): Behaviour {
  return rules.find(({ match }) => matches(match ?? {}, pod, container))?.behaviour ?? {};
}

function matches(match: PodMatch, pod: PodObject, container: { name: string; image: string }): boolean {
  const labels = pod.metadata.labels ?? {};
  return (
    fits(match.image, container.image) &&
    fits(match.container, container.name) &&
    fits(match.name, pod.metadata.name) &&
    fits(match.namespace, pod.metadata.namespace) &&
    fits(match.node, pod.spec?.nodeName) &&
    Object.entries(match.labels ?? {}).every(([name, value]) => fits(value, labels[name]))
  );
}

function fits(pattern: string | RegExp | undefined, text: string | undefined): boolean {
  if (pattern === undefined) return true;
  if (text === undefined) return false;
  return typeof pattern === 'string'
    ? pattern === text
    : new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(text);
}
