import type { Ref, TargetStatus } from '@gati-framework/contracts/deployment';
import type { AnyKind, AnyObject } from '@slipway/kube';
import type { UntypedObject } from '@slipway/kube/discovery';
import type { FileEntry } from '../owner-index.ts';

/** What an engine has to bring to the cluster. */
export interface EngineSource {
  readonly url: string;
  readonly branch: string;
  /** The folder with all manifests; empty for the whole tree. */
  readonly root: string;
  /** Workloads whose replicas a scaler decides: what the tree says of them is for their creation alone (G-174). */
  readonly scaled: readonly FileEntry[];
}

export interface EngineObject {
  readonly kind: AnyKind;
  readonly object: AnyObject & { readonly spec: object };
}

/** What an engine says: at which commit it is, and how the owner's objects stand there; or why that is not known. */
export type EngineView =
  | {
      readonly unknown?: never;
      readonly commit: string;
      readonly sync: TargetStatus['sync'];
      readonly health: TargetStatus['health'];
      /** What it waits for or what failed, in its words. */
      readonly message?: string;
    }
  | { readonly unknown: string };

/** One tool that carries manifests from git to a cluster. Pure: it makes objects and reads objects. */
export interface Engine {
  /** As people write it. */
  readonly title: string;
  objects(source: EngineSource): readonly EngineObject[];
  /** `seen` are the objects in the order of `objects`, as the cluster has them. */
  view(
    seen: readonly (UntypedObject | undefined)[],
    source: Omit<EngineSource, 'scaled'>,
    owned: readonly Ref[],
  ): EngineView;
}

/** Marks the objects as ours, so that one of the same name that another client made is not touched. */
export const OWNER_LABEL = 'app.kubernetes.io/managed-by';
export const LABELS = { [OWNER_LABEL]: 'slipway' } as const;

/** Whether the engine's commit has what was committed. */
export type Reach = 'reached' | 'behind' | 'elsewhere';

/** What the engine says, held against what was committed: its "synced" counts only for a commit that has it. */
export function judge(
  title: string,
  commit: string,
  view: Extract<EngineView, { commit: string }>,
  reach: Reach,
): TargetStatus {
  const { sync, health, message } = view;
  const words = (text: string): string => (message === undefined ? text : `${text}: ${message}`);
  if (reach === 'reached') return { revision: commit, sync, health, ...(message !== undefined && { message }) };
  if (reach === 'behind') {
    return {
      revision: commit,
      sync: 'Progressing',
      health,
      message: words(`${title} is at ${view.commit} and has not taken ${commit} yet`),
    };
  }
  const what = `${title} is at ${view.commit}, which does not have what ${commit} wrote`;
  return { revision: commit, sync: 'OutOfSync', health, message: words(what) };
}
