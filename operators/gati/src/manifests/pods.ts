import type { Container, Labels, Mount, Pod, Volume } from '@slipway/workloads';
import type { PodFields, Resources } from '../types/index.ts';
import { type Protocol, probesOf } from './probes.ts';

/** What a container of any of the three kinds declares. */
export interface ContainerFields extends PodFields {
  readonly image: string;
  readonly port: number;
  readonly resources?: Resources;
  readonly env?: Record<string, string>;
}

/** What the operator adds to the fields that people write. */
export interface PodAdditions {
  readonly container: string;
  readonly protocol: Protocol;
  /** Variables; those of the same name that the user sets win (G-24). */
  readonly env: Labels;
  readonly annotations: Labels;
  readonly labels?: Labels;
  /** The ConfigMap that the pod finds at `/etc/gati` (G-25). */
  readonly configMap: string;
  readonly volumes?: readonly Volume[];
  readonly mounts?: readonly Mount[];
  readonly workingDir?: string | undefined;
  readonly runtimeClassName?: string | undefined;
  /** @default true */
  readonly canSleep?: boolean | undefined;
}

const CONFIG_VOLUME = 'gati-config';
const CONFIG_PATH = '/etc/gati';

/** Pods of handlers and modules alike: fields by people, the rest by the operator. */
export function podOf(fields: ContainerFields, additions: PodAdditions): Pod {
  const { serviceAccountName, terminationGracePeriodSeconds, imagePullSecrets, securityContext } = fields;
  return {
    containers: [containerOf(fields, additions)],
    volumes: [
      { name: CONFIG_VOLUME, configMap: { name: additions.configMap } },
      ...(additions.volumes ?? []),
      ...(fields.volumes ?? []),
    ],
    ...(additions.labels && { labels: additions.labels }),
    annotations: { ...fields.podAnnotations, ...additions.annotations },
    ...(serviceAccountName !== undefined && { serviceAccountName }),
    ...(imagePullSecrets && { imagePullSecrets: imagePullSecrets.map(({ name }) => name) }),
    ...(terminationGracePeriodSeconds !== undefined && { terminationGracePeriodSeconds }),
    ...(securityContext && { security: securityContext }),
    scheduling: schedulingOf(fields, additions.runtimeClassName),
  };
}

function containerOf(fields: ContainerFields, additions: PodAdditions): Container {
  const { image, port, imagePullPolicy, command, args, envFrom, resources } = fields;
  const { container, protocol, workingDir, canSleep = true } = additions;
  const preStopSleepSeconds = canSleep ? fields.preStopSleepSeconds : 0;
  return {
    name: container,
    image,
    ...(imagePullPolicy && { imagePullPolicy }),
    ...(command && { command }),
    ...(args && { args }),
    ...(workingDir !== undefined && { workingDir }),
    ports: [{ name: protocol, port }],
    env: { ...additions.env, ...fields.env },
    ...(envFrom && { envFrom }),
    ...(resources && { resources }),
    probes: probesOf(fields.probes, protocol, port),
    ...(preStopSleepSeconds !== undefined && { preStopSleepSeconds }),
    mounts: [
      { name: CONFIG_VOLUME, mountPath: CONFIG_PATH, readOnly: true },
      ...(additions.mounts ?? []),
      ...(fields.volumeMounts ?? []),
    ],
  };
}

function schedulingOf(fields: PodFields, runtimeClass: string | undefined): NonNullable<Pod['scheduling']> {
  const { nodeSelector, affinity, tolerations, topologySpreadConstraints, priorityClassName } = fields;
  const runtimeClassName = runtimeClass ?? fields.runtimeClassName;
  return {
    ...(nodeSelector && { nodeSelector }),
    ...(affinity && { affinity }),
    ...(tolerations && { tolerations }),
    ...(topologySpreadConstraints && { topologySpread: topologySpreadConstraints }),
    ...(priorityClassName !== undefined && { priorityClassName }),
    ...(runtimeClassName !== undefined && { runtimeClassName }),
  };
}
