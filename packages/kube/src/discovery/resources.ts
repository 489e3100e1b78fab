import { apiVersionOf, groupVersionOf } from '@slipway/apimachinery/references';
import type { AnyObject, Kind } from '../kinds/index.ts';

/** A kind of which only discovery is known: its objects are read with care. */
export type UntypedObject = AnyObject & { readonly [field: string]: unknown };
export type UntypedKind = Kind<unknown, unknown, UntypedObject>;

/** What a server says it serves, and which parts of the answer are missing. */
export interface ServedResources {
  readonly kinds: readonly ServedKind[];
  /** Group versions that could not be asked (a dead aggregated API); their kinds are unknown, not absent. */
  readonly broken: readonly string[];
}

export interface ServedKind {
  readonly kind: UntypedKind;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly subresources: readonly string[];
}

export interface AggregatedDiscovery {
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly {
      readonly version: string;
      readonly freshness?: string;
      readonly resources?: readonly {
        readonly resource: string;
        readonly responseKind?: { readonly group?: string; readonly version?: string; readonly kind?: string };
        readonly scope: string;
        readonly verbs?: readonly string[];
        readonly shortNames?: readonly string[];
        readonly subresources?: readonly { readonly subresource: string }[];
      }[];
    }[];
  }[];
}

export interface ResourceList {
  readonly groupVersion: string;
  readonly resources?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly verbs?: readonly string[];
    readonly shortNames?: readonly string[];
  }[];
}

function served(
  group: string,
  version: string,
  resource: { plural: string; kind: string; namespaced: boolean },
  rest: Omit<ServedKind, 'kind'>,
): ServedKind {
  const { plural, kind, namespaced } = resource;
  return {
    kind: Object.freeze({ group, version, kind, plural, scope: namespaced ? 'Namespaced' : 'Cluster' }),
    ...rest,
  };
}

/** Reads `/api` and `/apis` as one document each (K-22). A stale group version is one whose server is away. */
export function readAggregated(documents: readonly AggregatedDiscovery[]): ServedResources {
  const kinds: ServedKind[] = [];
  const broken: string[] = [];
  for (const item of documents.flatMap((document) => document.items ?? [])) {
    const group = item.metadata?.name ?? '';
    for (const { version, freshness, resources } of item.versions ?? []) {
      if (freshness === 'Stale') broken.push(apiVersionOf({ group, version }));
      for (const entry of resources ?? []) {
        const resource = {
          plural: entry.resource,
          kind: entry.responseKind?.kind ?? '',
          namespaced: entry.scope === 'Namespaced',
        };
        kinds.push(
          served(group, version, resource, {
            verbs: entry.verbs ?? [],
            shortNames: entry.shortNames ?? [],
            subresources: (entry.subresources ?? []).map((sub) => sub.subresource),
          }),
        );
      }
    }
  }
  return { kinds, broken };
}

/** Reads the plain form: one list per group version, subresources as `deployments/scale` (K-23). */
export function readPlain(lists: readonly ResourceList[]): readonly ServedKind[] {
  return lists.flatMap(({ groupVersion, resources = [] }) => {
    const { group, version } = groupVersionOf(groupVersion);
    return resources
      .filter((resource) => !resource.name.includes('/'))
      .map((resource) =>
        served(
          group,
          version,
          { plural: resource.name, kind: resource.kind, namespaced: resource.namespaced },
          {
            verbs: resource.verbs ?? [],
            shortNames: resource.shortNames ?? [],
            subresources: resources
              .filter((other) => other.name.startsWith(`${resource.name}/`))
              .map((other) => other.name.slice(resource.name.length + 1)),
          },
        ),
      );
  });
}
