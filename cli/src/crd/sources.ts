import { CrdError, isCrdError } from '@slipway/crd/errors';
import { type Crd, nameOf, parseCrds } from '@slipway/crd/schema';
import type { ClusterOptions } from '../cluster/index.ts';
import { CliError } from '../errors.ts';
import { readTexts, type SourceText } from './texts.ts';

/** The CRDs that an argument names. */
export interface CrdSet {
  readonly crds: readonly Crd[];
  /** What they were read from; empty for a cluster. */
  readonly texts: readonly SourceText[];
  readonly chartFolder?: 'crds' | 'templates';
  /** Files of a folder that are no manifests but templates of them. */
  readonly templates: readonly string[];
}

const CLUSTER = 'cluster:';

export function isCluster(argument: string): boolean {
  return argument.startsWith(CLUSTER);
}

/** `cluster:prod` names a context; `cluster:` leaves it to the flags. */
export function clusterOf(argument: string, options: ClusterOptions): ClusterOptions {
  const context = argument.slice(CLUSTER.length) || options.context;
  return { ...options, ...(context === undefined ? {} : { context }) };
}

/** Reads CRDs from files, folders, charts or standard input. Documents of other kinds may lie between them. */
export async function readCrds(argument: string): Promise<CrdSet> {
  const { texts, isFolder, chartFolder } = await readTexts(argument);
  const templates: string[] = [];
  const crds = texts.flatMap(({ text, source }) => {
    try {
      return parseCrds(text, source, { others: 'skip' });
    } catch (error) {
      // In a folder one template does not stand in the way of the manifests beside it.
      if (!isFolder || !isTemplate(text) || !isCrdError(error)) throw error;
      templates.push(source);
      return [];
    }
  });
  if (crds.length === 0) {
    if (templates.length > 0)
      throw new CliError('CLI_INPUT', `${argument}: holds no manifest of a CRD, and ${unread(templates)}`);
    // The reader's own words for what is there instead are the better message for a single file.
    if (!isFolder) for (const { text, source } of texts) parseCrds(text, source);
    throw new CliError('CLI_INPUT', `${argument}: holds no CustomResourceDefinition`);
  }
  refuseDoubles(crds);
  return { crds, texts, templates, ...(chartFolder && { chartFolder }) };
}

/** Work on CRDs that were read; those that are too deep for it are a matter of input. */
export function readable<T>(argument: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CrdError('CRD_TOO_LARGE', 'its schemas are nested too deeply', { source: argument, cause: error });
  }
}

/** The language of Helm's templates. */
function isTemplate(text: string): boolean {
  return /\{\{.*\}\}/.test(text);
}

/** What is printed of templates that were passed over. */
export function templateWarnings(sets: readonly CrdSet[]): string {
  const templates = [...new Set(sets.flatMap((set) => set.templates))];
  return templates.length === 0 ? '' : `slipway: warning: ${unread(templates)}\n`;
}

function unread(templates: readonly string[]): string {
  const [first = ''] = templates;
  const which =
    templates.length === 1 ? `${first} is a template` : `${first} and ${templates.length - 1} more are templates`;
  return `${which} that cannot be read as it stands; render the chart: helm template CHART --include-crds | slipway crd … -`;
}

function refuseDoubles(crds: readonly Crd[]): void {
  const seen = new Map<string, Crd>();
  for (const crd of crds) {
    const before = seen.get(nameOf(crd));
    if (before !== undefined) {
      const text = `${crd.source}: ${nameOf(crd)} is already defined in ${before.source}; give each CRD once`;
      throw new CliError('CLI_INPUT', text);
    }
    seen.set(nameOf(crd), crd);
  }
}
