/**
 * @module
 * What carries manifests from git to a cluster: Argo CD or Flux.
 *
 * An engine is pure. It makes the objects that point the tool at the branch, and reads from them what
 * the tool says. Whether that word covers a certain commit is decided apart (`judge`), with git at
 * hand: a tool that is synced to a commit without the change has not deployed it.
 */
import { type ArgoCdOptions, argoCd } from './argocd.ts';
import type { Engine } from './engine.ts';
import { type FluxOptions, flux } from './flux.ts';

export type { ArgoCdOptions } from './argocd.ts';
export { Application } from './argocd.ts';
export {
  type Engine,
  type EngineObject,
  type EngineSource,
  type EngineView,
  judge,
  OWNER_LABEL,
  type Reach,
} from './engine.ts';
export type { FluxOptions } from './flux.ts';
export { GitRepository, Kustomization } from './flux.ts';

export type EngineOptions = { readonly kind: 'none' } | ArgoCdOptions | FluxOptions;

/** Undefined where nothing carries the tree to a cluster, or nobody configured it. */
export function createEngine(options: EngineOptions): Engine | undefined {
  if (options.kind === 'argocd') return argoCd(options);
  return options.kind === 'flux' ? flux(options) : undefined;
}
