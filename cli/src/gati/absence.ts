import { type AnyKind, type Cluster, isKubeError } from '@slipway/kube';
import { CliError } from '../errors.ts';

interface Ref {
  readonly namespace: string;
  readonly name: string;
}

/** What is missing where an object was not found: the object, or Gati itself. */
export async function absenceOf(
  { client }: Pick<Cluster, 'client'>,
  kind: AnyKind,
  { namespace, name }: Ref,
): Promise<CliError> {
  // A server answers 404 for an object that is not there and for a kind that is not: a list tells them apart.
  const isServed = await client.live.listAll(kind, { namespace }).then(
    () => true,
    (error: unknown) => !isKubeError(error, 'KUBE_NOT_FOUND'),
  );
  if (!isServed) return notInstalled();
  return new CliError('CLI_INPUT', `there is no ${kind.kind} ${name} in namespace ${namespace}`);
}

export function notInstalled(): CliError {
  return new CliError(
    'CLI_INPUT',
    'Gati is not installed on this cluster: install it, or choose another cluster by --context or --kubeconfig',
  );
}

/** For a read: nothing, where the server does not know the kind. */
export function noneIfNotFound(error: unknown): undefined {
  if (!isKubeError(error, 'KUBE_NOT_FOUND')) throw error;
}
