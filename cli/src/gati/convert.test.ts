import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Run, slipway } from '../../test/run.ts';

const cwd = join(import.meta.dirname, '../../../operators/gati/test/convert');
const convert = (args: string, stdin?: string): Promise<Run> =>
  slipway(['gati', 'convert', ...args.split(' ')], { cwd, ...(stdin !== undefined && { stdin }) });

describe('slipway gati convert', () => {
  it('G-190: prints resources, and on standard error what became of other fields, by file and line', async () => {
    const { stdout, stderr, exitCode } = await convert('-f cli-manifests');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^apiVersion: gati\.dev\/v1alpha1\nkind: GatiHandler\n/);
    expect(stderr).toContain(
      'cli-manifests/deployment.yaml:13: replaced: Deployment users-api: spec.revisionHistoryLimit',
    );
  });

  it('G-190: fields that cannot be expressed end it with 1 and without a resource, unless that is allowed', async () => {
    const refused = await convert('-f lossy.yaml');
    expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain(
      'lossy.yaml:21: lost: Deployment reports: spec.template.spec.initContainers (list)',
    );
    expect(refused.stderr).toContain('[FieldsLost]');
    const allowed = await convert('-f lossy.yaml --allow-loss --path /reports');
    expect([allowed.exitCode, allowed.stdout]).toEqual([0, expect.stringContaining('handlerPath: /reports')]);
  });

  it('G-190: reads standard input, and prints the report as JSON', async () => {
    const text = await readFile(join(cwd, 'cli-manifests/deployment.yaml'), 'utf8');
    const { stdout, exitCode } = await convert('-f - -o json', text);
    const { resources, findings } = JSON.parse(stdout) as { resources: object[]; findings: { sort: string }[] };
    // Without the ConfigMap at hand, a variable that needs it is lost.
    expect([exitCode, resources.length]).toEqual([1, 1]);
    expect(findings.filter(({ sort }) => sort === 'lost')).toMatchObject([
      { object: 'Deployment users-api', field: 'spec.template.spec.containers[0].env[1]', valueKind: 'map' },
    ]);
  });

  it('G-191: --adopt puts the workload of before first, and says what to do beside', async () => {
    const { stdout, stderr, exitCode } = await convert('-f cli-manifests --adopt');
    expect(exitCode).toBe(0);
    expect([...stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind)).toEqual([
      'Service',
      'GatiVersion',
      'GatiHandler',
    ]);
    expect(stderr).toContain('then: kubectl annotate -n shop deployment users-api gati.dev/adopt=true\n');
  });

  it('G-190: -o wide shows the resources as a table, -o name their names, and none where fields are lost', async () => {
    const [adopted, refused, named] = await Promise.all([
      convert('-f cli-manifests --adopt -o wide'),
      convert('-f lossy.yaml -o wide'),
      convert('-f cli-manifests -o name'),
    ]);
    expect(adopted.exitCode).toBe(0);
    expect(adopted.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['NAMESPACE', 'NAME', 'VERSION', 'PATH', 'IMAGE', 'PORT'],
      ['shop', 'service/users-api-adopted', '-', '-', '-', '3000'],
      ['shop', 'gativersion.gati.dev/users-api-adopted', 'v1.4.2-adopted', '-', '-', '-'],
      [
        'shop',
        'gatihandler.gati.dev/users-api',
        'v1.4.2-adopted',
        '/api/users',
        'registry.example/users-api:v1.4.2',
        '3000',
      ],
      [''],
    ]);
    expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('[FieldsLost]');
    expect([named.exitCode, named.stdout]).toEqual([0, 'gatihandler.gati.dev/users-api\n']);
  });

  it.each([
    ['-f nowhere.yaml', 3, 'there is no such file [CLI_INPUT]'],
    ['-f cli-manifests/service.yaml', 3, 'holds no Deployment [CLI_INPUT]'],
    ['-f cli-manifests lossy.yaml --name one', 2, 'there are 2; convert them one by one [CLI_USAGE]'],
    ['-f lossy.yaml --port 0', 2, '[CLI_USAGE]'],
    ['-f - -', 2, 'read only once [CLI_USAGE]'],
  ])('%s is answered with %i', async (args, code, text) => {
    const { exitCode, stderr, stdout } = await convert(args);
    expect([exitCode, stdout]).toEqual([code, '']);
    expect(stderr).toContain(text);
  });
});
