import type { DeploymentResource, IDeploymentTarget, Ref, ResourceSet } from '@gati-framework/contracts/deployment';

/** What a case has at hand. */
export interface ContractContext {
  readonly target: IDeploymentTarget;
  /** Names of namespaces that exist and that no other case uses: made for this call. */
  readonly freshNamespace: () => Promise<string>;
  /** Puts an object there past the target, as a person would. */
  readonly createForeign: (resource: DeploymentResource) => Promise<void>;
  /** Has every read of the target's answered with 500 until the result is called. Absent: it reads nothing remote. */
  readonly failReads?: () => () => void;
  /** Waits until the condition holds; rejects when it takes too long. */
  readonly until: (condition: () => boolean | Promise<boolean>) => Promise<void>;
}

export interface ContractCase {
  /** A sentence that starts with the rules it proves. */
  readonly title: string;
  readonly run: (world: ContractContext) => Promise<void>;
}

export function contractCase(title: string, run: ContractCase['run']): ContractCase {
  return { title, run };
}

/** A ConfigMap as users write it: no apiVersion, an empty spec. */
export function configMap(
  namespace: string,
  name: string,
  data: Record<string, string>,
  labels?: Record<string, string>,
): DeploymentResource {
  return { kind: 'ConfigMap', metadata: { name, namespace, ...(labels && { labels }) }, spec: {}, data };
}

export function ownerIn(namespace: string, name = 'shop'): Ref {
  return { apiVersion: 'example.dev/v1', kind: 'Shop', namespace, name };
}

export function setOf(namespace: string, ...resources: DeploymentResource[]): ResourceSet {
  return { owner: ownerIn(namespace), resources };
}

/** The code of what `work` rejects with. */
export async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
  throw new Error('It was expected to reject, and did not.');
}
