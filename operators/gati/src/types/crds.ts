import type { SpecOf, StatusOf } from '@slipway/crd';
import type { CustomObject } from '@slipway/kube';
import { type gatiHandlers, handlerSpec } from './gati-handler.crd.ts';
import { type gatiModules, moduleSpec } from './gati-module.crd.ts';
import { type gatiVersions, versionTemplate } from './gati-version.crd.ts';
import { triggerFields } from './scaling.ts';

type HandlerKind = typeof gatiHandlers.kinds.v1alpha1;
type ModuleKind = typeof gatiModules.kinds.v1alpha1;
type VersionKind = typeof gatiVersions.kinds.v1alpha1;

export type GatiHandlerSpec = SpecOf<HandlerKind>;
export type GatiHandlerStatus = StatusOf<HandlerKind>;
export type GatiHandler = CustomObject<GatiHandlerSpec, GatiHandlerStatus>;

export type GatiModuleSpec = SpecOf<ModuleKind>;
export type GatiModuleStatus = StatusOf<ModuleKind>;
export type GatiModule = CustomObject<GatiModuleSpec, GatiModuleStatus>;

export type GatiVersionSpec = SpecOf<VersionKind>;
export type GatiVersionStatus = StatusOf<VersionKind>;
export type GatiVersion = CustomObject<GatiVersionSpec, GatiVersionStatus>;

/** What runs for a version: image, port and every pod field as it was declared. */
export type VersionTemplate = NonNullable<GatiVersionSpec['template']>;
/** Optional fields of pods, of the same names in all three kinds. */
export type PodFields = Omit<VersionTemplate, 'handlerPath' | 'image' | 'port' | 'env' | 'resources'>;
export type Resources = NonNullable<VersionTemplate['resources']>;
export type Probe = NonNullable<NonNullable<VersionTemplate['probes']>['readiness']>;

export type Scaling = NonNullable<GatiHandlerSpec['scaling']>;
/** The part of `scaling` that is rolled out like an image. */
export type ScalingTriggers = Pick<Scaling, 'cpu' | 'memory' | 'requestsPerSecond'>;

/** The names of what a version is made of, as the definition has them. */
export const TEMPLATE_FIELDS = Object.keys(versionTemplate.shape) as readonly (keyof VersionTemplate)[];
export const TRIGGER_FIELDS = Object.keys(triggerFields) as readonly (keyof ScalingTriggers)[];

/** What no handler and no module can be without, as their definitions have it. */
export const REQUIRED_FIELDS = { handler: requiredOf(handlerSpec), module: requiredOf(moduleSpec) } as const;

function requiredOf(spec: typeof handlerSpec | typeof moduleSpec): string[] {
  return spec.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? [];
}

export type Rollout = NonNullable<GatiHandlerSpec['rollout']>;
export type VersionSchema = NonNullable<GatiVersionSpec['schema']>;
export type NetworkPeer = NonNullable<NonNullable<GatiModuleSpec['network']>['egress']>[number];

export type Stage = NonNullable<GatiVersionStatus['stage']>;
export type VersionPhase = NonNullable<GatiVersionStatus['phase']>;
export type TrafficSample = NonNullable<GatiVersionStatus['trafficHistory']>[number];
export type Blocker = NonNullable<GatiVersionStatus['blockers']>[number];
export type LastCommand = NonNullable<GatiVersionStatus['lastCommand']>;
