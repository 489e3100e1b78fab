import { TargetError } from '../errors.ts';
import type { EngineOptions } from './engines/index.ts';
import type { GitOpsTargetOptions } from './options.ts';

/** The variables that describe the repository. An empty one counts as not set. */
export interface GitOpsEnvironment {
  readonly GIT_URL?: string;
  /** @default main */
  readonly GIT_BRANCH?: string;
  /** @default {namespace}/{kind}/{name} */
  readonly GIT_PATH?: string;
  /** What `{cluster}` in the path stands for. */
  readonly GIT_CLUSTER?: string;
  readonly GIT_AUTHOR_NAME?: string;
  readonly GIT_AUTHOR_EMAIL?: string;
  /** `true` or `false`. @default true */
  readonly GIT_PUSH?: string;
  /** Where the local copy is kept; needed where nothing is pushed. */
  readonly GIT_DIRECTORY?: string;
  /** A file with a token, a stored URL, or an SSH key and its known hosts. */
  readonly GIT_CREDENTIALS_FILE?: string;
  /** `none`, `argocd` or `flux`. @default none */
  readonly GITOPS_ENGINE?: string;
}

const ENGINES: readonly EngineOptions['kind'][] = ['none', 'argocd', 'flux'];

/** The options that the environment asks for; a bad value stops the start, by its name (G-185). */
export function gitOpsOptions(env: GitOpsEnvironment): GitOpsTargetOptions {
  if (!env.GIT_URL) throw refused('GIT_URL', 'is not set; it names the repository that manifests are committed to');
  const { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email } = env;
  if (Boolean(name) !== Boolean(email)) throw refused('GIT_AUTHOR_NAME', 'and GIT_AUTHOR_EMAIL are set together');
  const push = env.GIT_PUSH || 'true';
  if (push !== 'true' && push !== 'false') throw refused('GIT_PUSH', `is "${push}"; it can be true or false`);
  const engine = ENGINES.find((kind) => kind === (env.GITOPS_ENGINE || 'none'));
  if (!engine) throw refused('GITOPS_ENGINE', `is "${env.GITOPS_ENGINE}"; it can be ${ENGINES.join(', ')}`);
  return {
    url: env.GIT_URL,
    push: push === 'true',
    engine: { kind: engine },
    ...(env.GIT_BRANCH && { branch: env.GIT_BRANCH }),
    ...(env.GIT_PATH && { path: env.GIT_PATH }),
    ...(env.GIT_CLUSTER && { clusterName: env.GIT_CLUSTER }),
    ...(name && email && { author: { name, email } }),
    ...(env.GIT_DIRECTORY && { directory: env.GIT_DIRECTORY }),
    ...(env.GIT_CREDENTIALS_FILE && { credentialsFile: env.GIT_CREDENTIALS_FILE }),
  };
}

function refused(name: string, why: string): TargetError {
  return new TargetError('TARGET_CONFIG', `${name} ${why}.`);
}
