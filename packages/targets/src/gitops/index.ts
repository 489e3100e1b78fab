/**
 * @module
 * A git repository as target: manifests as files, change sets as commits, an engine that carries them on.
 *
 * What a commit has to be is decided by pure functions from the tree that is there (`change-set.ts`),
 * so that a change which came second is decided again and never merged. Git works in a bare copy
 * without a work tree; only a push makes anything visible. Which files are the target's stands in the
 * tree itself, one index per owner.
 *
 * Argo CD and Flux (`engines/`) are pointed at the branch and asked how far they are. Their word
 * counts for a commit only if theirs contains it and still has its files.
 */
export type { GitCredentials, KeyCredentials, TokenCredentials } from './credentials.ts';
export type { ArgoCdOptions, EngineOptions, FluxOptions } from './engines/index.ts';
export { type GitOpsEnvironment, gitOpsOptions } from './environment-options.ts';
export { GitOpsTarget } from './gitops-target.ts';
export type { GitOpsTargetOptions, Signing } from './options.ts';
export type { SecretReference } from './secret-reference.ts';
