import { KubeError } from '../errors.ts';

/** Names the file, the field and the way out; never a value, since any field may hold a secret. */
export function configError(origin: string, problem: string): KubeError {
  return new KubeError('KUBE_CONFIG', `${origin}: ${problem}`);
}
