/** Where two values differ first, in the order of their fields. */
export interface Difference {
  /** `Deployment web › spec.replicas`, outermost first. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** The first difference between two JSON values, or nothing when they are equal. */
export function firstDifference(expected: unknown, actual: unknown, path = ''): Difference | undefined {
  if (Object.is(expected, actual)) return undefined;
  if (!isContainer(expected) || !isContainer(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    return { path, expected, actual };
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const at = Array.isArray(expected) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const found = firstDifference(expected[key], actual[key], at);
    if (found) return found;
  }
  return undefined;
}

export function describeDifference({ path, expected, actual }: Difference): string {
  return `${path || 'the whole'} is ${shown(actual)}, not ${shown(expected)}`;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const MOST_SHOWN = 300;

function shown(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
