/** `1,3-5` as numbers. */
export function parseIndexes(text: string | undefined): ReadonlySet<number> {
  const indexes = new Set<number>();
  for (const part of (text ?? '').split(',').filter(Boolean)) {
    const [first = 0, last = first] = part.split('-').map(Number);
    for (let index = first; index <= last; index++) indexes.add(index);
  }
  return indexes;
}

/** Numbers as `1,3-5`; two neighbours are separated by a comma, three and more by a dash. */
export function indexesText(indexes: Iterable<number>): string {
  const runs: [number, number][] = [];
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === index - 1) last[1] = index;
    else runs.push([index, index]);
  }
  return runs
    .map(([first, last]) => (first === last ? `${first}` : `${first}${last === first + 1 ? ',' : '-'}${last}`))
    .join(',');
}
