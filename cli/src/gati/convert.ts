import {
  type Conversion,
  type ConvertOptions,
  convert,
  type Finding,
  withoutManaged,
} from '@gati-framework/operator/convert';
import { printYaml } from '@slipway/crd';
import { isJsonObject, type JsonObject } from '@slipway/crd/schema';
import type { ClusterOptions } from '../cluster/index.ts';
import { objectsIn, type PlacedObject, readTexts, titleOf } from '../crd/index.ts';
import { CliError } from '../errors.ts';
import { nameLines, nameOfObject } from '../object-name.ts';
import type { Outcome } from '../outcome.ts';
import type { OutputOf } from '../output.ts';
import { resourceTable } from './resource-table.ts';
import { workloadsOf } from './workloads.ts';

export interface ConvertFlags extends ConvertOptions, ClusterOptions {
  readonly filename?: readonly string[];
  readonly namespace?: string;
  readonly selector?: string;
  readonly allowLoss?: boolean;
  readonly output: OutputOf<'conversion'>;
}

/** `slipway gati convert`: resources on standard output, what became of every other field on standard error. */
export async function convertManifests(flags: ConvertFlags): Promise<Outcome> {
  const { filename, allowLoss = false, output } = flags;
  const placed = filename ? await objectsOf(filename) : (await workloadsOf(flags)).map(withoutPlace);
  const given = placed.map(({ value }) => value as JsonObject);
  const { objects, skipped } = filename ? { objects: given, skipped: [] } : withoutManaged(given);
  const deployments = objects.filter(({ kind }) => kind === 'Deployment').length;
  if (deployments === 0) {
    const but = skipped.length > 0 ? ` but those that the operator makes: ${skipped.map(nameOf).join(', ')}` : '';
    throw new CliError('CLI_INPUT', `${filename?.join(', ') ?? 'the cluster'}: holds no Deployment${but}`);
  }
  if (deployments > 1 && flags.name !== undefined)
    throw new CliError(
      'CLI_USAGE',
      `--name is for one Deployment, and there are ${deployments}; convert them one by one`,
    );
  const conversion = convert(objects, flags);
  const reported = filename ? conversion.findings : conversion.findings.filter(({ sort }) => sort !== 'kept');
  const findings = [...skipped, ...reported];
  const hasLoss = findings.some(({ sort }) => sort === 'lost') && !allowLoss;
  const isDone = conversion.problems.length === 0 && !hasLoss;
  const report = reportOf({ ...conversion, findings }, placed, hasLoss);
  const { stdout = '', stderr = '' } = isDone || output === 'json' ? print({ ...conversion, findings }, output) : {};
  return { stdout, stderr: `${stderr}${report}`, exitCode: isDone ? 0 : 1 };
}

async function objectsOf(paths: readonly string[]): Promise<PlacedObject[]> {
  if (paths.filter((path) => path === '-').length > 1)
    throw new CliError('CLI_USAGE', 'standard input can be read only once');
  const objects: PlacedObject[] = [];
  for (const path of paths) objects.push(...(await readTexts(path)).texts.flatMap(objectsIn));
  const odd = objects.find(({ value }) => !isJsonObject(value));
  if (odd) throw new CliError('CLI_INPUT', `${odd.at()}: is no Kubernetes object`);
  return objects;
}

const nameOf = ({ object }: Finding): string => titleOf(object).replace('Deployment ', '');

const withoutPlace = (value: JsonObject): PlacedObject => ({
  value,
  source: 'cluster',
  lineOf: () => 1,
  at: () => 'cluster',
});

function print(conversion: Conversion, output: ConvertFlags['output']): Pick<Outcome, 'stdout' | 'stderr'> {
  const { resources } = conversion;
  switch (output) {
    case 'json':
      return { stdout: jsonOf(conversion) };
    case 'wide':
      return { stdout: resourceTable(resources) };
    case 'name':
      return nameLines(resources.map((resource) => ({ name: nameOfObject(resource), title: titleOf(resource) })));
    default:
      return { stdout: resources.map((resource) => printYaml(resource)).join('---\n') };
  }
}

/** Without values: people put secrets into manifests. */
function jsonOf({ resources, findings, commands, problems }: Conversion): string {
  const reported = findings.map(({ object, path, ...rest }) => ({
    object: titleOf(object),
    field: fieldOf(path),
    ...rest,
  }));
  return `${JSON.stringify({ resources, findings: reported, commands, problems }, undefined, 2)}\n`;
}

function reportOf(
  { findings, commands, problems }: Conversion,
  placed: readonly PlacedObject[],
  hasLoss: boolean,
): string {
  const lines = [
    ...findings.map((finding) => lineOf(finding, placed)),
    ...problems.map((problem) => `slipway: ${problem} [NotConvertible]`),
    ...commands.map((command) => `then: ${command}`),
    ...(hasLoss ? ['slipway: fields are lost; change the manifests, or give --allow-loss [FieldsLost]'] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function lineOf({ sort, object, path, valueKind, why, wayOut }: Finding, placed: readonly PlacedObject[]): string {
  const field = fieldOf(path);
  const place = placed.find(({ value }) => value === object)?.at(field);
  const what = field === '' ? '' : ` ${field} (${valueKind}):`;
  return `${place === undefined ? '' : `${place}: `}${sort}: ${titleOf(object)}:${what} ${why}; ${wayOut}`.replace(
    ': :',
    ':',
  );
}

function fieldOf(path: Finding['path']): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return /^[\w-]+$/.test(step) ? `${text}${text === '' ? '' : '.'}${step}` : `${text}[${step}]`;
  }, '');
}
