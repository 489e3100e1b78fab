/**
 * @module
 * A workload in, its manifests out. The types of its smaller parts, and names, have entries of their own.
 */
export { type Problem, type ProblemCode, WorkloadError } from './errors.ts';
export { manifestOf, manifestsOf, problemsOf } from './kinds/index.ts';
export type { Manifest, ManifestKind, ManifestMetadata, ManifestOf } from './manifests/index.ts';
export type {
  Account,
  Container,
  Labels,
  Mount,
  Network,
  NetworkRule,
  Pod,
  Probe,
  Probes,
  Route,
  RouteRule,
  Scaling,
  ScalingQuery,
  Security,
  ServicePart,
  Volume,
  Workload,
} from './model/index.ts';
