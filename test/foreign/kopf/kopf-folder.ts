import { provide } from '@slipway/tools/cache/index';
import { lastLines, runProcess } from '@slipway/tools/processes/index';
import { versions } from '@slipway/tools/versions';

/** Where Python finds kopf, or why there is none. */
export type Kopf = { readonly path: string } | { readonly missing: string };

/**
 * kopf with what it needs, in a folder of the cache: pip puts it there on the first run. What it needs is
 * partly compiled, so that each minor version of Python has a folder of its own.
 */
export async function ensureKopf(): Promise<Kopf> {
  const python = await runProcess('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])']).catch(
    () => undefined,
  );
  if (python?.exitCode !== 0) return { missing: 'there is no python3 on the PATH' };
  const pip = await runProcess('python3', ['-m', 'pip', '--version']);
  if (pip.exitCode !== 0) return { missing: 'this python3 has no pip' };
  const version = `${versions.kopf}-python${python.stdout.trim()}`;
  try {
    return { path: await provide({ tool: 'kopf', version }, install) };
  } catch (error) {
    return { missing: (error as Error).message };
  }
}

async function install(folder: string): Promise<void> {
  const what = `kopf==${versions.kopf}`;
  const quietly = ['--disable-pip-version-check', '--no-input'];
  const args = ['-m', 'pip', 'install', ...quietly, '--target', folder, what];
  const { exitCode, output } = await runProcess('python3', args);
  if (exitCode !== 0) throw new Error(`pip could not install ${what}:\n${lastLines(output)}`);
}
