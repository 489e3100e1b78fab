import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import type { Tree } from './change-set.ts';
import { parseManifest } from './manifest-file.ts';

export interface ObjectQuery {
  readonly kind: string;
  /** Empty for all. */
  readonly namespace: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** The objects in a tree, those of others included. Parsed once per content. */
export class TreeObjects {
  readonly #root: string;
  readonly #read: (blobs: readonly string[], signal: AbortSignal) => Promise<string[]>;
  #parsed = new Map<string, DeploymentResource | undefined>();

  constructor(root: string, read: (blobs: readonly string[], signal: AbortSignal) => Promise<string[]>) {
    this.#root = root;
    this.#read = read;
  }

  async all({ blobs }: Tree, signal: AbortSignal): Promise<DeploymentResource[]> {
    const wanted = [...blobs]
      .filter(([path]) => path.startsWith(this.#root) && /\.ya?ml$/.test(path))
      .map(([, blob]) => blob);
    const missing = [...new Set(wanted.filter((blob) => !this.#parsed.has(blob)))];
    const texts = await this.#read(missing, signal);
    const fresh = missing.map((blob, at) => [blob, parseManifest(texts[at] ?? '', blob)] as const);
    const known = new Map([...this.#parsed, ...fresh]);
    // What left the tree is forgotten with it.
    this.#parsed = new Map(wanted.map((blob) => [blob, known.get(blob)]));
    return wanted.map((blob) => known.get(blob)).filter((object) => object !== undefined);
  }
}

export function selectObjects(
  objects: readonly DeploymentResource[],
  { kind, namespace, labels = {} }: ObjectQuery,
): DeploymentResource[] {
  return objects.filter(
    (object) =>
      object.kind === kind &&
      (namespace === '' || object.metadata.namespace === namespace) &&
      Object.entries(labels).every(([key, value]) => object.metadata.labels?.[key] === value),
  );
}
