import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeploymentResource, Known, Ref, TargetStatus } from '@gati-framework/contracts/deployment';
import { parse } from 'yaml';
import { healthOfMember, worstHealth } from '../health/index.ts';
import { isPending } from '../helm/index.ts';
import { refsIn } from './manifest.ts';
import type { Release, ReleaseRecord } from './release-records.ts';
import { valuesRefs } from './values-refs.ts';

type Read = (ref: Ref) => Promise<DeploymentResource | null>;

/** How a release stands: what helm says of its newest revision, and how the objects of that do. */
export async function statusOfRelease(
  newest: ReleaseRecord | undefined,
  release: Release,
  read: Read,
  at: number,
): Promise<Known<TargetStatus>> {
  if (!newest) return { unknown: `there is no release "${release.name}" in namespace "${release.namespace}"` };
  const revision = `${newest.revision}`;
  const { health, message } = await worstOf(refsIn(newest.manifest, release.namespace), read);
  const words = newest.status === 'deployed' ? message : `${newest.status}: ${newest.description}`;
  const sync =
    newest.status === 'deployed' && health !== 'Missing'
      ? 'Synced'
      : isPending(newest.status)
        ? 'Progressing'
        : 'OutOfSync';
  return { at, value: { revision, sync, health, ...(words !== undefined && { message: words }) } };
}

/** Of a chart that is only written, nothing is known until its objects have appeared (G-172). */
export async function statusOfWritten(folder: string, read: Read, at: number): Promise<Known<TargetStatus>> {
  const [values, chart] = await Promise.all(
    ['values.yaml', 'Chart.yaml'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const { health, message } = await worstOf(valuesRefs(parse(values ?? '', { version: '1.1' })), read);
  if (health === 'Missing') return { unknown: `the chart in ${folder} waits for someone to install it: ${message}` };
  const { appVersion: revision } = parse(chart ?? '') as { appVersion: string };
  return { at, value: { revision, sync: 'Synced', health, ...(message !== undefined && { message }) } };
}

async function worstOf(refs: readonly Ref[], read: Read): Promise<ReturnType<typeof worstHealth>> {
  return worstHealth(await Promise.all(refs.map(async (ref) => healthOfMember(ref, await read(ref)))));
}
