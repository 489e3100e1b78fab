/** Where the weight of a version may be written down. */
export interface WeightSources {
  readonly isOperatorAuthored: boolean;
  readonly isTarget: boolean;
  /** `spec.routingWeight` of the GatiVersion. The operator's own follows the router and declares nothing. */
  readonly ofVersion: number;
  /** `timescape.routingWeight` of the GatiHandler, which speaks of the target alone. */
  readonly ofHandler: number | undefined;
  /** Every GatiVersion counts, by any author (G-71). */
  readonly isManual?: boolean | undefined;
}

export interface DeclaredWeight {
  readonly declared: number | null;
  /** The handler's word, where the version's wins and is another one. */
  readonly ignored?: number;
}

/** The weight that a version's specs ask for (G-65); null: none, which is not 0. */
export function declaredWeight(sources: WeightSources): DeclaredWeight {
  const { isOperatorAuthored, isTarget, ofVersion, isManual = false } = sources;
  if (isManual) return { declared: ofVersion };
  const ofHandler = isTarget ? sources.ofHandler : undefined;
  if (isOperatorAuthored) return { declared: ofHandler ?? null };
  const isOverruled = ofHandler !== undefined && ofHandler !== ofVersion;
  return { declared: ofVersion, ...(isOverruled && { ignored: ofHandler }) };
}
