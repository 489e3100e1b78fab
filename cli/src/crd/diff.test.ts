import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures, slipway } from '../../test/run.ts';

describe('slipway crd diff', () => {
  let folder: string;
  let newText: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-diff-'));
    newText = await readFile(join(fixtures, 'new.yaml'), 'utf8');
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function waivers(reason: string): Promise<string> {
    const expires = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const file = join(folder, 'waivers.yaml');
    const waiver = { rule: 'V06', crd: 'certificates.example.com', path: '^.spec.mode', owner: 'pki', reason, expires };
    await writeFile(file, JSON.stringify({ waivers: [waiver] }));
    return file;
  }

  it('says who is affected, worst first, and exits with 1', async () => {
    const { stdout, stderr, exitCode } = await slipway(['crd', 'diff', 'old.yaml', 'new.yaml']);
    expect([exitCode, stderr]).toEqual([1, '']);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 5))).toMatchObject([
      ['certificates.example.com', 'old.yaml → new.yaml', 'platform', 'BLOCKED', '1 BREAK 1 REVIEW'],
      ['VERDICT', 'RULE', 'VERSION', 'PATH', 'CHANGE'],
      ['BREAK', 'V06', 'v1', '^.spec.mode', 'enum value "Legacy" removed'],
      ['REVIEW', 'S04', 'v1', '^.spec.retries', 'property added, default 3'],
      [''],
      ['for example, accepted until now:'],
      ['', expect.stringMatching(/^V06 mode {"spec":{"mode":"Legacy"}} is refused: spec\.mode: Unsupported value/)],
      [''],
    ]);
  });

  it('has nothing to say about equal sides', async () => {
    expect(await slipway(['crd', 'diff', 'new.yaml', 'chart/crds'])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('fails from the verdict that --fail-on names', async () => {
    const added = ['crd', 'diff', 'new.yaml', '-'];
    const stdin = `${newText}                grace:\n                  type: integer\n                  default: 3\n`;
    const [usual, strictest] = await Promise.all([
      slipway(added, { stdin }),
      slipway([...added, '--fail-on', 'REVIEW'], { stdin }),
    ]);
    expect([usual.exitCode, strictest.exitCode]).toEqual([0, 1]);
  });

  it('prints equal bytes for equal inputs as JSON, with the digest of both sides', async () => {
    const args = ['crd', 'diff', 'old.yaml', 'chart', '-o', 'json'];
    const [first, second] = await Promise.all([slipway(args), slipway(args)]);
    expect(first.stdout).toBe(second.stdout);
    expect(JSON.parse(first.stdout)).toMatchObject({
      schema: 'slipway.dev/crd-report/v1',
      verdict: 'BREAK',
      blocked: true,
      new: { source: join('chart', 'crds', 'certificates.yaml') },
    });
  });

  it('points at lines of the new manifest in SARIF', async () => {
    const { stdout } = await slipway(['crd', 'diff', 'old.yaml', 'new.yaml', '-o', 'sarif']);
    const log = JSON.parse(stdout) as {
      runs: [{ results: { locations: [{ physicalLocation: { region: { startLine: number } } }] }[] }];
    };
    const lines = log.runs[0].results.map(({ locations }) => locations[0].physicalLocation.region.startLine);
    const text = newText.split('\n');
    // The first line below the key.
    expect(lines.map((line) => text[line - 2]?.trim())).toEqual(['mode:', 'retries:']);
  });

  it('points at the line of what the server refuses in SARIF', async () => {
    const stdin = newText.replace('maxItems: 10', 'maxItems: 10\n                  uniqueItems: true');
    const { stdout } = await slipway(['crd', 'diff', 'new.yaml', '-', '-o', 'sarif'], { stdin });
    const log = JSON.parse(stdout) as {
      runs: [{ results: { ruleId: string; locations: [{ physicalLocation: { region: { startLine: number } } }] }[] }];
    };
    const [result] = log.runs[0].results;
    expect(result?.ruleId).toBe('V28');
    const at = result?.locations[0].physicalLocation.region.startLine ?? 0;
    expect(stdin.split('\n')[at - 2]?.trim()).toBe('dnsNames:');
  });

  it('goes by the policy that fits best, and by flags before it', async () => {
    const policy = join(folder, 'policy.yaml');
    await writeFile(
      policy,
      'policies:\n- failOn: REJECT\n- {environment: production, strict: true, rules: {S04: BREAK}}\n',
    );
    const args = ['crd', 'diff', 'old.yaml', 'new.yaml', '--policy', policy, '-o', 'json'];
    const [lax, production, flagged] = await Promise.all([
      slipway(args),
      slipway([...args, '--environment', 'production']),
      slipway([...args, '--fail-on', 'BREAK']),
    ]);
    expect([lax.exitCode, production.exitCode, flagged.exitCode]).toEqual([0, 1, 1]);
    expect(JSON.parse(production.stdout)).toMatchObject({
      options: { strict: true },
      findings: [{ rule: 'V06' }, { rule: 'S04', verdict: 'BREAK', base: 'REVIEW' }],
    });
  });

  it('refuses a policy that it does not understand, with exit code 2', async () => {
    const policy = join(folder, 'wrong.yaml');
    await writeFile(policy, 'policies:\n- {stict: true}\n');
    const { stderr, exitCode } = await slipway(['crd', 'diff', 'old.yaml', 'new.yaml', '--policy', policy]);
    expect(stderr).toMatch(/wrong\.yaml: policies\[0\]: has an unknown field stict \[CLI_USAGE\]\n$/);
    expect(exitCode).toBe(2);
  });

  it('CRD-X16: judges rules by the oldest release they have to work on', async () => {
    const rule = 'rule: "self.all(name, !isIP(name))"';
    const stdin = newText.replace(
      'maxItems: 10',
      `maxItems: 10\n                  x-kubernetes-validations: [{${rule}}]`,
    );
    const run = (...flags: string[]) => slipway(['crd', 'diff', 'new.yaml', '-', '-o', 'json', ...flags], { stdin });
    const [old, supported, young] = await Promise.all([
      run('--targets', '1.30,1.36'),
      run(),
      run('--targets', '1.31,1.36'),
    ]);
    expect(old.stdout).toContain(
      'isIP() is not known to Kubernetes 1.30, which is a target; new rules can use it from 1.31 on',
    );
    expect(supported.stdout).not.toContain('"X16"');
    expect(young.stdout).not.toContain('"X16"');
  });

  it('CRD-J14: refuses a rule that the server would refuse', async () => {
    const stdin = newText.replace(
      'maxItems: 10',
      'maxItems: 10\n                  x-kubernetes-validations: [{rule: self +}]',
    );
    const args = ['crd', 'diff', 'new.yaml', '-', '-o', 'sarif'];
    const { stdout, exitCode } = await slipway(args, { stdin });
    const log = JSON.parse(stdout) as {
      runs: [{ results: { ruleId: string; locations: [{ physicalLocation: { region: { startLine: number } } }] }[] }];
    };
    const refusal = log.runs[0].results.find(({ ruleId }) => ruleId === 'J14');
    const at = refusal?.locations[0].physicalLocation.region.startLine ?? 0;
    expect(stdin.split('\n')[at - 1]).toContain('rule: self +');
    expect(exitCode).toBe(1);
  });

  it('speaks like crdify, and like OLM', async () => {
    const args = ['crd', 'diff', 'old.yaml', '-', '-o', 'crdify', '--mode'];
    const stdin = newText.replace('maxItems: 10', 'maxItems: 10\n                  description: all of them');
    const [crdify, olm] = await Promise.all([
      slipway([...args, 'crdify'], { stdin }),
      slipway([...args, 'olm'], { stdin }),
    ]);
    expect(crdify.stdout).toContain('allowed enum values removed : [\\"Legacy\\"]');
    expect(crdify.stdout).toContain('description changed');
    expect(olm.stdout).not.toContain('description changed');
    expect([crdify.exitCode, olm.exitCode]).toEqual([1, 1]);
  });

  it('CRD-P02: a waiver turns a break into a review that names its owner', async () => {
    const file = await waivers('the value was never released');
    const { stdout, exitCode } = await slipway([
      'crd',
      'diff',
      'old.yaml',
      'new.yaml',
      '--waivers',
      file,
      '-o',
      'markdown',
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/\*\*REVIEW\*\* \| V06 .*waived by pki until/);
  });

  it('CRD-P01: a waiver without a proper reason is refused with 2', async () => {
    const file = await waivers('short');
    const { stderr, exitCode } = await slipway(['crd', 'diff', 'old.yaml', 'new.yaml', '--waivers', file]);
    expect([exitCode, stderr]).toEqual([
      2,
      `slipway: ${file}: waivers[0]: reason needs 10 characters or more [CLI_USAGE]\n`,
    ]);
  });

  it('-o wide shows old and new values and the whole witness, one line for each finding', async () => {
    const { stdout, exitCode } = await slipway(['crd', 'diff', 'old.yaml', 'new.yaml', '-o', 'wide']);
    expect(exitCode).toBe(1);
    const witness =
      '{"apiVersion":"example.com/v1","kind":"Certificate","metadata":{"name":"a","namespace":"a"},"spec":{"mode":"Legacy"}}';
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toMatchObject([
      ['certificates.example.com', 'old.yaml → new.yaml', 'platform', 'BLOCKED', '1 BREAK 1 REVIEW', {}],
      ['VERDICT', 'RULE', 'VERSION', 'PATH', 'CHANGE', 'HURTS', 'EVIDENCE', 'WHAT TO DO', 'OLD', 'NEW', 'WITNESS'],
      [
        'BREAK',
        'V06',
        'v1',
        '^.spec.mode',
        'enum value "Legacy" removed',
        'W S',
        '–',
        'keep the value as deprecated but allowed',
        '["Legacy"]',
        '–',
        `${witness} is refused: spec.mode: Unsupported value: "Legacy": supported values: "Modern"`,
      ],
      ['REVIEW', 'S04', {}, {}, {}, {}, {}, {}, '–', '{"type":"integer"}', '–'],
      [''],
    ]);
  });

  it('-o name prints the CRDs that findings are about, for xargs, and keeps the exit code', async () => {
    const others = newText.replaceAll('certificates', 'issuers').replaceAll('ertificate', 'ssuer');
    const two = await mkdtemp(join(folder, 'two-'));
    await Promise.all([
      writeFile(join(two, 'certificates.yaml'), newText),
      writeFile(join(two, 'issuers.yaml'), others),
    ]);
    const [broken, equal] = await Promise.all([
      slipway(['crd', 'diff', '-', two, '-o', 'name'], {
        stdin: `${await readFile(join(fixtures, 'old.yaml'), 'utf8')}---\n${others}`,
      }),
      slipway(['crd', 'diff', 'new.yaml', 'chart/crds', '-o', 'name']),
    ]);
    await rm(two, { recursive: true });
    expect(broken).toEqual({
      stdout: 'customresourcedefinition.apiextensions.k8s.io/certificates.example.com\n',
      stderr: '',
      exitCode: 1,
    });
    expect(equal).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });

  it('compares folders by the names of the CRDs and skips other kinds', async () => {
    await writeFile(join(folder, 'a.yaml'), newText);
    await writeFile(join(folder, 'b.yaml'), newText.replaceAll('ertificate', 'ard').replaceAll('Cards', 'cards'));
    await writeFile(join(folder, 'values.json'), '{"replicas": 1}');
    const { stdout, exitCode } = await slipway(['crd', 'diff', 'old.yaml', folder, '-o', 'json']);
    const reports = JSON.parse(stdout) as { crd: string; blocked: boolean }[];
    expect(reports.map(({ crd, blocked }) => [crd, blocked])).toEqual([
      ['cards.example.com', false],
      ['certificates.example.com', true],
    ]);
    expect(exitCode).toBe(1);
  });
});
