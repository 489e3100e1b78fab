import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { versions } from '../versions.ts';
import { definitionsPath } from './index.ts';

let folder: string;

/** A machine with nothing on the PATH but what a test puts there. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-definitions-test-'));
  vi.stubEnv('PATH', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function installGo(script: string): Promise<void> {
  await writeFile(join(folder, 'go'), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, 'go'), 0o755);
}

const find = (): Promise<string> => definitionsPath('sigs.k8s.io/gateway-api', 'config/crd/standard');

describe('definitions of other projects', () => {
  test('R-184: they are where Go says that it keeps the pinned version', async () => {
    const spec = `sigs.k8s.io/gateway-api@v${versions.definitions['sigs.k8s.io/gateway-api']}`;
    await installGo(`[ "$4" = ${spec} ] && echo '{"Dir":"/modules/gateway-api"}'`);
    expect(await find()).toBe('/modules/gateway-api/config/crd/standard');
  });

  test('R-184: without Go it says which Go to install', async () => {
    await expect(find()).rejects.toMatchObject({
      code: 'TOOLS_GO_MISSING',
      message: expect.stringContaining('Install Go 1.26.0 or newer'),
    });
  });

  test('R-184: a failed download shows the end of the output and the command to repeat', async () => {
    await installGo('echo "no such host" >&2; exit 1');
    await expect(find()).rejects.toMatchObject({
      code: 'TOOLS_DOWNLOAD_FAILED',
      message: expect.stringMatching(/no such host[^]*go mod download sigs\.k8s\.io\/gateway-api@v/),
    });
  });
});
