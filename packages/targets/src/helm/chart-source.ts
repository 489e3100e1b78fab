import { stringify } from 'yaml';
import { TargetError } from '../errors.ts';
import type { CallFolder } from './folders.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface RemoteChart {
  /** `https://…` of a repository with an index, or `oci://registry/path`. */
  readonly repository: string;
  readonly name: string;
  /** @default the newest that is no pre-release */
  readonly version?: string;
  readonly credentials?: Credentials;
  /** Speak plain HTTP with an OCI registry. @default false */
  readonly plainHttp?: boolean;
}

/** A folder or an archive by its path, or a chart in a repository. */
export type ChartSource = string | RemoteChart;

/** How a remote chart is fetched: files that carry what must not stand in arguments, then commands in order. */
export interface FetchPlan {
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly string[])[];
}

/** The name under which a repository stands in the call's own configuration. */
const ALIAS = 'source';

export function planFetch(chart: RemoteChart, folder: Pick<CallFolder, 'at'>): FetchPlan {
  const { repository, name, version, credentials, plainHttp = false } = chart;
  const destination = ['--destination', folder.at('charts')];
  const exact = version === undefined ? [] : ['--version', version];
  if (/^[-]/.test(name) || /^[-]/.test(version ?? '')) throw notAChart(repository, name);

  if (repository.startsWith('oci://')) {
    const host = repository.slice('oci://'.length).split('/', 1)[0] ?? '';
    const auth = credentials && Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
    return {
      files: auth === undefined ? {} : { 'registry.json': JSON.stringify({ auths: { [host]: { auth } } }) },
      commands: [
        [
          'pull',
          `${repository.replace(/\/$/, '')}/${name}`,
          ...exact,
          ...destination,
          ...(plainHttp ? ['--plain-http'] : []),
        ],
      ],
    };
  }
  if (!/^https?:\/\//.test(repository)) throw notAChart(repository, name);
  const entry = { name: ALIAS, url: repository, ...credentials };
  return {
    files: { 'repositories.yaml': stringify({ apiVersion: '', repositories: [entry] }) },
    commands: [
      ['repo', 'update', ALIAS],
      ['pull', `${ALIAS}/${name}`, ...exact, ...destination],
    ],
  };
}

function notAChart(repository: string, name: string): TargetError {
  return new TargetError(
    'HELM_CHART',
    `"${name}" in "${repository.replace(/\/\/[^@/]*@/, '//')}" names no chart: use a path, or https:// or oci:// with a name.`,
  );
}
