import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { type Manifest, manifestsOf } from '@slipway/workloads';
import { type HandlerInput, handlerManifests } from './handler.ts';
import { memoised } from './memo.ts';
import { type ModuleInput, moduleWorkload } from './module.ts';
import { type VersionInput, versionWorkload } from './version.ts';

/** Objects in the order in which they are applied (G-153). They are shared: not to be changed. */
export type Objects = readonly DeploymentResource[];

/** Everything that is deployed for handlers and modules. */
export interface ObjectGenerator {
  /**
   * Of one version; undefined where its pods were made by a generator that this operator does not have: then
   * they are left as they are.
   */
  version(input: VersionInput): Objects | undefined;
  /** Of a handler, whatever its versions: the stable Service, a monitor. Routes are their router's. */
  handler(input: HandlerInput): Objects;
  module(input: ModuleInput): Objects;
}

/**
 * Which generator makes pods of new versions. A change of any byte of a pod template that old versions would see
 * is a new revision beside this one (G-36).
 */
export const GENERATOR_REVISION = '1';

const REVISIONS: Readonly<Record<string, (input: VersionInput) => Manifest[]>> = {
  '1': (input) => manifestsOf(versionWorkload(input)),
};

/** Manifests in the form of the contract. */
export const resourcesOf = (manifests: readonly Manifest[]): Objects =>
  // Kinds without a spec carry an empty one.
  manifests.map((manifest) => ('spec' in manifest ? manifest : { ...manifest, spec: {} }));

const version = memoised(
  (input: VersionInput) => resourcesOf(REVISIONS[input.revision ?? GENERATOR_REVISION]?.(input) ?? []),
  ({ template }) => template,
);

/** The generator that is built in. Throws `WorkloadError` where the fields fit no object; see `problems.ts`. */
export const builtInObjects: ObjectGenerator = {
  version: (input) => (Object.hasOwn(REVISIONS, input.revision ?? GENERATOR_REVISION) ? version(input) : undefined),
  handler: (input) => resourcesOf(handlerManifests(input)),
  module: memoised(
    (input: ModuleInput) => resourcesOf(manifestsOf(moduleWorkload(input))),
    ({ spec }) => spec,
  ),
};
