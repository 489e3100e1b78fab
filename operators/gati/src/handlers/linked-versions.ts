import { labelValueOf } from '@slipway/workloads/names';
import type { ClusterPort, ReadHandler, ReadVersion } from '../cluster/index.ts';
import { LABELS } from '../names/index.ts';
import { type Link, linkOf } from '../records/index.ts';

export interface Linked {
  readonly versions: ReadVersion[];
  readonly links: ReadonlyMap<string, Link>;
}

/** The records that are this handler's, by any author. */
export async function linkedVersions(port: ClusterPort, handler: ReadHandler): Promise<Linked> {
  const { name, namespace } = handler.metadata;
  const all = await port.recordsNear(namespace, name);
  const near = all.filter((version) => mayBelong(version, name) && !isReservedId(version.spec.versionId));
  // Only who names no handler has to be compared with all of them.
  const handlers = near.every((version) => isReported(version, name))
    ? [handler]
    : await port.list('GatiHandler', namespace);
  const links = new Map<string, Link>();
  const versions: ReadVersion[] = [];
  for (const version of near) {
    const { deploymentName } = version.spec;
    const deployment = deploymentName === undefined ? null : await port.get('Deployment', namespace, deploymentName);
    const link = linkOf(version, handlers, deployment ? [deployment] : []);
    if (link.handler !== name) continue;
    links.set(version.metadata.name, link);
    versions.push(version);
  }
  return { versions, links };
}

/** Cheap, and never wrong to say yes: most records of a namespace belong to other handlers. */
function mayBelong(version: ReadVersion, handler: string): boolean {
  const { metadata, spec } = version;
  if (isReported(version, handler)) return true;
  if (spec.handlerRef !== undefined) return false;
  const label = metadata.labels?.[LABELS.handler];
  if (label !== undefined) return label === labelValueOf(handler);
  return spec.deploymentName !== undefined || metadata.name.startsWith(`${handler}-`);
}

/** By its reference or, without one, its label. */
function isReported({ metadata, spec }: ReadVersion, handler: string): boolean {
  return (spec.handlerRef?.name ?? metadata.labels?.[LABELS.handler]) === handler;
}

/** Words that every object of JavaScript has: weights by version could not be distinguished from them. */
export const isReservedId = (versionId: string): boolean => versionId in Object.prototype;
