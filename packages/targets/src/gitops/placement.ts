import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { apiVersionOf, groupVersionOf } from '@slipway/apimachinery/references';
import { type AnyKind, KubeError } from '@slipway/kube';
import type { Discovery } from '@slipway/kube/discovery';
import { isTargetError } from '../errors.ts';
import { KindFinder, type KindName } from '../resources/index.ts';
import type { WantedFile } from './change-set.ts';
import { withContent } from './content-mark.ts';
import { printManifest } from './manifest-file.ts';
import type { GitOpsTargetOptions } from './options.ts';
import type { PathTemplate } from './path-template.ts';
import { scaledWorkloads, workloadKey } from './scaled-workloads.ts';
import { withoutSecret } from './secret-reference.ts';

/** Turns resources into files, or says why one cannot be: before anything is written. */
export class Placement {
  readonly #template: PathTemplate;
  readonly #options: Pick<GitOpsTargetOptions, 'secretReference'>;
  readonly kinds: KindFinder;

  constructor(
    template: PathTemplate,
    options: Pick<GitOpsTargetOptions, 'cluster' | 'kinds' | 'kindFor' | 'secretReference'>,
  ) {
    const { cluster, kinds, kindFor } = options;
    this.#template = template;
    this.#options = options;
    const discovery = cluster?.discovery ?? nothingServed;
    this.kinds = new KindFinder({ discovery, ...(kinds && { kinds }), ...(kindFor && { kindFor }) });
  }

  async filesOf(resources: readonly DeploymentResource[]): Promise<WantedFile[]> {
    const scaled = scaledWorkloads(resources);
    const files: WantedFile[] = [];
    for (const resource of resources) {
      const file = await this.fileOf(resource, withContent);
      files.push(scaled.has(workloadKey(file.entry)) ? { ...file, entry: { ...file.entry, scaled: true } } : file);
    }
    return files;
  }

  async fileOf(
    given: DeploymentResource,
    complete: (resource: DeploymentResource) => DeploymentResource = (resource) => resource,
  ): Promise<WantedFile> {
    const resource = complete(withoutSecret(given, this.#options.secretReference));
    const kind = await this.kindOf(resource);
    const { name, namespace } = resource.metadata;
    const text = printManifest(kind, resource);
    const entry = {
      apiVersion: apiVersionOf(kind),
      kind: kind.kind,
      namespace: kind.scope === 'Cluster' ? '' : namespace,
      name,
    };
    return { entry: { path: this.#template.pathOf(entry), ...entry }, text };
  }

  /** A resource that names its apiVersion is taken at its word: the cluster that serves it may be another one. */
  async kindOf(resource: KindName & { readonly metadata?: { readonly namespace: string } }): Promise<AnyKind> {
    try {
      return await this.kinds.find(resource);
    } catch (error) {
      const { apiVersion, kind, metadata } = resource;
      if (!isTargetError(error, 'TARGET_UNKNOWN_KIND') || !apiVersion || !kind || !metadata) throw error;
      return {
        ...groupVersionOf(apiVersion),
        kind,
        plural: kind.toLowerCase(),
        scope: metadata.namespace ? 'Namespaced' : 'Cluster',
      };
    }
  }
}

/** Without a cluster only the table of known kinds tells what a kind without apiVersion is. */
const nothingServed: Discovery = {
  async kind({ kind }) {
    throw new KubeError(
      'KUBE_UNKNOWN_KIND',
      `${kind} is not a built-in kind, and no cluster was given that could say where it belongs: set apiVersion.`,
    );
  },
  resources: async () => ({ kinds: [], broken: [] }),
};
