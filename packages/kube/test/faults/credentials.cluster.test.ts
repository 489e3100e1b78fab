import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { createCertificateAuthority } from '@slipway/apiserver/certificates';
import { isKubeError, type Logger } from '@slipway/kube';
import { createWriter } from '@slipway/kube/client';
import { ConfigMap } from '@slipway/kube/kinds';
import type { Transport } from '@slipway/kube/transport';
import { describeCluster } from '@slipway/test/clusters/suite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Mirror, startMirror } from './mirror.ts';
import { configMap, type Rig, startRig } from './rig.ts';
import { loopbackCertificate } from './scripted-server.ts';

interface KubeconfigShape {
  clusters: [{ cluster: Record<string, unknown> }];
  users: [{ user: Record<string, unknown> }];
}

describeCluster('credentials that change under a running client', {}, (cluster) => {
  let rig: Rig;
  let folder: string;
  /** All that the client has written to logs and errors. */
  let stated: unknown[];
  let logger: Logger;

  beforeEach(async () => {
    rig = await startRig(cluster());
    folder = await mkdtemp(join(tmpdir(), 'credentials-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    stated = [];
    const note = (...words: unknown[]): void => void stated.push(words);
    logger = { debug: note, info: note, warn: note, error: note };
    await rig.world.create(ConfigMap, configMap(rig, 'a'));
  });

  const file = (name: string): string => join(folder, name);
  const present = (): KubeconfigShape => JSON.parse(rig.proxy.kubeconfig) as KubeconfigShape;
  const token = (): string => present().users[0].user['token'] as string;
  const caPem = (): string =>
    Buffer.from(present().clusters[0].cluster['certificate-authority-data'] as string, 'base64').toString();

  async function connect(change: (config: KubeconfigShape) => void): Promise<Transport> {
    const config = present();
    change(config);
    return rig.connect({ text: JSON.stringify(config) }, { logger });
  }

  async function follow(transport: Transport): Promise<Mirror> {
    const mirror = startMirror({ ...rig, transport });
    await mirror.converge();
    mirror.requests();
    return mirror;
  }

  /** The error of a create, or nothing. No time passes: whatever it waits for is real. */
  async function create(transport: Transport, name: string): Promise<unknown> {
    const error = await createWriter(transport)
      .create(ConfigMap, configMap(rig, name))
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    stated.push(error);
    return error;
  }

  /** The same, with time passing until its deadline. */
  async function createInTime(transport: Transport, name: string): Promise<unknown> {
    const created = create(transport, name);
    let isOver = false;
    void created.finally(() => (isOver = true));
    await rig.passUntil(() => isOver, { limitMs: 90_000 });
    return created;
  }

  function expectNothingSecretShown(secrets: readonly string[]): void {
    const words = inspect(stated, { depth: 20, maxStringLength: null });
    for (const secret of secrets) expect(words).not.toContain(secret);
  }

  describe('a token in a file', () => {
    let transport: Transport;

    beforeEach(async () => {
      await writeFile(file('token'), token());
      transport = await connect(({ users }) => (users[0].user = { tokenFile: file('token') }));
    });

    it('F-12, F-5.6, R-12: is replaced: the request that the old one failed is sent again, none is lost', async () => {
      const mirror = await follow(transport);
      const old = token();
      rig.proxy.rotateToken();
      await writeFile(file('token'), token());
      expect(await create(transport, 'b')).toBeUndefined();
      expect(rig.proxy.log.matching({ verb: 'create' }).map(({ status }) => status)).toEqual([401, 201]);
      rig.proxy.cutAll('reset');
      await rig.world.create(ConfigMap, configMap(rig, 'c'));
      await mirror.converge();
      expect(mirror.requests()).toEqual(['watch']);
      expectNothingSecretShown([old, token()]);
    });

    it('F-12, R-12, R-27: is refused for a while: watches back off, keep their content and go on without a restart', async () => {
      const mirror = await follow(transport);
      const before = mirror.versions();
      const old = token();
      rig.proxy.rotateToken();
      rig.proxy.cutAll('reset');
      await rig.world.delete(ConfigMap, { namespace: rig.namespace, name: 'a' });
      await rig.pass(60_000);
      expect(isKubeError(await create(transport, 'b'), 'KUBE_UNAUTHORIZED')).toBe(true);
      expect(mirror.versions()).toEqual(before);
      expect(mirror.cache.state).toMatchObject({ synced: true, blocker: expect.stringContaining('401') as string });
      // Each try is two requests: the second with the token read anew.
      expect(mirror.requests().length).toBeLessThanOrEqual(20);
      await writeFile(file('token'), token());
      await mirror.converge();
      expect(mirror.requests()).not.toContain('sync');
      expectNothingSecretShown([old, token()]);
    });
  });

  describe('a certificate authority in a file', () => {
    let transport: Transport;

    beforeEach(async () => {
      await writeFile(file('ca'), caPem());
      transport = await connect(({ clusters }) => {
        clusters[0].cluster = { server: rig.proxy.url, 'certificate-authority': file('ca') };
      });
    });

    it('F-12, R-13: is replaced with the server’s certificate: open watches move over within 120 s, without a sync', async () => {
      const mirror = await follow(transport);
      const watch = rig.proxy.log.matching({ verb: 'watch' }).at(-1);
      const since = watch?.number;
      rig.proxy.useCertificate(loopbackCertificate(createCertificateAuthority()));
      await writeFile(file('ca'), caPem());
      expect(await create(transport, 'b')).toBeUndefined();
      await rig.passUntil(() => watch?.endedAt !== undefined, { limitMs: 121_000 });
      await rig.passUntil(() => rig.proxy.log.matching({ verb: 'watch' }, since).length > 0);
      await mirror.converge();
      expect(mirror.requests()).toEqual(['watch']);
    });

    it('F-12, R-13: is replaced while nothing can connect: read anew after the failure, at once', async () => {
      const mirror = await follow(transport);
      rig.proxy.useCertificate(loopbackCertificate(createCertificateAuthority()));
      await writeFile(file('ca'), caPem());
      rig.proxy.cutAll('reset');
      expect(await create(transport, 'b')).toBeUndefined();
      await mirror.converge();
      expect(mirror.requests()).toEqual(['watch']);
    });

    it('F-12, R-13: a server that the old authority does not vouch for gets no request', async () => {
      await follow(transport);
      rig.proxy.useCertificate(loopbackCertificate(createCertificateAuthority()));
      rig.proxy.cutAll('reset');
      const before = rig.proxy.log.entries.length;
      const error = await createInTime(transport, 'b');
      expect(isKubeError(error, 'KUBE_UNREACHABLE', 'KUBE_TIMEOUT')).toBe(true);
      expect(rig.proxy.log.entries).toHaveLength(before);
    });
  });

  describe('an exec plugin', () => {
    /** Says the token, except in its first run, which does what `first` says. */
    async function plugin(first: string): Promise<Transport> {
      await writeFile(file('token'), token());
      const script = `
        const { appendFileSync, readFileSync } = require('node:fs');
        appendFileSync(${JSON.stringify(file('runs'))}, 'x');
        if (readFileSync(${JSON.stringify(file('runs'))}).length === 1) { ${first} } else {
          const token = readFileSync(${JSON.stringify(file('token'))}, 'utf8');
          const apiVersion = 'client.authentication.k8s.io/v1';
          process.stdout.write(JSON.stringify({ apiVersion, kind: 'ExecCredential', status: { token } }));
        }`;
      const exec = {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: process.execPath,
        args: ['-e', script],
        interactiveMode: 'Never',
      };
      return connect(({ users }) => (users[0].user = { exec }));
    }

    const runs = async (): Promise<number> => (await readFile(file('runs'), 'utf8')).length;

    it('F-12, R-14: fails once: it is run again at once, and no request is lost', async () => {
      const transport = await plugin(`process.stderr.write('secret-of-plugin'); process.exit(1)`);
      const { cache } = startMirror({ ...rig, transport });
      await rig.clock.until(() => cache.state.synced);
      expect(await create(transport, 'b')).toBeUndefined();
      expect(await runs()).toBe(2);
      expectNothingSecretShown([token(), 'secret-of-plugin']);
    });

    it('F-12, R-14: hangs: it is ended after its time, and the next run serves', async () => {
      const transport = await plugin(`setInterval(() => {}, 1_000)`);
      const error = await createInTime(transport, 'b');
      expect(isKubeError(error, 'KUBE_EXEC_PLUGIN', 'KUBE_TIMEOUT')).toBe(true);
      await rig.pass(60_000);
      expect(await create(transport, 'c')).toBeUndefined();
      expect(await runs()).toBe(2);
    });
  });
});
