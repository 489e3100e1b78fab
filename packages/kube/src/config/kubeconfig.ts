import { dirname } from 'node:path';
import { configError } from './config-error.ts';
import { Fields } from './fields.ts';
import { readPlainYaml } from './plain-yaml.ts';

/** A named entry, with the folder that its relative paths start from. */
export interface KubeconfigEntry {
  readonly fields: Fields;
  readonly folder: string;
}

/** One kubeconfig or several merged: entries by name, not yet understood further. */
export interface Kubeconfig {
  /** Shown in errors: the file or files it came from. */
  readonly origin: string;
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, KubeconfigEntry>;
  readonly users: ReadonlyMap<string, KubeconfigEntry>;
  readonly contexts: ReadonlyMap<string, KubeconfigEntry>;
}

/** Turns YAML or JSON into a value. Its errors name a line and hold none of the text. */
export async function readYaml(text: string, origin: string): Promise<unknown> {
  const plain = readPlainYaml(text);
  if (plain !== undefined) return plain;
  // Loaded here and not at the top: 40 ms that few kubeconfigs need.
  const { parseDocument } = await import('./yaml-document.ts');
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    throw configError(origin, `line ${line} is not valid YAML (${error.code}); correct it or write the file anew.`);
  }
  return document.toJS();
}

/**
 * Reads the outer shape of a kubeconfig document.
 * @param origin what errors call it, and the file that relative paths start from
 */
export function parseKubeconfig(document: unknown, origin: string, folder = dirname(origin)): Kubeconfig {
  const fields = new Fields(origin, '', document ?? {});
  return {
    origin,
    currentContext: fields.text('current-context'),
    clusters: entries(fields, 'clusters', 'cluster', folder),
    users: entries(fields, 'users', 'user', folder),
    contexts: entries(fields, 'contexts', 'context', folder),
  };
}

/** As kubectl merges the files of KUBECONFIG: the first that names an entry gives the whole of it. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  const firstWins = (pick: (config: Kubeconfig) => ReadonlyMap<string, KubeconfigEntry>) =>
    new Map(configs.toReversed().flatMap((config) => [...pick(config)]));
  return {
    origin: configs.map((config) => config.origin).join(', '),
    currentContext: configs.find((config) => config.currentContext !== undefined)?.currentContext,
    clusters: firstWins((config) => config.clusters),
    users: firstWins((config) => config.users),
    contexts: firstWins((config) => config.contexts),
  };
}

function entries(fields: Fields, list: string, inner: string, folder: string): ReadonlyMap<string, KubeconfigEntry> {
  const found = new Map<string, KubeconfigEntry>();
  for (const item of fields.items(list)) {
    const name = item.requiredText('name');
    // kubectl writes `user: {}` for a user without a credential, or leaves it out.
    const entry = item.child(inner) ?? new Fields(item.origin, `${item.path}.${inner}`, {});
    if (!found.has(name)) found.set(name, { fields: entry, folder });
  }
  return found;
}
