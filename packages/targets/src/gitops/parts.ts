import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, type Logger, realClock, silentLogger } from '@slipway/kube';
import { TargetError } from '../errors.ts';
import { makeOwnFolder } from '../folders/index.ts';
import { KubernetesTarget } from '../kubernetes/index.ts';
import { Branch } from './branch.ts';
import { readGitCredentials, secretsOf } from './credentials.ts';
import { EngineLink } from './engine-link.ts';
import { createEngine } from './engines/index.ts';
import { Git } from './git.ts';
import { makePrivateFolder, prepareEnvironment } from './git-environment.ts';
import { parseGitUrl } from './git-url.ts';
import { type Observe, observedBy } from './observed-status.ts';
import type { GitOpsTargetOptions } from './options.ts';
import { compilePathTemplate } from './path-template.ts';
import { Placement } from './placement.ts';
import { Repository } from './repository.ts';

const DEFAULT_PATH = '{namespace}/{kind}/{name}';
const DEFAULT_AUTHOR = { name: 'Slipway', email: 'slipway@localhost' };

/** What the target is made of once its folder and environment stand. */
export interface Parts {
  readonly copy: string;
  readonly root: string;
  readonly placement: Placement;
  readonly repository: Repository;
  readonly branch: Branch;
  readonly link: EngineLink | undefined;
  readonly statuses: KubernetesTarget | undefined;
  /** Reads from the cluster, where there is one. */
  readonly observe: Observe | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly pollIntervalMs: number;
  /** Whether all of the copy is in the remote too, so that it may be thrown away. */
  readonly isDisposable: boolean;
  /** For keys, and for the copy where no other place is named; removed at the end. */
  readonly folder: string;
}

/** Checks the options and puts the parts together; nothing is asked of the remote. */
export async function assemble(options: GitOpsTargetOptions): Promise<Parts> {
  const {
    branch: branchName = 'main',
    path = DEFAULT_PATH,
    push = true,
    cluster,
    directory,
    kinds,
    kindFor,
    manager = 'slipway',
  } = options;
  const { clock = realClock, logger = silentLogger, random = Math.random, env = process.env } = options;
  const { url, credentials: inUrl } = parseGitUrl(options.url);
  const given = inUrl ?? options.credentials;
  const credentials =
    given ?? (options.credentialsFile ? await readGitCredentials(options.credentialsFile) : undefined);
  const template = compilePathTemplate(path, options.clusterName);
  if (!push && directory === undefined) {
    throw new TargetError('TARGET_CONFIG', 'directory: with push: false the commits are kept there; name one.');
  }
  const engine = createEngine(options.engine ?? { kind: 'none' });
  if (engine && !cluster) {
    throw new TargetError(
      'TARGET_CONFIG',
      `cluster: ${engine.title} is pointed at the branch in its cluster; give a handle of it.`,
    );
  }
  const source = { url, branch: branchName, root: template.root };
  const link = engine && cluster ? new EngineLink({ engine, cluster, manager, source, logger }) : undefined;

  if (directory !== undefined) await makePrivateFolder(directory);
  const folder = await makeOwnFolder('slipway-gitops-');
  const copy = join(directory ?? folder, 'copy.git');
  const prepared = await fill(folder, async () => {
    await makePrivateFolder(copy);
    return prepareEnvironment({ folder, url, credentials, signing: options.signing, env });
  });
  const git = new Git({
    binary: options.gitBinary ?? 'git',
    folder: copy,
    env: prepared,
    secrets: secretsOf(credentials),
    timeoutMs: options.timeoutMs ?? 120_000,
    clock,
  });
  const repository = new Repository({
    git,
    folder: copy,
    url,
    branch: branchName,
    push,
    root: template.root,
    author: options.author ?? DEFAULT_AUTHOR,
    isSigned: options.signing !== undefined,
    clock,
  });
  const placement = new Placement(template, options);
  return {
    copy,
    root: template.root,
    placement,
    repository,
    branch: new Branch({ repository, root: template.root, clock, random }),
    link,
    observe: cluster && observedBy(cluster, placement.kinds),
    statuses:
      cluster &&
      (await KubernetesTarget.open({ cluster, manager, ...(kinds && { kinds }), ...(kindFor && { kindFor }) })),
    clock,
    logger,
    pollIntervalMs: options.pollIntervalMs ?? 30_000,
    isDisposable: push,
    folder,
  };
}

/** No key stays behind where the rest does not come about. */
async function fill<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
