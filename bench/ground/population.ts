import type { ApiCaller } from './api-caller.ts';
import { type PodFilling, podOf, runningStatus } from './pod.ts';

/** Pods of one size, in a namespace of their own. */
export interface Population {
  readonly count: number;
  /** JSON of one pod as the server sends it, managedFields included. */
  readonly bytes: number;
  /** Whether a kubelet seems to have written their status; below 4 kB there is no room for one. */
  readonly isRunning: boolean;
}

const CONCURRENT_WRITES = 16;
const TRIAL_VARIABLES = 10;

export const namespaceOf = ({ count, bytes, isRunning }: Population): string =>
  `${isRunning ? 'running' : 'pending'}-${count}x${bytes}`;

/** Creates the namespace and its pods. */
export async function populate(call: ApiCaller, population: Population): Promise<void> {
  const namespace = namespaceOf(population);
  await call('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  const filling = await fillingFor(call, namespace, population);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < population.count) await createPod(call, namespace, next++, filling, population.isRunning);
  };
  await Promise.all(Array.from({ length: CONCURRENT_WRITES }, work));
}

/** Server defaults and managedFields make up much of a pod; how much is found out by trial. */
async function fillingFor(call: ApiCaller, namespace: string, { bytes, isRunning }: Population): Promise<PodFilling> {
  const sizeWith = async (variables: number): Promise<number> => {
    const filling = { variables, padding: 0 };
    const { path, bytes } = await createPod(call, namespace, 0, filling, isRunning);
    await call('DELETE', `${path}?gracePeriodSeconds=0`);
    return bytes;
  };
  const empty = await sizeWith(1);
  const perVariable = (await sizeWith(1 + TRIAL_VARIABLES)) - empty;
  const missing = bytes - empty;
  if (missing < 0) throw new Error(`The smallest pod of this kind has ${empty} bytes; ${bytes} were asked for.`);
  const variables = Math.floor((missing * TRIAL_VARIABLES) / perVariable);
  return { variables: 1 + variables, padding: missing - Math.round((variables * perVariable) / TRIAL_VARIABLES) };
}

interface CreatedPod {
  readonly path: string;
  readonly bytes: number;
}

async function createPod(
  call: ApiCaller,
  namespace: string,
  index: number,
  filling: PodFilling,
  isRunning: boolean,
): Promise<CreatedPod> {
  const body = await call('POST', podsPath(namespace), podOf(namespace, index, filling));
  const pod = JSON.parse(body) as { metadata: { name: string } };
  const path = `${podsPath(namespace)}/${pod.metadata.name}`;
  if (!isRunning) return { path, bytes: body.length };
  const withStatus = { ...pod, status: runningStatus(index) };
  return { path, bytes: (await call('PUT', `${path}/status?fieldManager=kubelet`, withStatus)).length };
}

export const podsPath = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;
