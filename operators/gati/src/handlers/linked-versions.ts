import type { ClusterPort } from '../cluster/index.ts';
import { LABELS } from '../names/index.ts';
import { type Link, linkOf } from '../records/index.ts';
import type { GatiHandler, GatiVersion } from '../types/index.ts';

interface Linked {
  readonly versions: GatiVersion[];
  readonly links: ReadonlyMap<string, Link>;
}

/** The records that are this handler's, whoever wrote them. */
export async function linkedVersions(port: ClusterPort, handler: GatiHandler): Promise<Linked> {
  const { name = '', namespace = '' } = handler.metadata;
  const all = (await port.list('GatiVersion', namespace)) as unknown as GatiVersion[];
  const near = all.filter((version) => mayBelong(version, name) && !isReservedId(version.spec.versionId));
  const handlers = (await port.list('GatiHandler', namespace)) as unknown as GatiHandler[];
  const links = new Map<string, Link>();
  const versions: GatiVersion[] = [];
  for (const version of near) {
    const { deploymentName } = version.spec;
    const deployment = deploymentName === undefined ? null : await port.get('Deployment', namespace, deploymentName);
    const link = linkOf(version, handlers, deployment ? [deployment] : []);
    if (link.handler !== name) continue;
    links.set(version.metadata.name ?? '', link);
    versions.push(version);
  }
  return { versions, links };
}

/** Cheap, and never wrong to say yes: most records of a namespace belong to other handlers. */
function mayBelong({ metadata, spec }: GatiVersion, handler: string): boolean {
  if (spec.handlerRef !== undefined) return spec.handlerRef.name === handler;
  const hasLink = metadata.labels?.[LABELS.handler] !== undefined || spec.deploymentName !== undefined;
  return hasLink || (metadata.name ?? '').startsWith(`${handler}-`);
}

/** Words that every object of JavaScript has: weights by version could not be told from them. */
export const isReservedId = (versionId: string): boolean => versionId in Object.prototype;
