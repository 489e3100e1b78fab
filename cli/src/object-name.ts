import type { JsonObject } from '@slipway/crd/schema';
import type { Outcome } from './outcome.ts';

/** `gatihandler.gati.dev/users`, as kubectl prints names and takes them back. */
export function kubectlName({ group, kind }: { readonly group: string; readonly kind: string }, name: string): string {
  return `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${name}`;
}

export const definitionName = (crd: string): string =>
  kubectlName({ group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' }, crd);

/** The same of a manifest; what it lacks is empty. */
export function nameOfObject({ apiVersion, kind, metadata }: JsonObject): string {
  const name = typeof metadata === 'object' && metadata !== null && 'name' in metadata ? metadata['name'] : '';
  const [type, version, own] = [kind, apiVersion, name].map((one) => (typeof one === 'string' ? one : ''));
  const [, group = ''] = /^(.*)\//.exec(version ?? '') ?? [];
  return kubectlName({ group, kind: type ?? '' }, own ?? '');
}

/**
 * Whether a name is whole, and one word for shells and xargs. Manifests that are refused may bear any name, also one
 * with a line break and the name of something else behind it.
 */
export function isOneName(name: string): boolean {
  return /^[\w.-]+\/[\w.:-]+$/.test(name);
}

const LEFT_OUT = 'left out, since it has no name that can be printed; -o json shows it';

export interface NamedThing {
  readonly name: string;
  /** What it is called where the name cannot be printed. */
  readonly title: string;
}

/** `-o name`: names on standard output, one per line and nothing else, so that xargs can take them. */
export function nameLines(things: readonly NamedThing[]): Pick<Outcome, 'stdout' | 'stderr'> {
  const unnamed = things.filter(({ name }) => !isOneName(name));
  return {
    stdout: things.flatMap(({ name }) => (isOneName(name) ? [`${name}\n`] : [])).join(''),
    stderr: unnamed.map(({ title }) => `slipway: warning: ${title.replaceAll(/\s+/g, ' ')}: ${LEFT_OUT}\n`).join(''),
  };
}
