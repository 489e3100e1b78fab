export interface Taint {
  readonly key: string;
  readonly value?: string | undefined;
  readonly effect: string;
  readonly timeAdded?: string | undefined;
}

export interface Toleration {
  readonly key?: string | undefined;
  readonly operator?: string | undefined;
  readonly value?: string | undefined;
  readonly effect?: string | undefined;
  readonly tolerationSeconds?: number | undefined;
}

/** No key tolerates every key, no effect every effect. */
export function tolerates({ key, operator = 'Equal', value = '', effect }: Toleration, taint: Taint): boolean {
  if (effect && effect !== taint.effect) return false;
  if (key && key !== taint.key) return false;
  return operator === 'Exists' || (operator === 'Equal' && value === (taint.value ?? ''));
}

/** Whether each taint with one of the effects is tolerated. */
export function toleratesAll(
  tolerations: readonly Toleration[],
  taints: readonly Taint[],
  effects: readonly string[],
): boolean {
  return taints
    .filter(({ effect }) => effects.includes(effect))
    .every((taint) => tolerations.some((toleration) => tolerates(toleration, taint)));
}
