import type { DeploymentResource, Known, Ref, TargetStatus } from '@gati-framework/contracts/deployment';
import type { Clock } from '@slipway/kube';
import { codeAndMessage } from '../errors.ts';
import { healthOfMember, worstHealth } from '../health/index.ts';
import { describeRef } from '../resources/index.ts';
import type { StoredRecord } from './set-records.ts';

/** How the objects of a record stand. What could not be read is unknown, and so is the whole then. */
export async function statusOfSet(
  owner: Ref,
  readRecord: () => Promise<StoredRecord | undefined>,
  read: (ref: Ref) => Promise<DeploymentResource | null>,
  clock: Clock,
): Promise<Known<TargetStatus>> {
  try {
    const stored = await readRecord();
    if (!stored) return { unknown: `nothing is recorded as applied for ${describeRef(owner)}` };
    const { revision, pending, resources } = stored.record;
    const at = clock.wall();
    const members = await Promise.all(resources.map(async (ref) => healthOfMember(ref, await read(ref))));
    const { health, message } = worstHealth(members);
    const sync = pending !== undefined ? 'Progressing' : health === 'Missing' ? 'OutOfSync' : 'Synced';
    return { at, value: { revision: revision ?? '', sync, health, ...(message !== undefined && { message }) } };
  } catch (error) {
    return { unknown: codeAndMessage(error).message };
  }
}
