import { labelValueOf, slugOf } from '@slipway/workloads/names';
import { ANNOTATIONS, LABELS, MANAGER } from '../words/index.ts';
import { versionKey } from './object-names.ts';

type Words = Readonly<Record<string, string>>;

/** The pods of all versions of a handler. */
export function handlerSelector(handler: string): Words {
  return { [LABELS.handler]: labelValueOf(handler) };
}

/** The pods of one version, for its Deployment, Service and budget. */
export function versionSelector(handler: string, versionId: string): Words {
  return { ...handlerSelector(handler), [LABELS.versionKey]: versionKey(handler, versionId) };
}

export function moduleSelector(module: string): Words {
  return { [LABELS.module]: labelValueOf(module) };
}

/** On objects of the handler itself. */
export function handlerLabels(handler: string): Words {
  return { ...common('gati-handler', handler), ...handlerSelector(handler) };
}

/** On objects and pods of one version. */
export function versionLabels(handler: string, versionId: string): Words {
  return {
    ...common('gati-handler', handler),
    [LABELS.version]: versionKey(handler, versionId),
    ...versionSelector(handler, versionId),
  };
}

/** On objects and pods of a module. */
export function moduleLabels(module: string, moduleName: string): Words {
  return {
    ...common('gati-module', module),
    [LABELS.component]: slugOf(moduleName).slice(0, 63).replace(/-$/, ''),
    ...moduleSelector(module),
  };
}

/** What labels cannot hold: any text. */
export function versionAnnotations(versionId: string, handlerPath: string): Words {
  return { [ANNOTATIONS.version]: versionId, [ANNOTATIONS.handlerPath]: handlerPath };
}

export function moduleAnnotations(spec: { moduleName: string; moduleType: string; runtime: string }): Words {
  return {
    [ANNOTATIONS.moduleName]: spec.moduleName,
    [ANNOTATIONS.moduleType]: spec.moduleType,
    [ANNOTATIONS.runtime]: spec.runtime,
  };
}

function common(name: string, instance: string): Words {
  return {
    [LABELS.name]: name,
    [LABELS.instance]: labelValueOf(instance),
    [LABELS.managedBy]: MANAGER,
    [LABELS.partOf]: 'gati',
  };
}
