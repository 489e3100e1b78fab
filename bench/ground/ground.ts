import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startControlPlane } from '@slipway/tools/control-plane/index';
import { apiCaller } from './api-caller.ts';
import { watchServerCore } from './core-load.ts';
import { namespaceOf, type Population, podsPath, populate } from './population.ts';
import { Relay } from './relay.ts';

export interface Ground {
  /** File with the relay's address and an administrator's certificate, the same for every contestant. */
  readonly kubeconfigPath: string;
  /** Bytes sent by the server to contestants so far. */
  readonly bytesToContestants: number;
  /** Folder for files of a run; gone afterwards. */
  readonly folder: string;
  /** Fills in the pods if they are not there yet; returns their namespace. */
  namespaceWith(population: Population): Promise<string>;
  /** The pods as the server lists them, in one page. */
  listBody(population: Population): Promise<string>;
  /** Measures from now on; the returned function gives the busy share of the server's core in [0, 1]. */
  watchServerCore(): () => number;
  stop(): Promise<void>;
}

export async function startGround(onProgress: (line: string) => void): Promise<Ground> {
  const controlPlane = await startControlPlane({ controllerManager: false, scheduler: false, onProgress });
  const relay = await Relay.start(controlPlane.url);
  const call = apiCaller(controlPlane.kubeconfig);
  const kubeconfigPath = join(controlPlane.folder, 'contestant.kubeconfig');
  await writeFile(kubeconfigPath, controlPlane.kubeconfig.replaceAll(controlPlane.url, relay.url), { mode: 0o600 });
  const filled = new Set<string>();
  const namespaceWith = async (population: Population): Promise<string> => {
    const namespace = namespaceOf(population);
    if (!filled.has(namespace)) {
      onProgress(`creating ${population.count} pods of ${population.bytes} bytes`);
      await populate(call, population);
      filled.add(namespace);
    }
    return namespace;
  };
  return {
    kubeconfigPath,
    folder: controlPlane.folder,
    get bytesToContestants() {
      return relay.bytesToClient;
    },
    namespaceWith,
    listBody: async (population) => await call('GET', podsPath(await namespaceWith(population))),
    watchServerCore,
    async stop() {
      await relay.stop();
      await controlPlane.stop();
    },
  };
}
