import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { ConfigMap, Deployment, Event, Pod, Secret } from '@slipway/kube/kinds';
import { freePort, waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeCluster } from '../../../../test/clusters/suite.ts';
import { userOfPod } from './pod-user.ts';
import { isReady, type PodObject, Rig } from './rig.ts';

const SERVER = fileURLToPath(new URL('server.mjs', import.meta.url));
const PORT = await freePort();
const PATIENCE_MS = 240_000;

type Container = NonNullable<PodObject['spec']>['containers'][number];

describeCluster('process pods', { needs: ['objects'] }, (on) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await Rig.start(on(), {
      processes: { 'example/server': { command: [process.execPath, SERVER], env: { GREETING: 'from the mapping' } } },
    });
  });
  afterAll(() => rig?.close());

  const serving = (container: Partial<Container> = {}): Partial<NonNullable<PodObject['spec']>> => ({
    containers: [
      {
        name: 'web',
        image: 'example/server:1',
        ports: [{ name: 'http', containerPort: PORT }],
        readinessProbe: { httpGet: { path: '/ready', port: 'http' }, periodSeconds: 1 },
        ...container,
      },
    ],
    terminationGracePeriodSeconds: 60,
  });
  const ask = async (pod: PodObject, path = '/'): Promise<string> =>
    (await fetch(`http://${pod.status?.podIP}:${PORT}${path}`)).text();
  /** Of a pod that is not ready it is not known whether it listens yet. */
  const askUntilAnswered = (pod: PodObject, path: string): Promise<string> =>
    waitUntil(() => ask(pod, path).catch(() => undefined), AbortSignal.timeout(PATIENCE_MS));
  const logsOf = async (pod: PodObject, previous = false): Promise<string[]> => {
    const lines: string[] = [];
    const query = { uid: pod.metadata.uid ?? '', container: 'web', previous, follow: false, tailLines: undefined };
    for await (const { text } of rig.nodes.logs({ ...query, signal: AbortSignal.timeout(PATIENCE_MS) }) ?? [])
      lines.push(text);
    return lines;
  };
  const eventsOf = async (name: string): Promise<string[]> => {
    const events = await rig.cluster.client.live.listAll(Event, { namespace: rig.namespace });
    return events.filter(({ regarding }) => regarding?.name === name).map(({ reason, note }) => `${reason}: ${note}`);
  };

  it('L-23: a mapped image really serves at its pod’s own address, and two pods do so on one port', async () => {
    const names = [await rig.run(serving()), await rig.run(serving())];
    const pods = await Promise.all(names.map((name) => rig.until(name, isReady)));
    expect(await Promise.all(pods.map((pod) => ask(pod)))).toEqual(names.map((name) => `${name} from the mapping`));
    expect(new Set(pods.map(({ status }) => status?.podIP)).size).toBe(2);
  });

  it('L-23: readiness is asked for and gates the pod, both ways', async () => {
    const name = await rig.run(serving({ env: [{ name: 'UNREADY', value: 'true' }] }));
    const pod = await rig.until(name, ({ status }) => status?.containerStatuses?.[0]?.state?.running);
    await waitUntil(async () =>
      (await eventsOf(name)).find((text) => text.startsWith('Unhealthy: Readiness probe failed:')),
    );
    expect(isReady((await rig.get(name)) ?? pod)).toBe(false);
    await askUntilAnswered(pod, '/make-ready');
    await rig.until(name, isReady);
    await ask(pod, '/make-unready');
    await rig.until(name, (each) => !isReady(each));
  });

  it('L-23: a crash restarts the container, and the lines of the run before are kept', async () => {
    const name = await rig.run(serving());
    const pod = await rig.until(name, isReady);
    await ask(pod, '/crash').catch(() => undefined);
    const restarted = await rig.until(
      name,
      (each) => each.status?.containerStatuses?.[0]?.restartCount === 1 && isReady(each),
    );
    expect(restarted.status?.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
      exitCode: 7,
      reason: 'Error',
    });
    expect(await logsOf(restarted, true)).toContain('asked for /crash');
    expect(await logsOf(restarted)).not.toContain('asked for /crash');
  });

  it('L-23: a failed liveness probe restarts the container', async () => {
    // Only one that says it is sick is: one that is slow to answer is not.
    const probe = { httpGet: { path: '/healthy', port: PORT }, periodSeconds: 1, timeoutSeconds: 30 };
    const livenessProbe = { ...probe, failureThreshold: 1 };
    const startupProbe = { ...probe, failureThreshold: 120 };
    const name = await rig.run(serving({ livenessProbe, startupProbe }));
    await ask(await rig.until(name, isReady), '/make-sick');
    await rig.until(name, (each) => each.status?.containerStatuses?.[0]?.restartCount === 1 && isReady(each));
    const reported = 'Killing: Container web failed liveness probe, will be restarted';
    await waitUntil(async () => (await eventsOf(name)).find((text) => text === reported));
  });

  it('L-23: environment and volumes come from ConfigMaps, Secrets and the pod itself', async () => {
    const { client } = rig.cluster;
    const metadata = { namespace: rig.namespace, name: 'settings' };
    await client.create(ConfigMap, { metadata, data: { colour: 'green', 'app.conf': 'a=1' } });
    await client.create(Secret, { metadata, data: { password: Buffer.from('hunter2').toString('base64') } });
    const name = await rig.run({
      ...serving({
        envFrom: [{ prefix: 'CFG_', configMapRef: { name: 'settings' } }],
        env: [
          { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'settings', key: 'password' } } },
          { name: 'MY_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
          { name: 'GREETING', value: 'hello $(CFG_colour) $$(world)' },
        ],
        volumeMounts: [
          { name: 'config', mountPath: '/etc/app' },
          { name: 'all', mountPath: '/all' },
        ],
      }),
      volumes: [
        { name: 'config', configMap: { name: 'settings', items: [{ key: 'app.conf', path: 'nested/app.conf' }] } },
        {
          name: 'all',
          projected: {
            sources: [
              { secret: { name: 'settings' } },
              { downwardAPI: { items: [{ path: 'name', fieldRef: { fieldPath: 'metadata.name' } }] } },
            ],
          },
        },
      ],
    });
    const pod = await rig.until(name, isReady);
    const env = JSON.parse(await ask(pod, '/env')) as Record<string, string>;
    expect(env).toMatchObject({
      CFG_colour: 'green',
      PASSWORD: 'hunter2',
      MY_IP: pod.status?.podIP,
      HOST: pod.status?.podIP,
      PORT: String(PORT),
      GREETING: 'hello green $(world)',
      KUBERNETES_SERVICE_PORT: new URL(on().url).port,
    });
    expect(env).not.toHaveProperty('USER');
    expect(await ask(pod, '/file?path=/etc/app/nested/app.conf')).toBe('a=1');
    expect(await ask(pod, '/file?path=/all/password')).toBe('hunter2');
    expect(await ask(pod, '/file?path=/all/name')).toBe(name);
  });

  it('L-23: a container that lacks something says what, and starts when it is there', async () => {
    const name = await rig.run(serving({ envFrom: [{ configMapRef: { name: 'late' } }] }));
    const pod = await rig.until(name, ({ status }) => status?.containerStatuses?.[0]?.state?.waiting?.message);
    expect(pod.status?.containerStatuses?.[0]?.state?.waiting).toEqual({
      reason: 'CreateContainerConfigError',
      message: 'configmap "late" not found',
    });
    await rig.cluster.client.create(ConfigMap, { metadata: { namespace: rig.namespace, name: 'late' }, data: {} });
    await rig.until(name, isReady);
  });

  it('L-23: a pod is asked to end, and killed when its time is up', async () => {
    const polite = await rig.run(
      serving({ lifecycle: { preStop: { httpGet: { path: '/make-unready', port: 'http' } } } }),
    );
    const stubborn = await rig.run({
      ...serving({ env: [{ name: 'STUBBORN', value: 'true' }] }),
      terminationGracePeriodSeconds: 3,
    });
    const pods = await Promise.all([polite, stubborn].map((name) => rig.until(name, isReady)));
    const lines = pods.map(async (pod) => {
      const seen: string[] = [];
      const query = { uid: pod.metadata.uid ?? '', container: 'web', previous: false, follow: true, tailLines: 0 };
      for await (const { text } of rig.nodes.logs({ ...query, signal: AbortSignal.timeout(PATIENCE_MS) }) ?? [])
        seen.push(text);
      return seen;
    });
    for (const name of [polite, stubborn]) await rig.cluster.client.delete(Pod, { namespace: rig.namespace, name });
    for (const name of [polite, stubborn]) {
      await waitUntil(async () => ((await rig.get(name)) ? undefined : true), AbortSignal.timeout(PATIENCE_MS));
    }
    const [first = [], second = []] = await Promise.all(lines);
    expect(first.filter((text) => text !== 'asked for /ready')).toEqual(['asked for /make-unready', 'ending']);
    expect(second).toContain('ending');
    await expect(ask(pods[1] as PodObject)).rejects.toThrow();
  });

  it('L-23: one that binds every address and collides is reported in an Event', async () => {
    const blocker = createServer();
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, () => resolve((blocker.address() as { port: number }).port));
    });
    const env = [{ name: 'WILDCARD', value: 'true' }];
    const name = await rig.run(serving({ env, ports: [{ name: 'http', containerPort: port }] }));
    const event = await waitUntil(
      async () => (await eventsOf(name)).find((text) => text.startsWith('AddressInUse')),
      AbortSignal.timeout(PATIENCE_MS),
    );
    expect(event).toMatch(/Let it listen on HOST \(127\.\d+\.\d+\.\d+\)/);
    blocker.close();
  });
});

