import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TargetError } from '../errors.ts';
import { type ChartContent, chartDigest, chartFile, templateFile, valuesFile, valuesSchema } from './chart-files.ts';

/** What was written last, by file: how an edited template is distinguished from one that is only old. */
const LEDGER = '.slipway.json';
const TEMPLATES = 'templates';

type Ledger = Readonly<Record<string, string>>;

/**
 * Writes a chart into its folder and names its content. Templates that a person has edited or added
 * stay; values, schema and Chart.yaml are written anew. Chart.yaml comes last: it names the rest.
 */
export async function writeChart(folder: string, content: ChartContent): Promise<string> {
  const templates = join(folder, TEMPLATES);
  await mkdir(templates, { recursive: true });
  const ledger = await readLedger(folder);
  const wanted = new Map(content.entries.map(({ key, ref }) => [`${key}.yaml`, templateFile(key, ref)]));
  const isEdited = (name: string, text: string): boolean => ledger[name] !== fingerprint(text);

  const found = new Map<string, string>();
  for (const name of (await readdir(templates)).toSorted())
    found.set(name, await readFile(join(templates, name), 'utf8'));
  const written: Record<string, string> = {};
  for (const [name, text] of wanted) {
    const old = found.get(name);
    if (old !== undefined && old !== text && isEdited(name, old)) continue;
    written[name] = fingerprint(text);
    if (old !== text) await replaceFile(join(templates, name), text);
    found.set(name, text);
  }
  for (const [name, text] of found) {
    if (wanted.has(name) || ledger[name] === undefined || isEdited(name, text)) continue;
    await rm(join(templates, name), { force: true });
    found.delete(name);
  }

  const [values, schema] = [valuesFile(content), valuesSchema(content)];
  const digest = chartDigest({ ...Object.fromEntries(found), 'values.yaml': values, 'values.schema.json': schema });
  await replaceFile(join(folder, 'values.yaml'), values);
  await replaceFile(join(folder, 'values.schema.json'), schema);
  await replaceFile(join(folder, '.helmignore'), `${LEDGER}\n`);
  await replaceFile(join(folder, LEDGER), `${JSON.stringify(written, null, 2)}\n`);
  await replaceFile(join(folder, 'Chart.yaml'), chartFile(content, digest));
  return digest;
}

async function readLedger(folder: string): Promise<Ledger> {
  const text = await readFile(join(folder, LEDGER), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    return JSON.parse(text) as Ledger;
  } catch (cause) {
    throw new TargetError(
      'TARGET_CHART',
      `${join(folder, LEDGER)} says which files of the chart were edited, and cannot be read. Nothing was changed: ` +
        'restore it, or delete it to have every template that is there kept.',
      { cause },
    );
  }
}

/** A reader sees the old file or the new one, never a part. */
async function replaceFile(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return;
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

function fingerprint(text: string): string {
  return hash('sha256', text, 'hex');
}
