import type { CustomResource, GeneratorContext, HandlerSpec, ModuleSpec } from '@gati-framework/contracts/deployment';
import { hashOf, slugOf } from '@slipway/workloads/names';
import { type GrantOptions, grantsOf } from '../capabilities/index.ts';
import { type ModuleInput, type Scale, type VersionInput } from '../manifests/index.ts';
import { moduleObjectName, versionObjectName } from '../names/index.ts';
import { decide, type ScalingSpec, workloadScaleOf } from '../scaling/index.ts';
import type { GatiHandlerSpec, GatiModuleSpec } from '../types/index.ts';

export type Spec = HandlerSpec | ModuleSpec;

export const isModule = (spec: Spec): spec is ModuleSpec => 'moduleName' in spec;

export const isResource = (given: Spec | CustomResource): given is CustomResource => 'metadata' in given;

/**
 * A custom resource for a spec that comes without one. Its name is made of what it serves and a hash of that, so
 * that its selectors meet nobody else's pods (G-140).
 */
export function resourceFor(spec: Spec): CustomResource {
  const text = isModule(spec) ? spec.moduleName : spec.handlerPath;
  return { metadata: { namespace: 'default', name: `${slugOf(text)}-${hashOf([text])}` }, spec };
}

/** The version that a handler's resource stands for, or the one that the context names. */
export function versionInput({ metadata, spec }: CustomResource, context: GeneratorContext = {}): VersionInput {
  // The contract knows the part of the spec that every generator reads; this one reads all of it.
  const template = spec as GatiHandlerSpec;
  const { namespace } = metadata;
  const { handler = metadata.name, versionId = template.version } = context.version ?? {};
  const deployment = versionObjectName(handler, versionId);
  return {
    handler: { namespace, name: handler },
    versionId,
    template,
    scale: scaleOf(template, { namespace, handler, version: versionId, deployment }),
    phase: 'Active',
  };
}

export function moduleInput({ metadata, spec }: CustomResource, options: GrantOptions): ModuleInput {
  const module = spec as GatiModuleSpec;
  const { namespace, name } = metadata;
  return {
    module: { namespace, name },
    spec: module,
    grants: grantsOf(module, options),
    scale: scaleOf(module, { namespace, handler: name, version: '', deployment: moduleObjectName(name) }),
    canMonitor: true,
  };
}

/** As far as the spec alone tells: all of the weight, nothing observed. */
function scaleOf(spec: Pick<GatiHandlerSpec, 'replicas' | 'scaling'>, names: ScalingSpec['names']): Scale {
  const { replicas, scaling } = spec;
  const observed = { replicas: null, scalers: [], isKedaInstalled: true, scaleDown: null };
  return workloadScaleOf(decide({ replicas, scaling, names }, 100, 'Current', observed, 0));
}
