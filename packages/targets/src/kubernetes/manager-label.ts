const LONGEST = 63;

/**
 * A field manager as the value of a label. Managers are named `<api group>/<controller>`, and a label takes no
 * slash: it is for people who look, nothing selects by it.
 */
export function managerLabel(manager: string): string {
  return manager
    .replaceAll(/[^A-Za-z0-9_.-]/g, '.')
    .slice(0, LONGEST)
    .replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
}
