/** `spec.ports[0].name` → its steps. `[app]` is a key of a map; the server's `<nil>` is the object itself. */
export function fieldSteps(field: string): (string | number)[] {
  if (field === '' || field === '<nil>') return [];
  return [...field.matchAll(/\[([^\]]*)\]|[^.[\]]+/g)].map(([text, key]) => {
    if (key === undefined) return text;
    return /^\d+$/.test(key) ? Number(key) : key;
  });
}
