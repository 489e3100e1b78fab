import { type AnyKind, isKubeError } from '@slipway/kube';
import { ControllerRevision } from '@slipway/kube/kinds';
import type { Actor } from '../effects/index.ts';
import type { Written } from '../objects/index.ts';
import { controllerReference } from '../ownership/index.ts';
import type { PodTemplate } from '../pods/index.ts';
import { planRevisions, type Revision } from './plan.ts';

export interface History {
  readonly actor: Actor;
  readonly ownerKind: AnyKind;
  readonly owner: { readonly metadata: Revision['metadata'] };
  readonly template: PodTemplate;
  /** The owner's revisions. */
  readonly revisions: readonly Revision[];
  /** The label under which a revision has its hash. */
  readonly hashLabel: string;
  readonly collisions: number | undefined;
}

/** All revisions of an owner in order, the current template's last. Undefined when its name is taken by another's. */
export async function keepHistory(history: History): Promise<readonly [...Revision[], Revision] | undefined> {
  const { actor, template, collisions } = history;
  const ordered = history.revisions.toSorted((a, b) => a.revision - b.revision);
  const plan = planRevisions(template, ordered, collisions);
  const { found } = plan;
  const earlier = ordered.filter((revision) => revision !== found);
  if (found) {
    if (found.revision === plan.number) return [...earlier, found];
    return [...earlier, await actor.update(ControllerRevision, { ...found, revision: plan.number })];
  }
  try {
    return [...earlier, await actor.create(ControllerRevision, revisionOf(history, plan))];
  } catch (error) {
    if (isKubeError(error, 'KUBE_CONFLICT')) return undefined;
    throw error;
  }
}

function revisionOf(
  { owner, ownerKind, template, hashLabel }: History,
  { hash, data, number }: ReturnType<typeof planRevisions>,
): Written<typeof ControllerRevision> {
  const { namespace, name, annotations } = owner.metadata;
  return {
    metadata: {
      namespace,
      name: `${name.slice(0, 223)}-${hash}`,
      labels: { ...template.metadata?.labels, [hashLabel]: hash },
      ...(annotations && { annotations: { ...annotations } }),
      ownerReferences: [controllerReference(ownerKind, owner)],
    },
    data: data as Written<typeof ControllerRevision>['data'],
    revision: number,
  } as Written<typeof ControllerRevision>;
}
