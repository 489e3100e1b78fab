/** A label selector as specs carry it. */
export interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>> | undefined;
  readonly matchExpressions?:
    | readonly {
        readonly key: string;
        readonly operator: string;
        readonly values?: readonly string[] | undefined;
      }[]
    | undefined;
}

/** Whether labels are selected. No selector selects nothing, an empty one everything. */
export function matchesSelector(
  selector: Selector | undefined,
  labels: Readonly<Record<string, string>> | undefined = {},
): boolean {
  if (!selector) return false;
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const label = labels[key];
      if (operator === 'In') return label !== undefined && values.includes(label);
      if (operator === 'NotIn') return label === undefined || !values.includes(label);
      return (label !== undefined) === (operator === 'Exists');
    })
  );
}
