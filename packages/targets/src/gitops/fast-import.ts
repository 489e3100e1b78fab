import type { ChangeSet } from './change-set.ts';

/** Where a commit is put together. Nothing else looks at it, and it is never pushed by name. */
export const STAGING_REF = 'refs/slipway/staging';

/** The change on top of `base` as a stream for `git fast-import`: one process, however many files. */
export function fastImportStream(base: string | undefined, { writes, removals }: ChangeSet): Buffer {
  const head = [
    // Without it, a first commit would be put on top of what an earlier run left at the ref.
    `reset ${STAGING_REF}`,
    `commit ${STAGING_REF}`,
    'committer staging <> 0 +0000',
    'data 0',
    ...(base === undefined ? [] : [`from ${base}`]),
    // Removals first: a path may turn from a file into a folder.
    ...removals.map((path) => `D ${quotePath(path)}`),
  ];
  const files = writes.flatMap(({ path, text }) => {
    const content = Buffer.from(text);
    return [Buffer.from(`M 100644 inline ${quotePath(path)}\ndata ${content.length}\n`), content, Buffer.from('\n')];
  });
  return Buffer.concat([Buffer.from(`${head.join('\n')}\n`), ...files, Buffer.from('done\n')]);
}

function quotePath(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
