import { userInfo } from 'node:os';
import { ANNOTATIONS, GatiHandlerKind, GatiVersionKind } from '@gati-framework/operator/client';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { AnyKind, Cluster } from '@slipway/kube';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { absenceOf, noneIfNotFound } from './absence.ts';
import type { SayFlags } from './say.ts';

interface Ref {
  readonly namespace: string;
  readonly name: string;
}

const LOOK_MS = 250;

/**
 * `slipway gati promote NAME --accept-breaking`: a person's word that the version asked for may break callers. What
 * waited for it is no rollout yet, so nothing is promoted: its rollout begins.
 */
export async function acceptBreaking(
  cluster: Cluster,
  ref: Ref,
  { by = userInfo().username, reason, timeout }: SayFlags,
): Promise<Outcome> {
  const { client, clock } = cluster;
  const handler = await client.live.get(GatiHandlerKind, ref).catch(noneIfNotFound);
  if (!handler) throw await absenceOf(cluster, GatiHandlerKind as AnyKind, ref);
  const version = handler.status?.targetVersion ?? handler.spec.version;
  const who = reason === undefined ? by : `${by} (${reason})`;
  const annotations = { [ANNOTATIONS.acceptBreaking]: `${version} by=${who}` };
  await client.patch(GatiHandlerKind, ref, { merge: { metadata: { annotations } } });
  const deadline = clock.now() + timeout * 1000;
  for (;;) {
    const records = await client.live.listAll(GatiVersionKind, { namespace: ref.namespace });
    const record = records.find(({ spec, status }) => spec.versionId === version && status?.handlerName === ref.name);
    const stated = conditionOf(record?.status?.conditions, 'Compatible');
    if (stated?.status === 'True') return { stdout: `${ref.name}: ${version}: ${stated.message}\n`, exitCode: 0 };
    if (clock.now() >= deadline)
      throw new CliError(
        'CLI_NO_ANSWER',
        `no operator has taken ${version} on within ${timeout} s; the word stays on GatiHandler ${ref.name} and acts ` +
          'once one runs: kubectl -n gati-system get pods shows whether it does',
      );
    await clock.sleep(LOOK_MS);
  }
}
