import { freePort } from '@slipway/tools/processes/index';

/** The image whose pods are real processes, where a cluster runs such. */
export const SERVING_IMAGE = 'example/users';
const SERVING_PORT = await freePort();

export interface HandlerOptions {
  readonly replicas?: number;
  /** Lines of `spec.rollout`, in place of short steps. */
  readonly rollout?: string;
  /** Further lines of the spec. */
  readonly more?: string;
}

/** A handler as a person writes it who is in a hurry: steps of seconds, a sample every second. */
export function handlerText(name: string, version: string, options: HandlerOptions = {}): string {
  const { replicas = 2, rollout = SHORT_STEPS, more = '' } = options;
  return `
apiVersion: gati.dev/v1alpha1
kind: GatiHandler
metadata:
  name: ${name}
spec:
  handlerPath: /${name}
  version: ${version}
  replicas: ${replicas}
  image: ${SERVING_IMAGE}:${version}
  port: ${SERVING_PORT}
  probes:
    readiness: { initialDelaySeconds: 0, periodSeconds: 1 }
    liveness: { enabled: false }
  preStopSleepSeconds: 2
  rollout:
${indented(rollout, 4)}
  traffic: { interval: 1s }
  decommission: { gracePeriod: 3s, zeroSamples: 3 }
${indented(more, 2)}`;
}

export const SHORT_STEPS = `
steps:
  - { weight: 10, pause: 2s }
  - { weight: 50, pause: 2s }
  - { weight: 100, pause: 2s }
rollbackWindow: 2s
failedRetention: 10m`;

/** Half, until a person decides. */
export const LONG_STEP = `
steps:
  - { weight: 50, pause: 10m }
  - { weight: 100, pause: 1s }
rollbackWindow: 2s
failedRetention: 10m`;

/** A record of a version that a person writes. */
export function versionText(name: string, versionId: string, more = ''): string {
  return `
apiVersion: gati.dev/v1alpha1
kind: GatiVersion
metadata:
  name: ${name}
spec:
  versionId: ${versionId}
  breaking: false
  routingWeight: 100
${indented(more, 2)}`;
}

const indented = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
