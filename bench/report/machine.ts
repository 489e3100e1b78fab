import { cpus, release, totalmem, type } from 'node:os';
import { runProcess } from '@slipway/tools/processes/index';
import { versions } from '@slipway/tools/versions';

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memory: string;
  readonly system: string;
  readonly versions: Readonly<Record<string, string>>;
}

/** What ran where, as far as a reader needs it to repeat the run. */
export async function describeMachine(): Promise<Machine> {
  const { stdout: commit } = await runProcess('git', ['describe', '--always', '--dirty']);
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memory: `${Math.round(totalmem() / 1024 ** 3)} GiB`,
    system: `${type()} ${release()}`,
    versions: {
      Slipway: commit.trim(),
      Node: process.versions.node,
      Kubernetes: versions.kubernetes,
      etcd: versions.etcd,
      'controller-runtime': versions.peers['sigs.k8s.io/controller-runtime'],
      'client-go': versions.peers['k8s.io/client-go'],
      'client-node': versions.peers['@kubernetes/client-node'],
    },
  };
}
