export type Labels = Readonly<Record<string, string>>;

export interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[] | undefined;
}

/** A label selector as specs carry it. */
export interface LabelSelector {
  readonly matchLabels?: Labels | undefined;
  readonly matchExpressions?: readonly Requirement[] | undefined;
}

/** Whether labels are selected. No selector selects nothing, an empty one everything. */
export function matchesSelector(selector: LabelSelector | undefined, labels: Labels = {}): boolean {
  if (!selector) return false;
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return (
    Object.entries(matchLabels).every(([key, value]) => labelAt(labels, key) === value) &&
    matchExpressions.every((requirement) => holds(requirement, labelAt(labels, requirement.key)))
  );
}

/** `constructor` may be the key of a label, and is in every object. */
export function labelAt(labels: Labels, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}

export function isEmptySelector({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}

/** Whether a value, or its absence, is what a requirement asks for. `Gt` and `Lt` are for nodes alone. */
export function holds({ operator, values = [] }: Requirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return isInteger(value) && isInteger(values[0]) && BigInt(value) > BigInt(values[0]);
    case 'Lt':
      return isInteger(value) && isInteger(values[0]) && BigInt(value) < BigInt(values[0]);
    default:
      return false;
  }
}

function isInteger(text: string | undefined): text is string {
  return text !== undefined && /^-?\d+$/.test(text);
}

/** Labels in the text of a selector for exactly these: `app=web,tier=a`. Empty for none. */
export function selectorText(labels: Labels): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}
