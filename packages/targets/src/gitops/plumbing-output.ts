/** Reads `git ls-tree -r -z`: files with the ids of their contents, and the folders they lie in. */
export function parseTree(output: Buffer): { blobs: Map<string, string>; folders: Map<string, string> } {
  const blobs = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const line of output.toString().split('\0')) {
    const tab = line.indexOf('\t');
    if (tab < 0) continue;
    const path = line.slice(tab + 1);
    blobs.set(path, line.slice(0, tab).split(' ')[2] ?? '');
    for (
      let at = path.lastIndexOf('/');
      at > 0 && !folders.has(path.slice(0, at));
      at = path.lastIndexOf('/', at - 1)
    ) {
      folders.set(path.slice(0, at), path);
    }
  }
  return { blobs, folders };
}

/** Reads `git cat-file --batch`: `<id> <type> <size>`, the bytes, a line break; in the order of the questions. */
export function parseBatch(output: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    const [, type, size] = output.toString('utf8', at, end).split(' ');
    const length = type === 'missing' ? -1 : Number(size);
    texts.push(output.toString('utf8', end + 1, end + 1 + Math.max(0, length)));
    at = end + 1 + (length < 0 ? 0 : length + 1);
  }
  return texts;
}
