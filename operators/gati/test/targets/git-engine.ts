import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ref } from '@gati-framework/contracts/deployment';
import { readYaml } from '@slipway/crd/schema';
import { type AnyObject, type Cluster, defineKind, isKubeError } from '@slipway/kube';
import { runProcess, waitUntil } from '@slipway/tools/processes/index';

export const Application = defineKind<object, object>({
  group: 'argoproj.io',
  version: 'v1alpha1',
  kind: 'Application',
  plural: 'applications',
  scope: 'Namespaced',
});

type Manifest = AnyObject & { readonly apiVersion: string; readonly kind: string; readonly metadata: Ref };

/** How often it looks at the branch; engines take minutes. */

/**
 * A repository, and what an engine does with it: every manifest of its branch is applied by the server, what left the
 * branch is removed. It does nothing while it is paused. Its owner stops it.
 */
export class GitEngine {
  isPaused = false;
  readonly #cluster: Cluster;
  readonly #folder = mkdtempSync(join(tmpdir(), 'gati-engine-'));
  readonly #ending = new AbortController();
  #applied: { readonly commit: string; readonly manifests: readonly Manifest[] } = { commit: '', manifests: [] };
  #work: Promise<void> | undefined;
  readonly #tellsArgo: boolean;

  /** With `tellsArgo` it says what it did where Argo CD does: in the status of the Application. */
  static async start(cluster: Cluster, { tellsArgo = false } = {}): Promise<GitEngine> {
    const engine = new GitEngine(cluster, tellsArgo);
    await engine.#git('init', '--quiet', '--bare', '--initial-branch=main');
    engine.#work = engine.#run();
    return engine;
  }

  private constructor(cluster: Cluster, tellsArgo: boolean) {
    this.#cluster = cluster;
    this.#tellsArgo = tellsArgo;
  }

  get url(): string {
    return join(this.#folder, 'repository.git');
  }

  /** The newest commit, or nothing. */
  async tip(): Promise<string> {
    return (await this.#git('for-each-ref', '--format=%(objectname)', 'refs/heads/main')).trim();
  }

  /** Paths of all manifests. */
  async files(): Promise<string[]> {
    const listed = await this.#git('ls-tree', '-r', '--name-only', 'main');
    return listed.split('\n').filter((path) => path.endsWith('.yaml'));
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#work;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    const look = async (): Promise<undefined> => {
      if (!this.isPaused) await this.#look();
    };
    await waitUntil(look, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  async #look(): Promise<void> {
    const commit = await this.tip();
    if (commit !== '' && commit !== this.#applied.commit) {
      const files = await this.files();
      const texts = await Promise.all(files.map((path) => this.#git('show', `${commit}:${path}`)));
      const manifests = texts.flatMap((text, at) =>
        readYaml(text, files[at] ?? '').map(({ value }) => value as unknown as Manifest),
      );
      for (const manifest of manifests) await this.#apply(manifest);
      const left = this.#applied.manifests.filter(
        (old) => !manifests.some((manifest) => keyOf(manifest) === keyOf(old)),
      );
      for (const manifest of left) await this.#remove(manifest);
      this.#applied = { commit, manifests };
    }
    if (this.#tellsArgo && commit !== '') await this.#tell(commit);
  }

  async #apply(manifest: Manifest): Promise<void> {
    const kind = await this.#cluster.discovery.kind(manifest);
    await this.#cluster.client.apply(kind, manifest, { fieldManager: 'engine', force: true });
  }

  async #remove(manifest: Manifest): Promise<void> {
    const { namespace, name } = manifest.metadata;
    await this.#cluster.client.delete(await this.#cluster.discovery.kind(manifest), { namespace, name });
  }

  async #tell(revision: string): Promise<void> {
    const { client } = this.#cluster;
    const ref = { namespace: 'argocd', name: 'slipway' };
    const application = await client.live.get(Application, ref);
    if (!application) return;
    const { source } = application.spec as { source: { repoURL: string; path: string; targetRevision: string } };
    const { repoURL, path, targetRevision } = source;
    const comparedTo = { source: { repoURL, path, targetRevision }, destination: {} };
    const status = { sync: { status: 'Synced', revision, comparedTo }, health: { status: 'Healthy' } };
    try {
      await client.subresource(Application, ref, 'status').patch({ merge: { status } });
    } catch (error) {
      if (!isKubeError(error, 'KUBE_NOT_FOUND')) throw error;
    }
  }

  async #git(...args: readonly string[]): Promise<string> {
    const { exitCode, output, stdout } = await runProcess('git', ['--git-dir', this.url, ...args]);
    if (exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
    return stdout;
  }
}

const keyOf = ({ apiVersion, kind, metadata }: Manifest): string =>
  `${apiVersion} ${kind} ${metadata.namespace}/${metadata.name}`;
