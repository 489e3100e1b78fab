import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Cluster, Timer } from '@slipway/kube';
import { type Container, containersOf, type PodObject, type Sight } from '../lifecycle/index.ts';
import type { ClaimFolders } from './claim-folders.ts';
import { ContainerProcess } from './container-process.ts';
import { containerEnv, type Env } from './environment.ts';
import type { Guard } from './guard.ts';
import { writeKubeconfigFile } from './kubeconfig-file.ts';
import { freePort } from './loopback.ts';
import type { ProcessOptions } from './process-options.ts';
import { Volumes } from './volumes.ts';

export interface SandboxOptions {
  readonly cluster: Cluster;
  readonly pod: PodObject;
  readonly folder: string;
  readonly claims: ClaimFolders;
  readonly podIP: string;
  readonly hostIP: string;
  /** Its address is that of others too, so its ports are its own instead. */
  readonly ownPorts: boolean;
  readonly guard: Guard;
  readonly clock: Clock;
  readonly processOf: (container: Container) => ProcessOptions | undefined;
  readonly changed: () => void;
  readonly collided: (container: string) => void;
}

/** What is ready for a container to start with. */
interface Prepared {
  readonly env: Env;
  readonly root: string;
  readonly ports: ReadonlyMap<number, number>;
}

const RETRY_MS = 1_000;
/** How often volumes follow their sources, as a kubelet does it. */
const REFRESH_MS = 60_000;
/** Of the own environment: what programs need to run on this machine at all. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot'];

/** A pod whose containers are processes: its folder, its address, what its containers need, and their runs. */
export class PodSandbox {
  readonly #options: SandboxOptions;
  readonly #volumes: Volumes;
  readonly #prepared = new Map<string, Prepared>();
  readonly #current = new Map<string, ContainerProcess>();
  readonly #previous = new Map<string, ContainerProcess>();
  #problem: string | undefined;
  #timer: Timer | undefined;
  #work: Promise<void>;
  #isClosed = false;

  constructor(options: SandboxOptions) {
    const { cluster, clock, folder, podIP, hostIP, claims } = options;
    this.#options = options;
    this.#volumes = new Volumes(cluster, clock, folder, { podIP, hostIP }, claims);
    this.#work = this.#prepare();
  }

  get podIP(): string {
    return this.#options.podIP;
  }

  /** Where a port is really listened on. On an address that it shares, a pod has the ports of its containers alone. */
  addressOf(port = 0): { readonly host: string; readonly port: number } | undefined {
    const { podIP: host, ownPorts } = this.#options;
    const known = [...this.#prepared.values()].find(({ ports }) => ports.has(port))?.ports.get(port);
    return known === undefined && ownPorts && port !== 0 ? undefined : { host, port: known ?? port };
  }

  run(container: string, previous: boolean): ContainerProcess | undefined {
    return (previous ? this.#previous : this.#current).get(container);
  }

  look(container: string, isRunning: boolean, now: number): Sight {
    const idle = { isStarted: false, isReady: false };
    if (isRunning) {
      // Its process went with an earlier kubelet.
      const lost = { exitCode: 255, reason: 'Unknown', at: now };
      return this.#current.get(container)?.sight() ?? { ...idle, image: { is: 'present' }, exit: lost };
    }
    if (this.#prepared.has(container)) return { ...idle, image: { is: 'present' } };
    if (this.#problem === undefined) return { ...idle, image: { is: 'pulling' } };
    return { ...idle, image: { is: 'refused', reason: 'CreateContainerConfigError', message: this.#problem } };
  }

  start(name: string): void {
    const { pod, processOf, podIP, changed, collided, guard, clock } = this.#options;
    const container = containersOf(pod).find((each) => each.name === name);
    const prepared = this.#prepared.get(name);
    const mapped = container && processOf(container);
    if (!container || !prepared || !mapped || this.#isClosed) return;
    const before = this.#current.get(name);
    if (before) this.#previous.set(name, before);
    const run: ContainerProcess = new ContainerProcess({
      container,
      process: mapped,
      env: prepared.env,
      root: prepared.root,
      host: podIP,
      portOf: (port) => {
        const number =
          typeof port === 'number'
            ? port
            : (container.ports?.find((each) => each.name === port)?.containerPort ?? Number(port));
        return prepared.ports.get(number) ?? number;
      },
      guard,
      clock,
      changed: () => {
        if (run.hasCollided) collided(name);
        changed();
      },
    });
    this.#current.set(name, run);
  }

  stop(container: string, graceMs: number): void {
    this.#current.get(container)?.stop(graceMs);
  }

  /** Ends everything at once and removes the folder. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    for (const run of this.#current.values()) run.kill();
    await this.#work;
    await rm(this.#options.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #prepare(): Promise<void> {
    const { pod, processOf, changed, guard } = this.#options;
    try {
      await guard.ready();
      await this.#volumes.write(pod);
      for (const container of containersOf(pod)) {
        if (processOf(container)) this.#prepared.set(container.name, await this.#prepareContainer(container));
      }
      this.#problem = undefined;
      this.#again(REFRESH_MS, () => this.#refresh());
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
      this.#again(RETRY_MS, () => this.#prepare());
    }
    if (!this.#isClosed) changed();
  }

  /** Volumes follow what they show; a source that is gone leaves the old files. */
  async #refresh(): Promise<void> {
    try {
      await this.#volumes.write(this.#options.pod);
    } catch {
      // The old files stay; the next time may find what is missing.
    }
    this.#again(REFRESH_MS, () => this.#refresh());
  }

  #again(ms: number, work: () => Promise<void>): void {
    if (this.#isClosed) return;
    this.#timer = this.#options.clock.timer(ms, () => {
      this.#work = work();
    });
  }

  async #prepareContainer(container: Container): Promise<Prepared> {
    const { cluster, pod, folder, podIP, hostIP, ownPorts, processOf } = this.#options;
    const root = join(folder, 'containers', container.name);
    await mkdir(root, { recursive: true });
    await this.#volumes.mount(container, root);
    const ports = new Map<number, number>();
    for (const { containerPort } of container.ports ?? []) {
      const own = ownPorts ? await freePort(podIP) : undefined;
      ports.set(containerPort, own ?? containerPort);
    }
    const [port] = ports.values();
    const { hostname, port: apiPort } = new URL(cluster.url);
    const kubeconfig = await writeKubeconfigFile(root, cluster.url, container);
    const inherited = Object.fromEntries(
      INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    );
    const base: Env = {
      ...inherited,
      HOSTNAME: pod.metadata.name,
      KUBERNETES_SERVICE_HOST: hostname,
      KUBERNETES_SERVICE_PORT: apiPort,
      KUBERNETES_SERVICE_PORT_HTTPS: apiPort,
      ...(kubeconfig && { KUBECONFIG: kubeconfig }),
      HOST: podIP,
      ...(port !== undefined && { PORT: String(port) }),
      POD_ROOT: root,
      ...processOf(container)?.env,
    };
    return { env: await containerEnv(cluster, pod, container, base, { podIP, hostIP }), root, ports };
  }
}