describeCluster('a Deployment of process pods', { needs: ['objects', 'controllers'] }, (on) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await Rig.start(on(), { processes: { 'example/server': { command: [process.execPath, SERVER] } } });
  });
  afterAll(() => rig?.close());

  it('L-22 L-23: is scheduled, serves, knows who it is, and survives a crash', async () => {
    const { client } = rig.cluster;
    const labels = { app: 'web' };
    const ports = [{ name: 'http', containerPort: PORT }];
    const readinessProbe = { httpGet: { path: '/ready', port: 'http' }, periodSeconds: 1 };
    await client.create(Deployment, {
      metadata: { namespace: rig.namespace, name: 'web' },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'web', image: 'example/server:1', ports, readinessProbe }] },
        },
      },
    });
    const ready = (): Promise<PodObject[]> =>
      waitUntil(async () => {
        const pods = await client.live.listAll(Pod, { namespace: rig.namespace, labelSelector: 'app=web' });
        return pods.length === 2 && pods.every(isReady) ? pods : undefined;
      }, AbortSignal.timeout(PATIENCE_MS));
    const [pod] = await ready();
    const base = `http://${pod?.status?.podIP}:${PORT}`;
    expect(await userOfPod(base)).toBe(`system:serviceaccount:${rig.namespace}:default`);
    await fetch(`${base}/crash`).catch(() => undefined);
    await rig.until(pod?.metadata.name ?? '', (each) => each.status?.containerStatuses?.[0]?.restartCount === 1);
    await ready();
  });
});
