import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures, type Run, slipway } from '../run.ts';

describe('slipway crd beside git and in pipelines', () => {
  let folder: string;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  const run = (...args: string[]): Promise<Run> => slipway(['crd', ...args], { cwd: folder });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-git-test-'));
    git('init', '-q');
    await mkdir(join(folder, 'config/crd'), { recursive: true });
    await cp(join(fixtures, 'old.yaml'), join(folder, 'config/crd/certificates.yaml'));
    git('add', '.');
    git('commit', '-qm', 'old');
    await cp(join(fixtures, 'new.yaml'), join(folder, 'config/crd/certificates.yaml'));
    const crd = await readFile(join(fixtures, 'new.yaml'), 'utf8');
    const other = crd.replaceAll('certificates', 'issuers').replaceAll('Certificate', 'Issuer');
    await writeFile(join(folder, 'config/crd/issuers.yaml'), other);
    git('add', '.');
    git('commit', '-qm', 'new');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('compares a file at a revision with one on disk, and names the revision', async () => {
    const { stdout, exitCode } = await run(
      'diff',
      'HEAD~1:config/crd/certificates.yaml',
      'config/crd/certificates.yaml',
    );
    expect(exitCode).toBe(1);
    expect(stdout).toContain('HEAD~1:config/crd/certificates.yaml → config/crd/certificates.yaml');
    expect(stdout).toContain('enum value "Legacy" removed');
  });

  it('compares folders at two revisions', async () => {
    const { stdout } = await run('diff', 'HEAD~1:config/crd', 'HEAD:config/crd/');
    expect(stdout).toContain(
      'certificates.example.com  HEAD~1:config/crd/certificates.yaml → HEAD:config/crd/certificates.yaml',
    );
    expect(stdout).toContain('issuers.example.com  (none) → HEAD:config/crd/issuers.yaml');
  });

  it.each([
    ['nowhere:config/crd', 'nowhere'],
    ['HEAD:config/none.yaml', 'config/none.yaml'],
  ])('says what git does not know of %s', async (argument, what) => {
    const { stderr, exitCode } = await run('diff', argument, 'config/crd/certificates.yaml');
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringMatching(new RegExp(`^slipway: ${argument}: .*${what}.* \\[CLI_INPUT\\]\n$`)),
    ]);
  });

  it('annotates the lines of the new manifest for GitHub', async () => {
    const { stdout } = await run('diff', 'HEAD~1:config/crd', 'HEAD:config/crd', '-o', 'github');
    const [, file, line] =
      /^::error file=(.*?),line=(\d+),title=BREAK V06 [^:]*::enum value "Legacy" removed\. What to do: .*$/m.exec(
        stdout,
      ) ?? [];
    expect(file).toBe('config/crd/certificates.yaml');
    const text = await readFile(join(folder, 'config/crd/certificates.yaml'), 'utf8');
    expect(text.split('\n')[Number(line) - 1]).toMatch(/description: How the certificate is issued/);
  });

  it('prints the report as YAML, and several CRDs as crdify would, by name', async () => {
    const yaml = await run('diff', 'HEAD~1:config/crd/certificates.yaml', 'config/crd/certificates.yaml', '-o', 'yaml');
    expect(yaml.stdout).toMatch(/^schema: slipway\.dev\/crd-report\/v1\ncrd: certificates\.example\.com\n/);
    const crdify = await run('diff', 'HEAD:config/crd', 'config/crd', '-o', 'crdify');
    expect(JSON.parse(crdify.stdout)).toEqual({ 'certificates.example.com': {}, 'issuers.example.com': {} });
  });
});

describe('slipway crd validate in pipelines', () => {
  it('reports every object and problem as JSON', async () => {
    const { stdout, stderr, exitCode } = await slipway(['crd', 'validate', 'new.yaml', 'objects.yaml', '-o', 'json']);
    expect([exitCode, stderr]).toEqual([1, '']);
    const report = JSON.parse(stdout) as { objects: { title: string; valid: boolean; problems: object[] }[] };
    expect(report).toMatchObject({ schema: 'slipway.dev/crd-validation/v1', valid: false });
    expect(report.objects[0]).toMatchObject({ title: 'Certificate web', line: 1, valid: true, problems: [] });
    expect(report.objects[1]?.problems[0]).toMatchObject({
      level: 'error',
      source: 'objects.yaml',
      line: 14,
      field: 'spec.mode',
      reason: 'FieldValueNotSupported',
    });
  });

  it('reports problems as SARIF, those of a CRD too', async () => {
    const { stdout } = await slipway(['crd', 'validate', 'new.yaml', 'objects.yaml', '-o', 'sarif']);
    const { runs } = JSON.parse(stdout) as Log;
    expect(runs[0]?.results[0]).toMatchObject({
      ruleId: 'FieldValueNotSupported',
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'objects.yaml' }, region: { startLine: 14 } } }],
    });
    const crd = (await readFile(join(fixtures, 'new.yaml'), 'utf8')).replace('type: integer', 'type: whole');
    const broken = await slipway(['crd', 'validate', '-', '-o', 'sarif'], { stdin: crd });
    expect(broken.exitCode).toBe(3);
    expect((JSON.parse(broken.stdout) as Log).runs[0]?.results.length).toBeGreaterThan(0);
  });
});

interface Log {
  readonly runs: readonly { readonly results: readonly object[] }[];
}
