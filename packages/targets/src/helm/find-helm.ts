import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { TargetError } from '../errors.ts';

/** The helm that is meant: as given, by HELM_BIN, or the first on the PATH. */
export async function findHelm(
  given: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const named = given ?? (env['HELM_BIN'] || undefined);
  if (named !== undefined) {
    if (await isExecutable(named)) return named;
    throw new TargetError('HELM_MISSING', `${named} is not an executable file: correct the path of helm.`);
  }
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter((part) => part !== '')) {
    const path = join(folder, 'helm');
    if (await isExecutable(path)) return path;
  }
  throw new TargetError('HELM_MISSING', 'There is no helm on the PATH: install helm 3 or 4, or name it by HELM_BIN.');
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
