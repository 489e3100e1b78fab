import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ensureTool } from '@slipway/tools/binaries/index';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures, slipway } from '../../test/run.ts';

let folder = '';
let helm = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-charts-'));
  helm = dirname((await ensureTool('helm')).path);
  const chart = join(folder, 'chart');
  await mkdir(join(chart, 'templates'), { recursive: true });
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: demo\nversion: 1.0.0\n');
  const crd = await readFile(join(fixtures, 'new.yaml'), 'utf8');
  await writeFile(join(chart, 'templates', 'crd.yaml'), `{{- if true }}\n${crd}\n{{- end }}\n`);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const withHelm = () => ({ PATH: `${helm}${delimiter}${process.env['PATH'] ?? ''}` });

describe('a chart whose CRDs are templates', () => {
  it('is rendered by helm where it is there', async () => {
    const { stdout, exitCode } = await slipway(['crd', 'validate', join(folder, 'chart')], { env: withHelm() });
    expect(stdout).toMatch(/certificates\.example\.com is valid\n$/);
    expect(exitCode).toBe(0);
  });

  it('names the command to pipe where helm is missing', async () => {
    const { stderr, exitCode } = await slipway(['crd', 'validate', join(folder, 'chart')], { env: { PATH: folder } });
    expect(stderr).toContain('helm template chart ');
    expect(stderr).toContain('--include-crds | slipway crd … - [CLI_INPUT]');
    expect(exitCode).toBe(3);
  });

  it('one template in a folder does not fail the rest, and is named', async () => {
    const mixed = join(folder, 'mixed');
    await mkdir(mixed);
    await cp(join(fixtures, 'new.yaml'), join(mixed, 'new.yaml'));
    await cp(join(folder, 'chart', 'templates', 'crd.yaml'), join(mixed, 'template.yaml'));
    const { stdout, stderr, exitCode } = await slipway(['crd', 'validate', mixed]);
    expect(stdout).toMatch(/new\.yaml: certificates\.example\.com is valid\n$/);
    expect(stderr).toMatch(/^slipway: warning: .*template\.yaml is a template .*helm template/);
    expect(exitCode).toBe(0);
  });
});

describe('an object with status', () => {
  it('is validated as a create sees it: without the status that is written apart', async () => {
    const crd = join(folder, 'apart.yaml');
    const status = '            status: {type: object, properties: {ready: {type: boolean}}}\n';
    const whole = `${await readFile(join(fixtures, 'new.yaml'), 'utf8')}${status}`;
    const stdin =
      'apiVersion: example.com/v1\nkind: Certificate\nmetadata: {name: a}\nspec: {mode: Modern}\nstatus: {ready: soon}\n';
    await writeFile(crd, `${whole}      subresources: {status: {}}\n`);
    const { stdout, exitCode } = await slipway(['crd', 'validate', crd, '-', '-o', 'yaml'], { stdin });
    expect([stdout.includes('status'), exitCode]).toEqual([false, 0]);
    await writeFile(crd, whole);
    const refused = await slipway(['crd', 'validate', crd, '-'], { stdin });
    expect(refused.stderr).toContain('standard input:5: status.ready: Invalid value');
    expect(refused.exitCode).toBe(1);
  });
});
