import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock, Cluster } from '@slipway/kube';
import { type Container, type ContainerRecord, containersOf, type PodObject, type Sight } from '../lifecycle/index.ts';
import type { PodRuntime } from '../runtime.ts';
import { ClaimFolders } from './claim-folders.ts';
import { Guard } from './guard.ts';
import type { LogLine } from './log-lines.ts';
import { hasWholeLoopback, LoopbackAddresses } from './loopback.ts';
import { PodSandbox } from './pod-sandbox.ts';
import { type ProcessesOption, type ProcessOptions, processFor } from './process-options.ts';

export interface ProcessRuntimeOptions {
  readonly cluster: Cluster;
  readonly processes: ProcessesOption;
  /** Where claims are kept; by default with the pods, gone when they are. */
  readonly claimsFolder: string | undefined;
  /** Runs the containers whose images are not mapped. */
  readonly others: PodRuntime;
  readonly hostIPOf: (node: string) => string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly changed: (pod: PodObject) => void;
  readonly tell: (pod: PodObject, reason: string, note: string) => void;
}

/** What is asked of the log of a container. */
export interface LogQuery {
  readonly uid: string;
  readonly container: string;
  readonly previous: boolean;
  readonly follow: boolean;
  readonly tailLines: number | undefined;
  readonly signal: AbortSignal;
}

/** Runs containers whose images are mapped to commands as processes, and leaves the others to `others` (L-23). */
export class ProcessRuntime implements PodRuntime {
  readonly #options: ProcessRuntimeOptions;
  readonly #folder: string;
  readonly #guard: Guard;
  readonly #claims: ClaimFolders;
  /** Undefined where pods share 127.0.0.1, each with ports of its own. */
  readonly #addresses: LoopbackAddresses | undefined;
  readonly #sandboxes = new Map<string, PodSandbox>();
  readonly #closing = new Set<Promise<void>>();

  static async create(options: ProcessRuntimeOptions): Promise<ProcessRuntime> {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-pods-'));
    const addresses = (await hasWholeLoopback()) ? await LoopbackAddresses.claim(options.random) : undefined;
    return new ProcessRuntime(options, folder, addresses);
  }

  private constructor(options: ProcessRuntimeOptions, folder: string, addresses: LoopbackAddresses | undefined) {
    this.#options = options;
    this.#folder = folder;
    this.#guard = new Guard(folder);
    this.#claims = new ClaimFolders(options.cluster, options.claimsFolder ?? join(folder, 'claims'));
    this.#addresses = addresses;
  }

  async adopt(pod: PodObject): Promise<void> {
    const uid = pod.metadata.uid;
    const isMine = containersOf(pod).some((container) => this.#processOf(container));
    if (!isMine || this.#sandboxes.has(uid)) return;
    const { cluster, clock, changed, tell, hostIPOf } = this.#options;
    // Never the one in its status: a client may have written that, and a sandbox that is made anew has a new one.
    const podIP = this.#addresses?.take() ?? '127.0.0.1';
    const sandbox = new PodSandbox({
      cluster,
      pod,
      clock,
      podIP,
      folder: join(this.#folder, uid),
      claims: this.#claims,
      hostIP: hostIPOf(pod.spec?.nodeName ?? ''),
      ownPorts: this.#addresses === undefined,
      guard: this.#guard,
      processOf: (container) => this.#processOf(container),
      changed: () => changed(pod),
      collided: (name) =>
        tell(
          pod,
          'AddressInUse',
          `Container ${name} ended because its address is in use: another process of this machine has the port. ` +
            `Let it listen on HOST (${podIP}), which is the pod's own, rather than on every address.`,
        ),
    });
    this.#sandboxes.set(uid, sandbox);
  }

  look(pod: PodObject, container: ContainerRecord, now: number): Sight {
    const sandbox = this.#sandboxOf(pod, container);
    return sandbox
      ? sandbox.look(container.name, container.state.is === 'running', now)
      : this.#options.others.look(pod, container, now);
  }

  start(pod: PodObject, container: string): void {
    this.#sandboxes.get(pod.metadata.uid)?.start(container);
    this.#options.others.start(pod, container);
  }

  stop(pod: PodObject, container: string, graceMs: number): void {
    this.#sandboxes.get(pod.metadata.uid)?.stop(container, graceMs);
    this.#options.others.stop(pod, container, graceMs);
  }

  podIP(pod: PodObject): string | undefined {
    return this.#sandboxes.get(pod.metadata.uid)?.podIP;
  }

  /** Where a port of a process pod is really listened on; undefined for any other pod. */
  addressOf(uid: string, port?: number): { readonly host: string; readonly port: number } | undefined {
    return this.#sandboxes.get(uid)?.addressOf(port);
  }

  /** What a container wrote; undefined when it is none of a process pod. */
  logs({ uid, container, previous, ...query }: LogQuery): AsyncIterable<LogLine> | undefined {
    return this.#sandboxes.get(uid)?.run(container, previous)?.logs.read(query);
  }

  forget(uid: string): void {
    const sandbox = this.#sandboxes.get(uid);
    this.#options.others.forget(uid);
    if (!sandbox) return;
    this.#sandboxes.delete(uid);
    const closing = sandbox.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  async close(): Promise<void> {
    for (const uid of this.#sandboxes.keys()) this.forget(uid);
    await Promise.all(this.#closing);
    await this.#claims.close();
    await this.#guard.close();
    await this.#addresses?.release();
    await this.#options.others.close();
  }

  #sandboxOf(pod: PodObject, { image, role }: ContainerRecord): PodSandbox | undefined {
    // A sandbox is prepared for what its pod began with.
    if (role === 'ephemeral') return undefined;
    return processFor(this.#options.processes, image) && this.#sandboxes.get(pod.metadata.uid);
  }

  #processOf({ image = '' }: Container): ProcessOptions | undefined {
    return processFor(this.#options.processes, image);
  }
}
