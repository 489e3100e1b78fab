import { isEqual, type JsonObject } from '../../objects/index.ts';

/** Without those that another one of them contains; of equal ones the first stays. */
export function mergedTolerations(all: readonly JsonObject[]): JsonObject[] {
  const merged: JsonObject[] = [];
  all.forEach((toleration, index) => {
    if (merged.some((kept) => contains(kept, toleration))) return;
    const later = all.slice(index + 1);
    if (later.some((other) => !isEqual(other, toleration) && contains(other, toleration))) return;
    merged.push(toleration);
  });
  return merged;
}

/** Whether `outer` tolerates all that `inner` does. */
function contains(outer: JsonObject, inner: JsonObject): boolean {
  if (isEqual(outer, inner)) return true;
  const isForAllKeys = !outer['key'] && outer['operator'] === 'Exists';
  if ((inner['key'] ?? '') !== (outer['key'] ?? '') && !isForAllKeys) return false;
  if (outer['effect'] && inner['effect'] !== outer['effect']) return false;
  if (outer['effect'] === 'NoExecute' && typeof outer['tolerationSeconds'] === 'number') {
    const seconds = inner['tolerationSeconds'];
    if (typeof seconds !== 'number' || seconds > outer['tolerationSeconds']) return false;
  }
  if (outer['operator'] === 'Exists') return true;
  const isEquality = outer['operator'] === 'Equal' || !outer['operator'];
  return isEquality && inner['operator'] === 'Equal' && (inner['value'] ?? '') === (outer['value'] ?? '');
}
