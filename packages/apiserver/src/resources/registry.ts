import { builtInResources } from './built-in.ts';
import { qualifiedName, type Resource, type ServedVersion } from './resource.ts';
import { compareVersions } from './version-order.ts';

export interface ServedResource {
  readonly resource: Resource;
  readonly served: ServedVersion;
}

/**
 * What a cluster serves: the built-in resources and those its CRDs declare. `generation` changes
 * with every change, so that whatever is derived from it knows when to derive again.
 */
export class Registry {
  readonly #custom = new Map<string, Resource>();
  #generation = 1;
  #groups: ReadonlyMap<string, readonly string[]> | undefined;

  get generation(): number {
    return this.#generation;
  }

  /** All resources: built-in first, then custom in order of their names. */
  resources(): Resource[] {
    return [...builtInResources, ...[...this.#custom.values()].sort(byGroupAndName)];
  }

  find(group: string, version: string, plural: string): ServedResource | undefined {
    const resource = this.named(qualifiedName({ group, plural }));
    const served = resource?.versions.find((one) => one.version === version);
    return resource && served && { resource, served };
  }

  named(name: string): Resource | undefined {
    return builtInByName.get(name) ?? this.#custom.get(name);
  }

  isBuiltIn(group: string): boolean {
    return builtInGroups.has(group);
  }

  /** Groups with their versions, preferred one first; the core group is the empty string. */
  groups(): ReadonlyMap<string, readonly string[]> {
    this.#groups ??= this.#collectGroups();
    return this.#groups;
  }

  #collectGroups(): Map<string, string[]> {
    const groups = new Map<string, string[]>();
    for (const resource of this.resources()) {
      const versions = groups.get(resource.group) ?? [];
      for (const { version } of resource.versions) if (!versions.includes(version)) versions.push(version);
      groups.set(resource.group, versions);
    }
    for (const versions of groups.values()) versions.sort(compareVersions);
    return groups;
  }

  /** Serves a custom resource from now on, or serves it differently. */
  add(resource: Resource): void {
    this.#custom.set(qualifiedName(resource), resource);
    this.#changed();
  }

  remove(resource: Pick<Resource, 'group' | 'plural'>): void {
    if (this.#custom.delete(qualifiedName(resource))) this.#changed();
  }

  #changed(): void {
    this.#generation++;
    this.#groups = undefined;
  }
}

const builtInByName: ReadonlyMap<string, Resource> = new Map(
  builtInResources.map((resource) => [qualifiedName(resource), resource]),
);

const builtInGroups: ReadonlySet<string> = new Set(builtInResources.map((resource) => resource.group));

function byGroupAndName(a: Resource, b: Resource): number {
  return a.group === b.group ? (a.plural < b.plural ? -1 : 1) : a.group < b.group ? -1 : 1;
}
