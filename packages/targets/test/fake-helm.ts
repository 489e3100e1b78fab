import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that says it is helm 4 and otherwise does what `script` (of sh) says. */
export async function fakeHelm(script: string): Promise<{ readonly binary: string; readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'fake-helm-'));
  const binary = join(folder, 'helm');
  await writeFile(
    binary,
    `#!/bin/sh\nif [ "$1" = version ]; then echo v4.2.3; exit 0; fi\ncd "${folder}"\n${script}\n`,
  );
  await chmod(binary, 0o755);
  return { binary, folder };
}
