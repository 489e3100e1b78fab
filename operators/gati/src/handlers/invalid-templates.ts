import { WorkloadError } from '@slipway/workloads';
import type { ObjectGenerator } from '../manifests/index.ts';
import { ANNOTATIONS } from '../names/index.ts';
import type { HandlerObservation, VersionObservation } from './observation.ts';

/**
 * The world with the word on each template that gives no valid object (G-14). Such a version is refused alone; what is
 * there of others goes on. Asked only where nothing runs for it: what does run was made of this template.
 */
export function withInvalidTemplates(observed: HandlerObservation, generator: ObjectGenerator): HandlerObservation {
  const versions = observed.versions.map((version) => {
    const problem = problemOf(observed, version, generator);
    return problem === undefined ? version : { ...version, problem };
  });
  return { ...observed, versions, target: versions.find(({ id }) => id === observed.target?.id) };
}

function problemOf(
  { handler, target }: HandlerObservation,
  { id, record, workload }: VersionObservation,
  generator: ObjectGenerator,
): string | undefined {
  const { template } = record.spec;
  const isRetired = record.status?.stage === 'Decommissioned' && target?.id !== id;
  if (!template || workload.deployment !== null || isRetired) return undefined;
  const { namespace, name } = handler.metadata;
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
