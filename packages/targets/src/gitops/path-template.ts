import { groupOf } from '@slipway/apimachinery/references';
import { TargetError } from '../errors.ts';
import type { FileEntry } from './owner-index.ts';

/** Where each object's file lies in the tree. */
export interface PathTemplate {
  /** The folder that holds everything this target writes, with a trailing slash; empty for the whole tree. */
  readonly root: string;
  readonly pathOf: (entry: Pick<FileEntry, 'apiVersion' | 'kind' | 'namespace' | 'name'>) => string;
}

type Placeholder = 'namespace' | 'kind' | 'name' | 'group' | 'cluster';

const PLACEHOLDER = /\{(\w+)\}/g;
const KNOWN: readonly string[] = ['namespace', 'kind', 'name', 'group', 'cluster'];
const NEEDED: readonly Placeholder[] = ['namespace', 'kind', 'name'];
/** No namespace can have this name. */
const CLUSTER_SCOPED = '_cluster';

/** Compiles `clusters/{cluster}/{namespace}/{kind}-{name}.yaml`; the ending is added where it is missing. */
export function compilePathTemplate(template: string, cluster: string | undefined): PathTemplate {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknown = names.find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw refused(template, `{${unknown}} is not one of {${KNOWN.join('}, {')}}`);
  const missing = NEEDED.find((name) => !names.includes(name));
  if (missing !== undefined) throw refused(template, `without {${missing}} two objects could share a file`);
  if (names.includes('cluster') && !cluster) throw refused(template, '{cluster} needs the option clusterName');

  const withCluster = template.replaceAll('{cluster}', encodeSegment(cluster ?? ''));
  const segments = withCluster.split('/');
  if (segments.some((segment) => segment === '' || /^\.\.?$|^\.git$|^\.slipway$/i.test(segment))) {
    throw refused(template, 'it must be relative to the top of the repository, without empty, ., .. or .git parts');
  }
  const file = /\.ya?ml$/.test(withCluster) ? withCluster : `${withCluster}.yaml`;
  const variable = segments.findIndex((segment) => segment.includes('{'));
  const root = segments.slice(0, variable).map((segment) => `${segment}/`);

  return {
    root: root.join(''),
    pathOf({ apiVersion, kind, namespace, name }) {
      const group = groupOf(apiVersion) || 'core';
      const values: Record<string, string> = {
        namespace: namespace === '' ? CLUSTER_SCOPED : namespace,
        kind: kind.toLowerCase(),
        name,
        group: group ?? 'core',
      };
      return file.replaceAll(PLACEHOLDER, (_, key: string) => encodeSegment(values[key] ?? ''));
    },
  };
}

/** One path segment for any text: nothing that a file system or git reads in its own way. */
function encodeSegment(text: string): string {
  const encoded = text.replaceAll(/[^A-Za-z0-9._-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
  return encoded.replace(/^\./, '%2E');
}

function refused(template: string, why: string): TargetError {
  return new TargetError('TARGET_CONFIG', `path: the template ${template} cannot be used: ${why}.`);
}
