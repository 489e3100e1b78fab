import { createHash } from 'node:crypto';
import type { Ref } from '@gati-framework/contracts/deployment';
import { TargetError } from '../errors.ts';

/** One object and the file it lies in. */
export interface FileEntry {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for objects of the whole cluster. */
  readonly namespace: string;
  readonly name: string;
  /** True for a workload whose replicas a scaler of the same set decides. */
  readonly scaled?: boolean;
}

/** The files that were written for one owner: what may be changed and removed for it, and nothing else. */
export interface OwnerIndex {
  readonly owner: { readonly kind: string; readonly namespace: string; readonly name: string };
  /** Sorted by path. */
  readonly files: readonly FileEntry[];
}

/** The folder of the indexes. Engines read `.yaml`, `.yml` and `.json`, so an index ends otherwise. */
export const INDEX_FOLDER = '.slipway';
const ENDING = '.index';
const VERSION = 1;

/** Keeps the root in the tree when its last object goes: engines take a missing folder for a fault and remove nothing. */
export const README = {
  path: `${INDEX_FOLDER}/README.md`,
  text: `Each file that ends in ${ENDING} lists the manifests that Slipway wrote for one owner.\nIt changes and removes these and no other file. Keep the indexes as they are.\n`,
} as const;

export function isIndexPath(path: string, root: string): boolean {
  return path.startsWith(`${root}${INDEX_FOLDER}/`) && path.endsWith(ENDING);
}

export function indexPathOf({ kind, namespace, name }: Pick<Ref, 'kind' | 'namespace' | 'name'>, root: string): string {
  const hash = createHash('sha256').update(`${kind}\0${namespace}\0${name}`).digest('hex').slice(0, 12);
  const slug = `${kind}-${namespace}-${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${root}${INDEX_FOLDER}/${slug.slice(0, 100)}-${hash}${ENDING}`;
}

export function printIndex({ owner, files }: OwnerIndex): string {
  const lines = files.map(({ path, apiVersion, kind, namespace, name, scaled }) =>
    // One line per file, so that a diff shows what came and went.
    JSON.stringify({ path, apiVersion, kind, namespace, name, ...(scaled && { scaled }) }),
  );
  const { kind, namespace, name } = owner;
  const head = `{"version":${VERSION},"owner":${JSON.stringify({ kind, namespace, name })},"files":[`;
  return `${head}\n${lines.join(',\n')}\n]}\n`;
}

export function parseIndex(text: string, path: string): OwnerIndex {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damaged(path, 'it is not JSON', error);
  }
  const { version, owner, files } = value as { version?: unknown; owner?: unknown; files?: unknown };
  if (version !== VERSION) throw damaged(path, `its version is ${String(version)}, and this release reads ${VERSION}`);
  if (!hasTexts(owner, ['kind', 'namespace', 'name'])) throw damaged(path, 'its owner is missing');
  if (!Array.isArray(files)) throw damaged(path, 'its files are missing');
  const entries = files.map((file: unknown) => {
    if (!hasTexts(file, ['path', 'apiVersion', 'kind', 'namespace', 'name']))
      throw damaged(path, 'a file lacks a field');
    return file as FileEntry;
  });
  return { owner: owner as OwnerIndex['owner'], files: entries };
}

function hasTexts(value: unknown, fields: readonly string[]): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    fields.every((field) => typeof (value as Record<string, unknown>)[field] === 'string')
  );
}

function damaged(path: string, why: string, cause?: unknown): TargetError {
  return new TargetError(
    'TARGET_RECORD',
    `${path} lists the files that were written for one owner and cannot be read: ${why}. Nothing was changed; restore it from the history of the branch.`,
    { cause },
  );
}
