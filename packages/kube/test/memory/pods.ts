const fields = (container: string): object => ({
  'f:metadata': {
    'f:generateName': {},
    'f:labels': { '.': {}, 'f:app': {}, 'f:pod-template-hash': {}, 'f:app.kubernetes.io/name': {} },
    'f:ownerReferences': { '.': {}, 'k:{"uid":"b5a2c9d0-1234-4f6e-9a3b-000000000001"}': {} },
  },
  'f:spec': {
    'f:containers': {
      [`k:{"name":"${container}"}`]: {
        '.': {},
        'f:env': Object.fromEntries(
          Array.from({ length: 6 }, (_, n) => [`k:{"name":"SETTING_${n}"}`, { '.': {}, 'f:name': {} }]),
        ),
        'f:image': {},
        'f:imagePullPolicy': {},
        'f:ports': { '.': {}, 'k:{"containerPort":8080,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
        'f:resources': { '.': {}, 'f:limits': { '.': {}, 'f:cpu': {}, 'f:memory': {} } },
        'f:terminationMessagePath': {},
        'f:terminationMessagePolicy': {},
      },
    },
    'f:dnsPolicy': {},
    'f:restartPolicy': {},
    'f:schedulerName': {},
    'f:securityContext': {},
    'f:terminationGracePeriodSeconds': {},
  },
});

/** A pod as a cluster has it, of about 5 kB: one of 20 replicas, with what differs from pod to pod and from app to app. */
export function pod(n: number): object {
  const app = `service-${Math.floor(n / 20)}`;
  const hash = (0x6d4b75cb + Math.floor(n / 20)).toString(36);
  const time = `2026-01-${String((n % 27) + 1).padStart(2, '0')}T00:${String(n % 60).padStart(2, '0')}:00Z`;
  const uid = `b5a2c9d0-1234-4f6e-9a3b-${String(n).padStart(12, '0')}`;
  const image = `registry.example.com/team/${app}:v1.2.${n % 7}`;
  const managed = (manager: string, subresource?: string): object => ({
    manager,
    operation: 'Update',
    apiVersion: 'v1',
    time,
    fieldsType: 'FieldsV1',
    fieldsV1: fields(app),
    subresource,
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${app}-${hash}-${n.toString(36).padStart(5, '0')}`,
      generateName: `${app}-${hash}-`,
      namespace: `team-${n % 50}`,
      uid,
      resourceVersion: String(1_000_000 + n),
      creationTimestamp: time,
      labels: {
        app,
        'pod-template-hash': hash,
        'app.kubernetes.io/name': app,
        'app.kubernetes.io/managed-by': 'slipway',
      },
      annotations: { 'kubernetes.io/config.seen': time, 'checksum/config': uid.repeat(2).slice(0, 64) },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: `${app}-${hash}`,
          uid: `aaaaaaaa-1234-4f6e-9a3b-${String(Math.floor(n / 20)).padStart(12, '0')}`,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
      managedFields: [managed('kube-controller-manager'), managed('kubelet', 'status')],
    },
    spec: {
      volumes: [
        {
          name: `kube-api-access-${n.toString(36).padStart(5, '0')}`,
          projected: {
            sources: [{ serviceAccountToken: { expirationSeconds: 3_607, path: 'token' } }],
            defaultMode: 420,
          },
        },
      ],
      containers: [
        {
          name: app,
          image,
          env: Array.from({ length: 6 }, (_, e) => ({
            name: `SETTING_${e}`,
            value: `https://${app}-${e}.example.com/`,
          })),
          ports: [{ containerPort: 8080, protocol: 'TCP' }],
          resources: { limits: { cpu: '500m', memory: '128Mi' }, requests: { cpu: '100m', memory: '64Mi' } },
          volumeMounts: [
            {
              name: `kube-api-access-${n.toString(36).padStart(5, '0')}`,
              readOnly: true,
              mountPath: '/var/run/secrets',
            },
          ],
          livenessProbe: {
            httpGet: { path: '/healthz', port: 8080, scheme: 'HTTP' },
            timeoutSeconds: 1,
            periodSeconds: 10,
          },
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
          imagePullPolicy: 'IfNotPresent',
        },
      ],
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      serviceAccountName: 'default',
      nodeName: `node-${n % 100}.cluster.example.com`,
      securityContext: {},
      schedulerName: 'default-scheduler',
      tolerations: ['not-ready', 'unreachable'].map((key) => ({
        key: `node.kubernetes.io/${key}`,
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 300,
      })),
    },
    status: {
      phase: 'Running',
      podIP: `10.${n % 7}.${(n >> 8) & 255}.${n & 255}`,
      hostIP: `192.168.0.${n % 100}`,
      startTime: time,
      qosClass: 'Burstable',
      conditions: ['Ready', 'Initialized', 'ContainersReady', 'PodScheduled'].map((type) => ({
        type,
        status: 'True',
        lastProbeTime: null,
        lastTransitionTime: time,
      })),
      containerStatuses: [
        {
          name: app,
          state: { running: { startedAt: time } },
          lastState: {},
          ready: true,
          restartCount: 0,
          image,
          imageID: `registry.example.com/team/${app}@sha256:${uid.replaceAll('-', '').repeat(2)}`,
          containerID: `containerd://${uid.replaceAll('-', '').repeat(2)}`,
          started: true,
        },
      ],
    },
  };
}

/** A watch that sends pods and then the end of the initial events, made as it is read: it takes no memory itself. */
export async function* podStream(
  count: number,
  toMetadata: boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const line = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`;
  for (let n = 0; n < count; n += 10) {
    const batch = Array.from({ length: 10 }, (_, at) => {
      const object = pod(n + at) as { metadata: object };
      return line(
        'ADDED',
        toMetadata
          ? { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata }
          : object,
      );
    });
    yield Buffer.from(batch.join(''));
  }
  const metadata = { resourceVersion: '2000000', annotations: { 'k8s.io/initial-events-end': 'true' } };
  yield Buffer.from(line('BOOKMARK', { kind: 'Pod', apiVersion: 'v1', metadata }));
  await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
}
