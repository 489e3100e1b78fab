/**
 * `npm run image -- NAME [FILE]`: the image of a program as an OCI archive, by default `packed/NAME.tar`.
 *
 *     npm run image                      which there are
 *     npm run image -- gati-operator     packed/gati-operator.tar; `podman load -i`, `docker load -i`, `ctr images import`
 *
 * Everything in it bears the time of the last commit, or `SOURCE_DATE_EPOCH`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ToolError } from './errors.ts';
import { buildImage, images } from './images/index.ts';
import { runProcess } from './processes/index.ts';

const root = join(import.meta.dirname, '..');
const [name, file] = process.argv.slice(2);
const spec = images.find((image) => image.name === name);

async function timeOfSources(): Promise<number> {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined) return Number(given);
  const { stdout } = await runProcess('git', ['log', '-1', '--format=%ct'], { cwd: root }).catch(() => ({
    stdout: '',
  }));
  return Number(stdout.trim());
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

if (spec === undefined) {
  const known = images.map((image) => `  ${image.name.padEnd(20)} ${image.description}`).join('\n');
  process.stderr.write(`npm run image -- NAME [FILE], with one of\n${known}\n`);
  process.exitCode = 2;
} else {
  try {
    const built = await buildImage(root, spec, {
      seconds: await timeOfSources(),
      onProgress: (line) => process.stderr.write(`${line}\n`),
    });
    const path = resolve(file ?? join(root, 'packed', `${spec.name}.tar`));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, built.archive);
    for (const { platform, layer, bytes } of built.parts)
      console.log(`${platform.padEnd(6)} ${layer.padEnd(28)} ${megabytes(bytes).padStart(9)}`);
    console.log(`${path}  ${built.name}@${built.digest}  ${megabytes(built.archive.length)}`);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    process.stderr.write(`${error.code}: ${error.message}\n`);
    process.exitCode = 1;
  }
}
