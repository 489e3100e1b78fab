/** How a pod is filled up to the size that is asked for. */
export interface PodFilling {
  /** Environment variables, each some 60 bytes of short strings as real pods are made of. */
  readonly variables: number;
  /** Bytes in one annotation, for what variables cannot fill exactly. */
  readonly padding: number;
}

const digits = (value: number): string => `${value}`.padStart(6, '0');

/** A pod as a ReplicaSet makes it; pods that differ in `index` alone are of one size. */
export function podOf(namespace: string, index: number, { variables, padding }: PodFilling): object {
  const app = `app-${digits(index % 100)}`;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${app}-${digits(index)}`,
      namespace,
      labels: { app },
      annotations: { 'example.com/padding': 'x'.repeat(padding) },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: app,
          uid: `00000000-0000-4000-8000-000000${digits(index % 100)}`,
          controller: true,
        },
      ],
    },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'example.com/app:1.2.3',
          env: Array.from({ length: variables }, (_, at) => ({ name: `SETTING_${digits(at)}`, value: digits(index) })),
        },
      ],
    },
  };
}

/** What a kubelet says of a pod that runs. */
export function runningStatus(index: number): object {
  const time = '2026-01-01T00:00:00Z';
  const condition = (type: string): object => ({ type, status: 'True', lastTransitionTime: time });
  return {
    phase: 'Running',
    hostIP: '10.0.0.1',
    podIP: `10.1.${(index >> 8) % 256}.${index % 256}`,
    startTime: time,
    conditions: ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(condition),
    containerStatuses: [
      {
        name: 'main',
        image: 'example.com/app:1.2.3',
        imageID: `example.com/app@sha256:${'0'.repeat(64)}`,
        containerID: `containerd://${digits(index).padEnd(64, '0')}`,
        ready: true,
        started: true,
        restartCount: 0,
        state: { running: { startedAt: time } },
      },
    ],
  };
}
