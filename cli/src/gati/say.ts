import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { ANNOTATIONS, GatiHandlerKind, GatiVersionKind, type LastCommand } from '@gati-framework/operator/client';
import { type AnyKind, type Cluster, isKubeError } from '@slipway/kube';
import { type ClusterOptions, withCluster } from '../cluster/index.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { absenceOf } from './absence.ts';
import { acceptBreaking } from './accept-breaking.ts';

export interface SayFlags extends ClusterOptions {
  readonly namespace?: string;
  readonly reason?: string;
  readonly by?: string;
  readonly full?: boolean;
  readonly acceptBreaking?: boolean;
  readonly gate?: string;
  readonly stage?: string;
  /** Seconds. */
  readonly timeout: number;
}

/** How often the answer is looked for, in milliseconds. */
const LOOK_MS = 250;

/** `slipway gati promote NAME` and its like: says it to the operator, waits for the answer and prints it. */
export function sayToOperator(word: string, name: string, flags: SayFlags): Promise<Outcome> {
  if (word === 'retire' && !flags.reason)
    throw new CliError('CLI_USAGE', 'retire needs --reason: it passes gates that keep requests from being lost');
  if (word === 'skip' && !flags.gate && !flags.stage)
    throw new CliError('CLI_USAGE', 'skip needs --gate or --stage: what is to count as passed');
  return withCluster(flags, async (cluster) => {
    const { namespace = cluster.namespace } = flags;
    const kind = word === 'retire' ? GatiVersionKind : GatiHandlerKind;
    const ref = { namespace, name };
    if (flags.acceptBreaking) return acceptBreaking(cluster, ref, flags);
    const id = `slipway-${randomUUID()}`;
    const annotations = {
      [ANNOTATIONS.command]: wordsOf(word, flags),
      [ANNOTATIONS.commandId]: id,
    };
    const patch = { merge: { metadata: { annotations } } };
    await cluster.client.patch(kind, ref, patch).catch(async (error: unknown) => {
      throw isKubeError(error, 'KUBE_NOT_FOUND') ? await absenceOf(cluster, kind as AnyKind, ref) : error;
    });
    const answer = await answerTo(cluster, kind, ref, id, flags.timeout * 1000);
    await tidyUp(cluster, kind, ref, id);
    return outcomeOf(name, answer, flags);
  });
}

/** The annotation: a word, then flags and values; a space in a value would end it. */
function wordsOf(word: string, { reason, by, full, gate, stage }: SayFlags): string {
  const values = { by: by ?? userInfo().username, reason, gate, stage };
  const stated = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${value.trim().replaceAll(/\s+/g, '_')}`],
  );
  return [word, ...(full ? ['full'] : []), ...stated].join(' ');
}

type Spoken = typeof GatiHandlerKind | typeof GatiVersionKind;

async function answerTo(
  { client, clock }: Cluster,
  kind: Spoken,
  ref: { namespace: string; name: string },
  id: string,
  waitMs: number,
): Promise<LastCommand> {
  const deadline = clock.now() + waitMs;
  for (;;) {
    const object = (await client.live.get(kind, ref)) as { status?: { lastCommand?: LastCommand } } | undefined;
    const answer = object?.status?.lastCommand;
    if (answer?.id === id) return answer;
    if (!object) throw new CliError('CLI_INPUT', `${kind.kind} ${ref.name} is gone`);
    if (clock.now() >= deadline)
      throw new CliError(
        'CLI_NO_ANSWER',
        `no operator answered within ${waitMs / 1000} s; the command stays on ${kind.kind} ${ref.name} and acts ` +
          'once one runs: kubectl -n gati-system get pods shows whether it does',
      );
    await clock.sleep(LOOK_MS);
  }
}

/** The operator leaves annotations whose id others gave; a command that is answered says nothing any more. */
async function tidyUp(
  { client }: Cluster,
  kind: Spoken,
  ref: { namespace: string; name: string },
  id: string,
): Promise<void> {
  const path = (name: string): string => `/metadata/annotations/${name.replaceAll('/', '~1')}`;
  const json = [
    { op: 'test' as const, path: path(ANNOTATIONS.commandId), value: id },
    { op: 'remove' as const, path: path(ANNOTATIONS.command) },
    { op: 'remove' as const, path: path(ANNOTATIONS.commandId) },
  ];
  await client.patch(kind, ref, { json }).catch((error: unknown) => {
    // Another command was given meanwhile.
    if (!isKubeError(error, 'KUBE_INVALID', 'KUBE_NOT_FOUND', 'KUBE_CONFLICT')) throw error;
  });
}

function outcomeOf(name: string, { command, result, message }: LastCommand, { reason }: SayFlags): Outcome {
  const why = reason ? ` (${reason})` : '';
  if (result === 'Accepted') return { stdout: `${name}: ${command} accepted${why}\n`, exitCode: 0 };
  return {
    stderr: `slipway: ${name}: ${command} refused: ${message ?? 'no reason is given'} [Refused]\n`,
    exitCode: 1,
  };
}
