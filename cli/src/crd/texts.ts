import { Buffer } from 'node:buffer';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CliError } from '../errors.ts';
import { renderChart } from './chart.ts';
import { atRevision, gitPathOf } from './git-ref.ts';

/** A text and where it is from, as messages name it. */
export interface SourceText {
  readonly source: string;
  readonly text: string;
}

/** What an argument names. */
export interface Texts {
  readonly texts: readonly SourceText[];
  /** Whether single files were named, or a folder in which other things may lie, too. */
  readonly isFolder: boolean;
  /** Where in a Helm chart they lie: helm installs what is in `crds` and never upgrades it. */
  readonly chartFolder?: 'crds' | 'templates';
}

/** No reader takes more, and a mistaken argument may be a disk image. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Reads a file, every manifest below a folder, the CRDs of a chart, any of these at a revision, or standard input. */
export async function readTexts(argument: string): Promise<Texts> {
  if (argument === '-') return { texts: [await readStandardInput()], isFolder: false };
  const past = gitPathOf(argument);
  // A file may bear such a name.
  if (past === undefined || (await exists(argument))) return readPlace(argument);
  return atRevision(past, async (place) => {
    const { texts, ...rest } = await readPlace(place).catch((error: unknown) => {
      throw error instanceof CliError ? new CliError(error.code, named(error.message, place, argument), error) : error;
    });
    return { ...rest, texts: texts.map(({ text, source }) => ({ text, source: named(source, place, argument) })) };
  });
}

/** What stands in a temporary folder, by the name that it was asked for with. */
function named(text: string, place: string, argument: string): string {
  return text.replaceAll(place, argument.replace(/(?<=[^:])\/$/, ''));
}

async function readPlace(argument: string): Promise<Texts> {
  const found = await orInputFault(argument, stat(argument));
  if (!found.isDirectory()) {
    const isCharts = await isInChart(dirname(argument));
    return { texts: [await readText(argument)], isFolder: false, ...(isCharts && { chartFolder: 'crds' }) };
  }
  const isChart = await exists(join(argument, 'Chart.yaml'));
  if (isChart && (await hasCrdTemplates(argument))) {
    return { texts: [await renderChart(argument)], isFolder: true, chartFolder: 'templates' };
  }
  const folder = isChart ? join(argument, 'crds') : argument;
  const files = await manifestsBelow(folder);
  if (files.length === 0) throw new CliError('CLI_INPUT', `${folder}: holds no .yaml, .yml or .json file`);
  const texts: SourceText[] = [];
  for (const file of files) texts.push(await readText(file));
  return { texts, isFolder: true, ...((isChart || (await isInChart(folder))) && { chartFolder: 'crds' }) };
}

async function hasCrdTemplates(chart: string): Promise<boolean> {
  const folder = join(chart, 'templates');
  if (!(await exists(folder))) return false;
  for (const file of await manifestsBelow(folder)) {
    if (/^kind:\s*CustomResourceDefinition\b/m.test((await readText(file)).text)) return true;
  }
  return false;
}

async function isInChart(folder: string): Promise<boolean> {
  return basename(folder) === 'crds' && (await exists(join(folder, '..', 'Chart.yaml')));
}

async function manifestsBelow(folder: string): Promise<string[]> {
  const entries = await orInputFault(folder, readdir(folder, { recursive: true, withFileTypes: true }));
  return entries
    .filter((entry) => entry.isFile() && /\.(?:ya?ml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Reads one file. */
export async function readText(path: string): Promise<SourceText> {
  const { size } = await orInputFault(path, stat(path));
  if (size > MAX_FILE_BYTES) throw new CliError('CLI_INPUT', `${path}: is larger than ${MAX_FILE_BYTES >> 20} MiB`);
  return { source: path, text: await orInputFault(path, readFile(path, 'utf8')) };
}

async function readStandardInput(): Promise<SourceText> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_FILE_BYTES)
      throw new CliError('CLI_INPUT', `standard input: is larger than ${MAX_FILE_BYTES >> 20} MiB`);
    parts.push(part);
  }
  return { source: 'standard input', text: Buffer.concat(parts).toString('utf8') };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'you may not read it',
  ENOTDIR: 'there is no such file',
};

async function orInputFault<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CliError('CLI_INPUT', `${path}: ${REASONS[code] ?? message}`, error);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
