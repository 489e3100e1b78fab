import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const CONFIG_MAP = `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-settings
data:
  size: {{ .Values.size | quote }}
`;

/** A small chart in a folder of its own; `files` are added or take the place of what it has. */
export async function writeChart(files: Readonly<Record<string, string>> = {}, version = '1.0.0'): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'chart-')), 'shop');
  const all: Record<string, string> = {
    'Chart.yaml': `apiVersion: v2\nname: shop\ndescription: A shop.\nversion: ${version}\nappVersion: "1"\n`,
    'values.yaml': 'size: small\n',
    'templates/settings.yaml': CONFIG_MAP,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** The chart's archive, as `helm package` would make it. */
export async function packChart(folder: string): Promise<Buffer> {
  const archive = `${folder}.tgz`;
  await promisify(execFile)('tar', ['-czf', archive, '-C', dirname(folder), 'shop']);
  return readFile(archive);
}
