const PATTERN = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const STABILITY = ['alpha', 'beta', undefined];

/**
 * Orders versions by preference: v2, v1, v2beta1, v1beta2, v1alpha1, then whatever does not look
 * like a Kubernetes version, by name.
 */
export function compareVersions(a: string, b: string): number {
  const left = PATTERN.exec(a);
  const right = PATTERN.exec(b);
  if (!left || !right) return left ? -1 : right ? 1 : a < b ? -1 : a > b ? 1 : 0;
  return (
    STABILITY.indexOf(right[2]) - STABILITY.indexOf(left[2]) ||
    Number(right[1]) - Number(left[1]) ||
    Number(right[3] ?? 0) - Number(left[3] ?? 0)
  );
}
