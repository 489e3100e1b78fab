import type { Cluster, DeepReadonly } from '@slipway/kube';
import { ConfigMap, Secret } from '@slipway/kube/kinds';
import type { Container, PodObject } from '../lifecycle/index.ts';
import { fieldValue, resourceValue } from './fields.ts';

export type Env = Readonly<Record<string, string>>;
type Source = DeepReadonly<NonNullable<NonNullable<Container['env']>[number]['valueFrom']>>;

/** Something a container needs that is not there. The kubelet says so and tries again. */
export class NotThere extends Error {}

/** The environment that a container declares, on top of `base`: `envFrom`, then `env` with `$(NAME)` filled in. */
export async function containerEnv(
  cluster: Cluster,
  pod: PodObject,
  container: Container,
  base: Env,
  addresses: { readonly podIP: string; readonly hostIP: string },
): Promise<Env> {
  const env: Record<string, string> = { ...base };
  for (const { prefix = '', configMapRef, secretRef } of container.envFrom ?? []) {
    const data = configMapRef
      ? await configMapData(cluster, pod, configMapRef.name ?? '', configMapRef.optional)
      : await secretData(cluster, pod, secretRef?.name ?? '', secretRef?.optional);
    for (const [name, value] of Object.entries(data ?? {})) env[`${prefix}${name}`] = value.toString();
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const found = valueFrom ? await valueOf(cluster, pod, container, valueFrom, addresses) : expand(value ?? '', env);
    if (found !== undefined) env[name] = found;
  }
  return env;
}

/** `$(NAME)` becomes its value where there is one; `$$(NAME)` stands for itself. */
export function expand(text: string, env: Env): string {
  return text.replace(/\$\$|\$\(([^()]*)\)/g, (whole, name: string | undefined) => {
    if (whole === '$$') return '$';
    return name !== undefined && name in env ? (env[name] ?? '') : whole;
  });
}

async function valueOf(
  cluster: Cluster,
  pod: PodObject,
  container: Container,
  source: Source,
  addresses: { readonly podIP: string; readonly hostIP: string },
): Promise<string | undefined> {
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef } = source;
  if (fieldRef) return fieldValue(pod, fieldRef.fieldPath, addresses);
  if (resourceFieldRef) {
    return resourceValue(
      pod,
      resourceFieldRef.containerName ?? container.name,
      resourceFieldRef.resource,
      resourceFieldRef.divisor,
    );
  }
  const ref = configMapKeyRef ?? secretKeyRef;
  if (!ref) return undefined;
  const read = configMapKeyRef ? configMapData : secretData;
  const data = await read(cluster, pod, ref.name ?? '', ref.optional);
  const value = data?.[ref.key];
  if (value !== undefined || ref.optional) return value?.toString();
  const kind = configMapKeyRef ? 'ConfigMap' : 'Secret';
  throw new NotThere(`couldn't find key ${ref.key} in ${kind} ${pod.metadata.namespace}/${ref.name}`);
}

/** The entries of a ConfigMap, binary ones too. */
export async function configMapData(
  cluster: Cluster,
  { metadata: { namespace } }: PodObject,
  name: string,
  optional = false,
): Promise<Record<string, Buffer> | undefined> {
  const found = await cluster.client.live.get(ConfigMap, { namespace, name });
  if (!found && !optional) throw new NotThere(`configmap "${name}" not found`);
  return (
    found && {
      ...decoded(found.data, 'utf8'),
      ...decoded(found.binaryData, 'base64'),
    }
  );
}

export async function secretData(
  cluster: Cluster,
  { metadata: { namespace } }: PodObject,
  name: string,
  optional = false,
): Promise<Record<string, Buffer> | undefined> {
  const found = await cluster.client.live.get(Secret, { namespace, name });
  if (!found && !optional) throw new NotThere(`secret "${name}" not found`);
  return found && decoded(found.data, 'base64');
}

function decoded(data: Readonly<Record<string, string>> | undefined, encoding: BufferEncoding): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(data ?? {}).map(([name, text]) => [name, Buffer.from(text, encoding)]));
}
