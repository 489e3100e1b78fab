import { ANNOTATIONS } from '../names/index.ts';

interface Owner {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly status?: { readonly target?: { readonly kind: string } };
}

/** Which other target holds the objects, and why they may not be taken from it; neither where none does. */
export function handoverOf(owner: Owner, targetKind: string): { readonly former?: string; readonly hold?: string } {
  const former = owner.status?.target?.kind;
  if (former === undefined || former === targetKind) return {};
  const hold = targetHold(owner, targetKind)?.message;
  return { former, ...(hold !== undefined && { hold }) };
}

/** Why nothing goes to this target: another one holds the objects, and nobody has asked to hand them over (G-178). */
export function targetHold(
  { metadata, status }: Owner,
  targetKind: string,
): { readonly reason: string; readonly message: string } | undefined {
  const before = status?.target?.kind;
  if (before === undefined || before === targetKind) return undefined;
  if (metadata.annotations?.[ANNOTATIONS.migrateTarget] === targetKind) return undefined;
  const message =
    `Its objects are held by the target ${before}, and this operator writes to ${targetKind}. Nothing was changed. ` +
    `To hand them over, set the annotation ${ANNOTATIONS.migrateTarget}: ${targetKind}.`;
  return { reason: 'TargetChanged', message };
}
