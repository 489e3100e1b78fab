type Fields = Readonly<Record<string, unknown>>;

/** Values that another field manager has set in a pod template, by the paths of people. */
export interface ForeignValues {
  readonly manager: string;
  readonly fields: readonly string[];
}

/** `kubectl rollout restart` is how a person restarts pods; it changes nothing of what they are. */
const HARMLESS = /\.annotations\.kubectl\.kubernetes\.io\/restartedAt$/;

/** Whether a manager is `own` or belongs to it. */
export const isOwnManager = (manager: string, own: string): boolean => manager === own || manager.startsWith(`${own}-`);

/** What others than `own`, and the managers that belong to it, have set: `spec.template.spec.containers[app].env[DEBUG]`. */
export function foreignValues(
  found: readonly { readonly manager: string; readonly fields: Fields }[],
  own: string,
): ForeignValues[] {
  return found
    .filter(({ manager }) => !isOwnManager(manager, own))
    .map(({ manager, fields }) => ({ manager, fields: pathsOf(fields, '') }))
    .filter(({ fields }) => fields.length > 0);
}

/** An item that was added is named as one: what is in it needs no line of its own. Maps are named by their entries. */
function pathsOf(fields: Fields, at: string): string[] {
  const inner = Object.entries(fields).filter(([step]) => step !== '.');
  const isAdded = '.' in fields && at.endsWith(']');
  if (inner.length === 0 || isAdded) return HARMLESS.test(at) ? [] : [at];
  return inner.flatMap(([step, below]) => pathsOf(below as Fields, `${at}${printed(step, at)}`));
}

function printed(step: string, at: string): string {
  const text = step.slice(2);
  if (step.startsWith('f:')) return at === '' ? text : `.${text}`;
  if (!step.startsWith('k:')) return `[${text}]`;
  const keys = Object.values(JSON.parse(text) as Fields);
  return `[${keys.join(',')}]`;
}
