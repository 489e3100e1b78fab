import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blobId,
  type ChangeSet,
  isEmpty,
  partOf,
  planObject,
  planOwner,
  planRemoval,
  type Tree,
  type WantedFile,
} from './change-set.ts';
import { isIndexPath, parseIndex } from './owner-index.ts';
import { parseTree } from './plumbing-output.ts';

const ROOT = 'root/';

/** A tree as git would have it after the files. */
function treeOf(files: ReadonlyMap<string, string>): Tree {
  const lines = [...files].map(([path, text]) => `100644 blob ${blobId(text, { commit: undefined })}\t${path}\0`);
  const { blobs, folders } = parseTree(Buffer.from(lines.join('')));
  const indexes = [...files]
    .filter(([path]) => isIndexPath(path, ROOT))
    .map(([path, text]) => [path, parseIndex(text, path)] as const);
  return { commit: 'c', blobs, folders, indexes: new Map(indexes) };
}

function commit(files: ReadonlyMap<string, string>, { writes, removals }: ChangeSet): Map<string, string> {
  const next = new Map(files);
  for (const path of removals) expect(next.delete(path), `${path} was there to be removed`).toBe(true);
  for (const { path, text } of writes) next.set(path, text);
  return next;
}

const file = (name: string, text: string): WantedFile => ({
  entry: { path: `${ROOT}${name}.yaml`, apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name },
  text,
});
const owner = (name: string) => ({ kind: 'Shop', namespace: 'shop', name });

it("G-175: what is remembered of a commit is the owner's part, however large the branch", () => {
  const before = commit(new Map(), planOwner(treeOf(new Map()), ROOT, owner('one'), [file('a', '1')]));
  const tree = treeOf(commit(before, planOwner(treeOf(before), ROOT, owner('two'), [file('b', '2'), file('c', '3')])));
  const part = partOf(tree, ROOT, owner('one'));
  expect([...part.blobs.keys()].filter((path) => path.endsWith('.yaml'))).toEqual(['root/a.yaml']);
  expect([...part.indexes.values()].map((index) => index.owner.name)).toEqual(['one']);
  expect(part.blobs.size).toBe(2);
  expect(partOf(tree, ROOT, owner('three')).blobs.size).toBe(0);
});

type Step =
  | { readonly do: 'set'; readonly owner: string; readonly names: readonly string[]; readonly text: string }
  | { readonly do: 'object'; readonly name: string; readonly text: string }
  | { readonly do: 'remove'; readonly name: string }
  | { readonly do: 'theirs'; readonly name: string; readonly text: string | null };

const name = fc.constantFrom('a', 'b', 'c', 'd');
const version = fc.constantFrom('1', '2');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('set' as const),
    owner: fc.constantFrom('x', 'y'),
    names: fc.uniqueArray(name),
    text: version,
  }),
  fc.record({ do: fc.constant('object' as const), name, text: version }),
  fc.record({ do: fc.constant('remove' as const), name }),
  fc.record({ do: fc.constant('theirs' as const), name, text: fc.constantFrom('theirs', null) }),
);

function plan(tree: Tree, it: Step): ChangeSet | undefined {
  if (it.do === 'set')
    return planOwner(
      tree,
      ROOT,
      owner(it.owner),
      it.names.map((each) => file(each, it.text)),
    );
  if (it.do === 'remove') return planRemoval(tree, ROOT, { kind: 'ConfigMap', namespace: 'shop', name: it.name });
  if (it.do === 'theirs') return undefined;
  try {
    return planObject(tree, ROOT, file(it.name, it.text));
  } catch {
    return { writes: [], removals: [], results: [] };
  }
}

describe('change sets over any history', () => {
  it('G-152, G-153, G-173: each is idempotent, exact for its owner, and never touches what it did not write', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let files: ReadonlyMap<string, string> = new Map();
        /** Files of people, which no change set wrote. */
        const foreign = new Map<string, string>();
        for (const it of steps) {
          const tree = treeOf(files);
          if (it.do === 'theirs') {
            const path = `${ROOT}${it.name}.yaml`;
            const isOurs = [...tree.indexes.values()].some((index) => index.files.some((each) => each.path === path));
            if (isOurs) continue;
            const next = new Map(files);
            if (it.text === null) {
              next.delete(path);
              foreign.delete(path);
            } else {
              next.set(path, it.text);
              foreign.set(path, it.text);
            }
            files = next;
            continue;
          }
          const change = plan(tree, it);
          if (!change) continue;
          const after = commit(files, change);
          const afterTree = treeOf(after);
          for (const [path, text] of foreign) expect(after.get(path)).toBe(text);
          // Every file has one owner, and every entry its file.
          const paths = [...afterTree.indexes.values()].flatMap((index) => index.files.map((each) => each.path));
          expect(new Set(paths).size).toBe(paths.length);
          expect(paths.every((path) => after.has(path))).toBe(true);
          const again = plan(afterTree, it);
          expect(again && isEmpty(again)).toBe(true);
          if (it.do === 'set' && change.results.every(({ outcome }) => outcome !== 'failed')) {
            const mine = [...afterTree.indexes.values()].find((index) => index.owner.name === it.owner)?.files ?? [];
            expect(mine.map((each) => each.name)).toEqual(it.names.toSorted());
            for (const each of it.names) expect(after.get(`${ROOT}${each}.yaml`)).toBe(it.text);
          }
          if (it.do === 'set' && change.results.some(({ outcome }) => outcome === 'failed')) {
            expect(change.results.some(({ outcome }) => outcome === 'deleted')).toBe(false);
          }
          files = after;
        }
      }),
      { numRuns: 500 },
    );
  });
});
