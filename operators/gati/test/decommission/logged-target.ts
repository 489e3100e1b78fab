import type { DeploymentResource, IDeploymentTarget } from '@gati-framework/contracts/deployment';
import { FakeDeploymentTarget } from '../../src/testing/index.ts';

/** What a test looks at; the pods and endpoints that the store simulates are none of it. */
const KINDS = [
  'ConfigMap',
  'Deployment',
  'GatiHandler',
  'GatiVersion',
  'HorizontalPodAutoscaler',
  'PodDisruptionBudget',
  'Service',
];

/** A target without sets and patches, with a log of what was written through it, and a way to fail. */
export class LoggedTarget implements IDeploymentTarget {
  readonly writes: string[] = [];
  readonly #store = new FakeDeploymentTarget();
  /** Called before each write; what it throws is the target's failure. */
  beforeWrite: (what: string) => void = () => {};

  static async holding(objects: readonly DeploymentResource[]): Promise<LoggedTarget> {
    const target = new LoggedTarget();
    for (const object of objects) await target.put(object);
    return target;
  }

  /** Past the log. */
  async put(object: DeploymentResource): Promise<void> {
    await this.#store.apply(object);
    if (object.status) await this.#store.applyStatus(withoutVersion(object));
  }

  async apply(object: DeploymentResource): Promise<void> {
    this.#write(`apply ${named(object)}`);
    await this.#store.apply(object);
  }

  async applyStatus(object: DeploymentResource): Promise<void> {
    this.#write(`status ${named(object)} ${(object.status as { stage?: string }).stage}`);
    await this.#store.applyStatus(withoutVersion(object));
  }

  async delete(kind: string, namespace: string, name: string): Promise<void> {
    this.#write(`delete ${kind} ${namespace}/${name}`);
    await this.#store.delete(kind, namespace, name);
  }

  get(kind: string, namespace: string, name: string): Promise<DeploymentResource | null> {
    return this.#store.get(kind, namespace, name);
  }

  list(kind: string, namespace: string, labels?: Record<string, string>): Promise<DeploymentResource[]> {
    return this.#store.list(kind, namespace, labels);
  }

  async watch(): Promise<void> {}

  /** Kinds and names of what there is. */
  async contents(): Promise<string[]> {
    const found = await Promise.all(KINDS.map((kind) => this.#store.list(kind, '')));
    return found.flat().map(named);
  }

  #write(what: string): void {
    this.beforeWrite(what);
    this.writes.push(what);
  }
}

const named = ({ kind, metadata: { namespace, name } }: DeploymentResource): string => `${kind} ${namespace}/${name}`;

/** The writer that is tested reads before it writes; whom it would lose against is another test's affair. */
function withoutVersion({ metadata: { resourceVersion: _version, ...metadata }, ...object }: DeploymentResource) {
  return { ...object, metadata };
}
