import type { DeploymentResource, IDeploymentTarget } from '@gati-framework/contracts/deployment';

/** Objects in memory, with a log of what was written, and a way to fail. */
export class MemoryTarget implements IDeploymentTarget {
  readonly writes: string[] = [];
  readonly #objects = new Map<string, DeploymentResource>();
  /** Called before each write; what it throws is the target's failure. */
  beforeWrite: (what: string) => void = () => {};

  constructor(objects: readonly DeploymentResource[] = []) {
    for (const object of objects) this.put(object);
  }

  put(object: DeploymentResource): void {
    const { kind, metadata } = object;
    this.#objects.set(`${kind} ${metadata.namespace}/${metadata.name}`, structuredClone(object));
  }

  async apply(object: DeploymentResource): Promise<void> {
    const key = `${object.kind} ${object.metadata.namespace}/${object.metadata.name}`;
    this.#write(`apply ${key}`);
    const before = this.#objects.get(key);
    this.put({ ...object, metadata: { ...before?.metadata, ...object.metadata } });
  }

  async applyStatus(object: DeploymentResource): Promise<void> {
    const { kind, metadata, status } = object;
    this.#write(`status ${kind} ${metadata.namespace}/${metadata.name} ${(status as { stage?: string }).stage}`);
    const before = await this.get(kind, metadata.namespace, metadata.name);
    if (before) this.put({ ...before, status: status as object });
  }

  async delete(kind: string, namespace: string, name: string): Promise<void> {
    this.#write(`delete ${kind} ${namespace}/${name}`);
    this.#objects.delete(`${kind} ${namespace}/${name}`);
  }

  async get(kind: string, namespace: string, name: string): Promise<DeploymentResource | null> {
    const found = this.#objects.get(`${kind} ${namespace}/${name}`);
    return found ? structuredClone(found) : null;
  }

  async list(kind: string, namespace: string, labels: Record<string, string> = {}): Promise<DeploymentResource[]> {
    return [...this.#objects.values()]
      .filter((one) => one.kind === kind && (namespace === '' || one.metadata.namespace === namespace))
      .filter(({ metadata }) => Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value));
  }

  async watch(): Promise<void> {}

  /** Kinds and names of what there is. */
  contents(): string[] {
    return [...this.#objects.keys()].sort();
  }

  #write(what: string): void {
    this.beforeWrite(what);
    this.writes.push(what);
  }
}
