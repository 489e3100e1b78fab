import { FINALIZERS, GatiHandlerKind, GatiModuleKind, GatiVersionKind } from '@gati-framework/operator/client';
import { type ObjectRef, refOf } from '@slipway/apimachinery/references';
import { type AnyKind, type AnyObject, type Cluster, isKubeError } from '@slipway/kube';
import { ClusterRole, ClusterRoleBinding, CustomResourceDefinition, Namespace } from '@slipway/kube/kinds';
import { type ClusterOptions, withCluster } from '../cluster/index.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { lookForOperator } from './operator-lease.ts';

export interface UninstallFlags extends ClusterOptions {
  readonly yes?: boolean;
  /** Seconds that the operator is given to clean up. */
  readonly timeout: number;
  /** Where the operator runs. */
  readonly operatorNamespace: string;
}

const LOOK_MS = 250;
/** Handlers take their versions with them. */
const KINDS: readonly AnyKind[] = [GatiHandlerKind, GatiModuleKind, GatiVersionKind] as readonly AnyKind[];

/**
 * `slipway gati uninstall`: resources first, while the operator can still clean up after them, then the kinds, then
 * the operator. Where no operator runs, finalizers are taken off, and what it would have removed is left to owner
 * references.
 */
export function uninstall(flags: UninstallFlags): Promise<Outcome> {
  if (!flags.yes)
    throw new CliError(
      'CLI_USAGE',
      'this removes every handler, module and version with their pods; say it with --yes',
    );
  return withCluster(flags, async (cluster) => {
    const lines: string[] = [];
    const { isRunning, isKnown } = await lookForOperator(cluster, flags.operatorNamespace);
    const absence = isKnown ? 'no operator runs' : `no operator is seen in ${flags.operatorNamespace}`;
    const removed = await removeResources(cluster);
    lines.push(`deleted ${removed} resource${removed === 1 ? '' : 's'}`);
    const left = isRunning ? await whatIsLeft(cluster, flags.timeout * 1000) : await allResources(cluster);
    for (const { kind, object } of left) {
      const { namespace = '', name = '' } = object.metadata ?? {};
      await releaseFinalizers(cluster, kind, object);
      const why = isRunning ? `the operator did not finish in ${flags.timeout} s` : absence;
      lines.push(`took the finalizer off ${kind.kind} ${namespace}/${name}: ${why}`);
    }
    for (const kind of KINDS) await remove(cluster, CustomResourceDefinition, `${kind.plural}.${kind.group}`, lines);
    await remove(cluster, ClusterRoleBinding, 'gati-operator', lines);
    await remove(cluster, ClusterRole, 'gati-operator', lines);
    await removeNamespace(cluster, flags.operatorNamespace, lines);
    return { stdout: lines.map((line) => `${line}\n`).join(''), exitCode: 0 };
  });
}

interface Found {
  readonly kind: AnyKind;
  readonly object: AnyObject;
}

/** Resources of all kinds that are installed. */
async function allResources({ client }: Cluster): Promise<Found[]> {
  const found: Found[] = [];
  for (const kind of KINDS) {
    const objects = await client.live.listAll(kind).catch((error: unknown) => {
      // The kind itself is gone, or never was.
      if (isKubeError(error, 'KUBE_NOT_FOUND')) return [];
      throw error;
    });
    found.push(...objects.map((object) => ({ kind, object })));
  }
  return found;
}

async function removeResources(cluster: Cluster): Promise<number> {
  const all = await allResources(cluster);
  for (const { kind, object } of all) await remove(cluster, kind, refOf(object));
  return all.length;
}

async function whatIsLeft(cluster: Cluster, waitMs: number): Promise<Found[]> {
  const deadline = cluster.clock.now() + waitMs;
  for (;;) {
    const left = await allResources(cluster);
    if (left.length === 0 || cluster.clock.now() >= deadline) return left;
    await cluster.clock.sleep(LOOK_MS);
  }
}

async function releaseFinalizers({ client }: Cluster, kind: AnyKind, object: AnyObject): Promise<void> {
  const own: readonly string[] = Object.values(FINALIZERS);
  const { finalizers = [], resourceVersion } = object.metadata ?? {};
  const kept = finalizers.filter((name) => !own.includes(name));
  if (kept.length === finalizers.length) return;
  const metadata = { finalizers: kept, ...(resourceVersion !== undefined && { resourceVersion }) };
  await client.patch(kind, refOf(object), { merge: { metadata } }).catch(unlessGone);
}

async function remove({ client }: Cluster, kind: AnyKind, ref: ObjectRef | string, lines?: string[]): Promise<void> {
  const at = typeof ref === 'string' ? { name: ref } : ref;
  const isThere = (await client.live.get(kind, at).catch(unlessGone)) !== undefined;
  if (!isThere) return;
  await client.delete(kind, at).catch(unlessGone);
  lines?.push(`deleted ${kind.kind} ${at.name}`);
}

/** Only the namespace that `operator.yaml` made: an operator can run in any. */
async function removeNamespace(cluster: Cluster, name: string, lines: string[]): Promise<void> {
  const found = await cluster.client.live.get(Namespace, { name });
  if (found?.metadata?.labels?.['app.kubernetes.io/part-of'] === 'gati') await remove(cluster, Namespace, name, lines);
}

function unlessGone(error: unknown): undefined {
  if (!isKubeError(error, 'KUBE_NOT_FOUND')) throw error;
}
