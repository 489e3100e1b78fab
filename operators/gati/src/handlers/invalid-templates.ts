import { WorkloadError } from '@slipway/workloads';
import type { ObjectGenerator } from '../manifests/index.ts';
import { ANNOTATIONS } from '../names/index.ts';
import type { HandlerWorld, VersionWorld } from './world.ts';

/**
 * The world with the word on each template that gives no valid object (G-14). Such a version is refused alone; what is
 * there of others goes on. Asked only where nothing runs for it: what does run was made of this template.
 */
export function withInvalidTemplates(world: HandlerWorld, generator: ObjectGenerator): HandlerWorld {
  const versions = world.versions.map((version) => {
    const problem = problemOf(world, version, generator);
    return problem === undefined ? version : { ...version, problem };
  });
  return { ...world, versions, target: versions.find(({ id }) => id === world.target?.id) };
}

function problemOf(
  { handler, target }: HandlerWorld,
  { id, record, workload }: VersionWorld,
  generator: ObjectGenerator,
): string | undefined {
  const { template } = record.spec;
  const isRetired = record.status?.stage === 'Decommissioned' && target?.id !== id;
  if (!template || workload.deployment !== null || isRetired) return undefined;
  const { namespace = '', name = '' } = handler.metadata;
  const revision = record.metadata.annotations?.[ANNOTATIONS.generator];
  const pinned = revision === undefined ? {} : { revision };
  try {
    const scale = { replicas: 1 };
    generator.version({ handler: { namespace, name }, versionId: id, template, scale, phase: 'Active', ...pinned });
    return undefined;
  } catch (error) {
    if (!(error instanceof WorkloadError)) throw error;
    return error.message;
  }
}
