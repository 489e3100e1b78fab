import { type Crd, nameOf, parseCrds } from '@slipway/crd/schema';
import { CliError } from '../errors.ts';
import { readTexts, type SourceText } from './texts.ts';

export interface ClusterOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** The CRDs that an argument names. */
export interface CrdSet {
  readonly crds: readonly Crd[];
  /** What they were read from; empty for a cluster. */
  readonly texts: readonly SourceText[];
  readonly isChart: boolean;
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
  const { texts, isFolder, isChart } = await readTexts(argument);
  const crds = texts.flatMap(({ text, source }) => parseCrds(text, source, { others: 'skip' }));
  if (crds.length === 0) {
    // The reader's own words for what is there instead are the better message for a single file.
    if (!isFolder) for (const { text, source } of texts) parseCrds(text, source);
    throw new CliError('CLI_INPUT', `${argument}: holds no CustomResourceDefinition`);
  }
  refuseDoubles(crds);
  return { crds, texts, isChart };
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
